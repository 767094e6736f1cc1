"""Checkpoints: the state of a run in a file, from which it can be resumed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.lib.npyio import NpzFile

from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.engine.runs.network import layout_of

from .config import Config
from .features import Features

FEATURES = Features.__struct_fields__
ARRAYS = ("weights", "mean", "square", "league")


class About(msgspec.Struct, kw_only=True):
    """The metadata of a checkpoint."""

    config: Config
    update: int
    steps: int
    seconds: float
    adam: int  # number of steps that the optimiser has taken
    # The oldest files do not have these:
    points: float | None = None
    rules: int | None = None
    layout: str | None = None


class Checkpoint(msgspec.Struct, frozen=True):
    """The state of a run. Games in progress are not included: a resumed run deals new ones."""

    about: About
    features: Features | None
    weights: np.ndarray[Any, Any]
    mean: np.ndarray[Any, Any]
    square: np.ndarray[Any, Any]
    league: np.ndarray[Any, Any]

    def save(self, path: Path) -> None:
        """Write the checkpoint to a file atomically: after a crash, the previous file
        remains.
        """
        about = np.frombuffer(msgspec.json.encode(self.about), np.uint8)
        arrays: dict[str, Any] = {name: getattr(self, name) for name in ARRAYS}
        arrays |= {name: getattr(self.features, name) for name in FEATURES}
        with whole(path) as part, part.open("wb") as file:
            np.savez(file, about=about, **arrays)

    @classmethod
    def load(cls, path: Path) -> "Checkpoint":
        """Load a checkpoint from a file.

        Raises:
            BadSetup: The file is damaged, or was made for other rules.
        """
        try:
            with path.open("rb") as file, NpzFile(file) as kept:
                about = msgspec.json.decode(kept["about"].tobytes(), type=About)
                features = None
                if set(FEATURES) <= set(kept.files):
                    features = Features(**{name: kept[name] for name in FEATURES})
                arrays = [_finite(kept[name]) for name in ARRAYS]
        except Exception as error:  # a damaged file may raise anything
            raise BadSetup(f"{path} is no checkpoint, or damaged: {error}") from error
        game = registry.load(about.config.game)
        for name, wanted in kind_of(game).items():
            if (found := getattr(about, name)) not in (None, wanted):
                expected = f"its {name} is {found}, expected {wanted}"
                raise BadSetup(f"{path} does not fit {game.name}: {expected}")
        return cls(about, features, *arrays)


def kind_of(game: Game) -> dict[str, Any]:
    """Return everything that weights depend on, apart from the configuration."""
    return {"rules": game.version, "layout": layout_of(game)}


def _finite(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    if not np.isfinite(array).all():
        raise ValueError("it holds what is no number")
    return array


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Yield a temporary file that replaces `path` once it is complete."""
    part = path.with_suffix(f".part{path.suffix}")
    yield part
    part.replace(path)
