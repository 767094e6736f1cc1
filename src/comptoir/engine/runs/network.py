"""A trained network: its file, whether it fits a game, and what it says of a position."""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from math import inf
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.lib.npyio import NpzFile

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.network import FACES, LANES, NetworkArrays, empty_network
from comptoir.engine.model.game import RULES, Game

FORMAT = 1
FILE = "network.npz"  # in a game's folder
LARGEST = 1_000_000  # bytes of a file
UNPACKED = 16 * LARGEST
ROLLOUTS = "rollouts"  # what a network may say of itself: how far its values go
USUAL_ROLLOUTS = 15
TEMPERATURES = "temperatures"  # and at which ones levels play by it, the weakest first
USUAL_TEMPERATURES = (100.0, 60.0, 15.0, 4.0)
EXPERT_ITERATIONS = "expert_iterations"  # of one that searches
USUAL_ITERATIONS = 300
CHARACTERS = "characters"  # and which verbs a character likes more or less, in logits
KINDS: Mapping[str, Any] = {
    "rows": np.uint16,
    "slopes": np.uint16,
    "first": np.float16,
    "bias": np.float32,
    "middle": np.float16,
    "policy": np.float16,
    "policy_bias": np.float32,
    "value": np.float16,
    "value_bias": np.float32,
    "points_scale": np.float32,
    "worth": np.float32,
}

Array = np.ndarray[Any, Any]


def layout_of(game: Game) -> str:
    """Return a fingerprint of what the numbers of an observation and the actions mean."""
    module = import_module(game.rules["observe"].__module__)
    meaning = [
        game.name,
        game.observation,
        [str(action) for action in game.actions],
        getattr(module, "LAYOUT", None),
    ]
    return sha256(json.dumps(meaning).encode()).hexdigest()[:16]


class Network:
    """A network for one game, over what `observe` writes.

    A number `i` of value `v` adds the row `rows[i, v]` of `first` to the first layer, and
    the row `slopes[i]` as often as `v`; row 0 is none. Then come two layers of the same
    width (`middle`), the second beside the first one, and from those a logit for every
    action (`policy`) and three values: what the game is worth, about -1 to 1, the chance to
    be first, and points as a part of `points_scale`. `worth` says what the first one is made
    of: shares of the places, of being first, and of points above those of the others.

    Args:
        game: The game it was trained for.
        arrays: All of KINDS, of any kind of number: they are kept as a file holds them.
        about: What else its file shall say, such as the steps of training.

    Raises:
        BadSetup: Something is missing, of another shape, or no number.
    """

    def __init__(
        self,
        game: Game,
        arrays: Mapping[str, Any],
        about: Mapping[str, Any] | None = None,
    ):
        if missing := [name for name in KINDS if name not in arrays]:
            raise BadSetup(f"it has no {', '.join(missing)}")
        self.game = game
        self.about = {**(about or {}), **_kind_of(game)}
        with np.errstate(over="ignore"):  # what is too large for a file is refused
            self.arrays = {
                name: np.asarray(arrays[name], kind) for name, kind in KINDS.items()
            }
        self._check()
        self._check_about()

    @classmethod
    def shipped(cls, game: Game) -> Self | None:
        """Return the network that comes with a game; None if there is none.

        Raises:
            BadSetup: There is one, and it does not fit.
        """
        path = game.folder / FILE
        return cls.load(path, game) if path.exists() else None

    @classmethod
    def load(cls, path: Path, game: Game) -> Self:
        """Return a network from its file.

        Raises:
            BadSetup: The file is damaged, or of another game, format, version or layout.
        """
        try:
            arrays = _read(path)
            about: dict[str, Any] = json.loads(bytes(arrays.pop("about")))
            wrong = [
                f"its {key} is {about.get(key)}, expected {wanted}"
                for key, wanted in _kind_of(game).items()
                if about.get(key) != wanted
            ]
        except Exception as error:  # whatever a damaged file leads to
            raise BadSetup(f"{path} is no network, or damaged: {error}") from error
        if wrong:
            raise BadSetup(f"{path} does not fit: {wrong[0]}")
        try:
            return cls(game, arrays, about)
        except BadSetup as error:
            raise BadSetup(f"{path} is damaged: {error}") from error

    @classmethod
    def random(cls, game: Game, width: int = 192, seed: int = 1) -> Self:
        """Return a network of the usual size that knows nothing; to measure and to test."""
        random = np.random.default_rng(seed)
        numbers, actions = game.observation, len(game.actions)
        rows, narrow = min(1 + 8 * numbers, 1800), width**-0.5

        def normal(*shape: int, scale: float = narrow) -> Array:
            return random.normal(0, scale, shape)

        named = random.integers(1, rows, (numbers, FACES + 1))
        arrays = {
            "rows": named[:, 1:] * (np.arange(FACES) > 0),
            "slopes": named[:, 0] * (random.integers(10, size=numbers) == 0),
            "first": normal(rows, width) * (np.arange(rows) > 0)[:, None],
            "bias": normal(3, width),
            "middle": normal(2, width, width),
            "policy": normal(actions, width),
            "policy_bias": normal(actions),
            "value": normal(3, width, scale=0.3 * narrow),
            "value_bias": [0.0, 0.25, 0.5],
            "points_scale": [50.0],
            "worth": [0.75, 0.25, 0.0],
        }
        return cls(game, arrays)

    def save(self, path: Path) -> None:
        """Write its file.

        Raises:
            BadSetup: It would be larger than a game may ship.
        """
        about = np.frombuffer(json.dumps(self.about).encode(), np.uint8)
        content: dict[str, Any] = {"about": about, **self.arrays}
        with path.open("wb") as file:
            np.savez_compressed(file, **content)
        if (size := path.stat().st_size) > LARGEST:
            path.unlink()
            raise BadSetup(f"a network of {size} bytes: expected at most {LARGEST}")

    def evaluate(
        self, observation: Sequence[int], legal: Sequence[int]
    ) -> tuple[Array, Array]:
        """Return a logit for each legal action, and the three values."""
        own, seen = self.given, np.asarray(observation)
        each = own.rows[np.arange(len(seen)), seen.clip(0, FACES - 1)]
        summed = (
            own.first[each].sum(0) + seen.astype(np.float32) @ own.first[own.slopes]
        )
        one = np.maximum(own.bias[0] + summed, 0)
        two = np.maximum(one @ own.middle[0] + own.bias[1], 0)
        three = np.maximum(two @ own.middle[1] + own.bias[2] + one, 0)
        moves = np.asarray(legal)
        logits = own.policy[moves] @ three + own.policy_bias[moves]
        return logits, own.value @ three + own.value_bias

    def fits(self, box: Any) -> bool:
        """Return whether a box is of the rules it was trained by."""
        return bool(getattr(box, RULES, self.game.version) == self.game.version)

    @property
    def width(self) -> int:
        """The width of its layers, a whole number of lanes."""
        return -(-self.arrays["first"].shape[1] // LANES) * LANES

    @property
    def usual_points(self) -> float:
        """The points that a game usually brings."""
        return float(self.arrays["points_scale"][0])

    @property
    def rollouts(self) -> int:
        """How many of 100 leaves a search that it guides plays to the end, as measured."""
        return int(self.about.get(ROLLOUTS, USUAL_ROLLOUTS))

    @property
    def temperatures(self) -> Sequence[float | None]:
        """At which temperatures four levels play by it; one without searches."""
        return tuple(self.about.get(TEMPERATURES, USUAL_TEMPERATURES))

    @property
    def expert_iterations(self) -> int:
        """How far an `expert` without a temperature searches."""
        return int(self.about.get(EXPERT_ITERATIONS, USUAL_ITERATIONS))

    @property
    def characters(self) -> Mapping[str, Mapping[str, float]]:
        """By how many logits each character likes some verbs more or less."""
        return dict(self.about.get(CHARACTERS, {}))

    @cached_property
    def given(self) -> NetworkArrays:
        """What kernels are given: everything in single precision."""
        given = empty_network(self.game, len(self.arrays["first"]), self.width)
        for whole, array in zip(given, self.arrays.values(), strict=True):
            whole[tuple(map(slice, array.shape))] = array
        return given

    def _check(self) -> None:
        """See that all shapes belong together, and that every row there is lies in `first`."""
        first = self.arrays["first"]
        if first.ndim != 2 or not first.size:  # noqa: PLR2004 - rows and columns
            raise BadSetup(
                f"first has the shape {first.shape}: expected rows and columns"
            )
        shapes = empty_network(self.game, *first.shape)
        for (name, array), shape in zip(self.arrays.items(), shapes, strict=True):
            if array.shape != shape.shape:
                expected = f"expected {shape.shape}"
                raise BadSetup(f"{name} has the shape {array.shape}: {expected}")
            if array.dtype.kind == "f" and not np.isfinite(array).all():
                raise BadSetup(f"{name} holds what is no number of its kind")
            if array.dtype.kind == "u" and array.max() >= len(first):
                raise BadSetup(f"{name} names a row that first does not have")
        if first[0].any():
            raise BadSetup("row 0 of first is not 0")

    def _check_about(self) -> None:
        """See that what it says of itself can be meant."""
        if self.about.get(ROLLOUTS, 0) not in range(101):
            raise BadSetup(f"its {ROLLOUTS} are no percentage")
        told = self.about.get(TEMPERATURES, USUAL_TEMPERATURES)
        if not _are_temperatures(told):
            raise BadSetup(f"its {TEMPERATURES} are not four numbers")
        if not _is_count(self.about.get(EXPERT_ITERATIONS, USUAL_ITERATIONS)):
            raise BadSetup(f"its {EXPERT_ITERATIONS} are no number of iterations")
        if not _are_characters(self.about.get(CHARACTERS, {}), self.game):
            raise BadSetup(f"its {CHARACTERS} do not say how much they like which verb")


def _are_temperatures(told: Any) -> bool:
    """Whether these are the temperatures of four levels, the last of which may search."""
    if not isinstance(told, list | tuple) or len(told) != len(USUAL_TEMPERATURES):
        return False
    *first, last = told
    degrees = first if last is None else told
    return all(isinstance(one, int | float) and 0 <= one < inf for one in degrees)


def _is_count(told: Any) -> bool:
    """Return whether this is a whole number above zero."""
    return type(told) is int and told > 0


def _are_characters(told: Any, game: Game) -> bool:
    """Return whether these are names, each with numbers for verbs of a game."""
    verbs = {verb.name for verb in game.actions.verbs}
    return isinstance(told, dict) and all(
        isinstance(leaning, dict)
        and leaning.keys() <= verbs
        and all(isinstance(x, int | float) and -inf < x < inf for x in leaning.values())
        for leaning in told.values()
    )


def _read(path: Path) -> dict[str, Array]:
    """Return all arrays of a file."""
    if path.stat().st_size > LARGEST:
        raise ValueError(f"more than {LARGEST} bytes")
    with path.open("rb") as file, NpzFile(file) as kept:
        assert kept.zip
        if sum(one.file_size for one in kept.zip.infolist()) > UNPACKED:
            raise ValueError(f"more than {UNPACKED} bytes unpacked")
        return dict(kept)


def _kind_of(game: Game) -> dict[str, Any]:
    """Return what the file of a network says of the game it fits."""
    return {
        "format": FORMAT,
        "game": game.name,
        "rules": game.version,
        "layout": layout_of(game),
    }
