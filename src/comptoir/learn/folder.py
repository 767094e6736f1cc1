"""The folder of a run: its configuration, log, checkpoint, network and learning curve."""

from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

import msgspec

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.game import Game
from comptoir.engine.runs.network import Network

from .checkpoint import Checkpoint, whole
from .config import Config, changed, read_config
from .curve import curve
from .export import checkpoint_of
from .progress import TrainingProgress
from .run import Run

CONFIG, LOG, CURVE = "config.json", "log.jsonl", "curve.svg"
CHECKPOINT, NETWORK = "checkpoint.npz", "network.npz"


def begun(
    game: Game,
    folder: Path,
    path: Path | None,
    start: Path | None = None,
    **changes: Any,
) -> tuple[Config, Checkpoint | None]:
    """Return the configuration of a run, and the checkpoint from which it starts.

    The run starts from the folder's own checkpoint, else from `start`, which is the checkpoint
    or the network of another run.

    Raises:
        BadSetup: The configuration is invalid, or differs from that of the folder's run, or
            does not fit the other run.
    """
    if not (folder / CHECKPOINT).exists():
        config = read_config(game, path, **changes)
        return config, _other_run(start, game, config) if start else None
    kept = Checkpoint.load(folder / CHECKPOINT)
    before = kept.about.config
    if before.game != game.name:
        holds = f"{folder} holds a run of {before.game}"
        raise BadSetup(f"{holds}: expected another folder for {game.name}")
    config = read_config(game, path, before, **changes)
    if differs := changed(before, config):
        raise BadSetup(
            f"{folder} holds a run that began otherwise ({'; '.join(differs)}): "
            "expected the same, or another folder"
        )
    return config, kept


def _other_run(path: Path, game: Game, config: Config) -> Checkpoint:
    """Return another run's checkpoint or network, after checking its game and its width."""
    if _is_network(path):
        network = Network.load(path, game)
        kept, width = checkpoint_of(network, config), network.arrays["first"].shape[1]
    else:
        kept = Checkpoint.load(path)
        width = kept.about.config.width
    found = {"game": kept.about.config.game, "width": width}
    for name, is_ in found.items():
        if is_ != (wanted := getattr(config, name)):
            raise BadSetup(f"{path}: its {name} is {is_}, expected {wanted}")
    return kept


def _is_network(path: Path) -> bool:
    """Return True if a file holds a network, whatever its name is."""
    try:
        with ZipFile(path) as file:
            return "policy.npy" in file.namelist()
    except (
        OSError,
        BadZipFile,
    ):  # loading it as a checkpoint then reports the error
        return False


class Folder:
    """The files of a run; all of them are written as soon as it starts."""

    def __init__(self, path: Path, run: Run):
        self.path, self.run = path, run
        path.mkdir(parents=True, exist_ok=True)
        self.lines = self._lines()
        with whole(path / LOG) as part:
            part.write_bytes(b"".join(map(_line, self.lines)))
        self.keep()

    def _lines(self) -> list[TrainingProgress]:
        """Return the log up to the checkpoint; updates after it will be repeated."""
        lines: list[TrainingProgress] = []
        if self.run.update and (self.path / LOG).exists():
            for line in (self.path / LOG).read_bytes().splitlines():
                try:
                    lines.append(msgspec.json.decode(line, type=TrainingProgress))
                # an incomplete line, left by a process that was killed
                except msgspec.DecodeError:
                    break
        return [line for line in lines if line.update <= self.run.update]

    def add(self, progress: TrainingProgress) -> None:
        """Append a line to the log, and save everything when a checkpoint is due."""
        self.lines.append(progress)
        with (self.path / LOG).open("ab") as file:
            file.write(_line(progress))
        if progress.update % self.run.config.checkpoint == 0:
            self.keep()

    def keep(self) -> None:
        """Write all files atomically, without the network if it is too large."""
        with whole(self.path / NETWORK) as part:
            self.run.network().save(part)
        self.run.save(self.path / CHECKPOINT)
        config = msgspec.json.format(msgspec.json.encode(self.run.config))
        with whole(self.path / CONFIG) as part:
            part.write_bytes(config + b"\n")
        with whole(self.path / CURVE) as part:
            part.write_text(curve(self.run.game.name, self.lines), encoding="utf-8")


def _line(progress: TrainingProgress) -> bytes:
    return msgspec.json.encode(progress) + b"\n"
