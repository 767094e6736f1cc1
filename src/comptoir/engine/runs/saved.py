"""Saves and restores the exact state of a batch, in memory and in files."""

import io
import os
import secrets
import zipfile
from collections.abc import Mapping
from pathlib import Path
from threading import RLock
from typing import Any, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from comptoir.engine.errors import BadRecord, BadSetup
from comptoir.engine.model import registry
from comptoir.engine.play.synchronized import synchronized

BatchState = Mapping[str, np.ndarray[Any, Any]]
FORMAT = 1
ABOUT = "about"


class SavedBatch:
    """Base class of `Batch` with copying, saving, loading and pickling.

    A state holds NumPy arrays; for a GPU batch they are copies, with the same names.
    """

    seat: NDArray[np.int64]
    mask: NDArray[np.int8]
    observation: NDArray[np.float32 | np.int8]
    rewards: NDArray[np.float32]
    over: NDArray[np.bool_]
    illegal: NDArray[np.bool_]
    points: NDArray[np.int64]
    ranks: NDArray[np.int64]
    ending: NDArray[np.int64]
    final_observation: NDArray[np.float32 | np.int8]
    _lock: RLock

    def _setup(self) -> dict[str, Any]:
        """Return the arguments that construct a batch like this one."""
        raise NotImplementedError

    @synchronized
    def state(self) -> BatchState:
        """Return copies of all arrays that determine the next steps, by name."""
        return state_of(self)

    @synchronized
    def restore(self, state: BatchState) -> None:
        """Continue exactly from a `state()` of this batch or of one constructed like it."""
        put_state(self, state)

    def copy(self) -> Self:
        """Return an independent copy that would continue in the same way."""
        other = object.__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    def __getstate__(self) -> tuple[dict[str, Any], BatchState]:
        return self._setup(), self.state()

    def __setstate__(self, kept: tuple[dict[str, Any], BatchState]) -> None:
        setup, state = kept
        self.__init__(**setup)  # type: ignore[misc]
        self.restore(state)

    def save(self, path: str | Path) -> None:
        """Write the batch to a file atomically; `load` continues from it."""
        save(self, Path(path))

    @classmethod
    def load(
        cls, path: str | Path, *, device: str = "cpu", threads: int | None = None
    ) -> Self:
        """Return the batch saved in a file, on the given `device` and `threads`."""
        about, state = load(Path(path))
        batch = cls(**about, device=device, threads=threads)  # type: ignore[call-arg]
        batch.restore(state)
        return batch


def about_of(batch: Any) -> dict[str, Any]:
    """Return a batch's constructor arguments that do not depend on the device."""
    return {
        "game": batch.game,
        "seats": batch.seats,
        "size": batch.size,
        "options": batch._options,  # noqa: SLF001 - this module is part of it
        "bots": batch._seated,  # noqa: SLF001
        "after": batch._after,  # noqa: SLF001
        "illegal": "error" if batch.strict else "lose",
        "dtype": batch.dtype.name,
        "fill": batch.fill,
    }


def _arrays(batch: Any) -> dict[str, Any]:
    """Return every array that determines the next steps, in place."""
    return {
        "tables": batch.tables,
        "key": batch._env.key,  # noqa: SLF001 - this module is part of it
        "states": batch._env.states,  # noqa: SLF001
        "seat": batch.seat,
        "over": batch.over,
        "illegal": batch.illegal,
        "ending": batch.ending,
        "rewards": batch.rewards,
        "points": batch.points,
        "ranks": batch.ranks,
        "mask": batch.mask,
        "observation": batch.observation,
        "final_observation": batch.final_observation,
    }


def state_of(batch: Any) -> BatchState:
    """Return the state of a batch as copied NumPy arrays."""
    state = {}
    for name, array in _arrays(batch).items():
        state[name] = np.zeros(array.shape, array.dtype)  # also zeroes the padding
        state[name][...] = np.asarray(array)
    return state


def put_state(batch: Any, state: BatchState) -> None:
    """Restore the state of a batch.

    Raises:
        BadSetup: The state is that of a different batch; nothing has changed.
    """
    there = _arrays(batch)
    for name, array in there.items():
        if not isinstance(state, Mapping) or name not in state:
            raise BadSetup(
                f"the state of a batch has an array {name!r}: not so this one"
            )
        given = np.asarray(state[name])
        if given.shape != array.shape or given.dtype != array.dtype:
            raise BadSetup(
                f"{name}: expected {array.dtype.name} of the shape {array.shape}, got "
                f"{given.dtype.name} of {given.shape}: the state of another batch"
            )
    backend = batch._backend  # noqa: SLF001
    backend.put(np.asarray(state["tables"]))
    for name, array in there.items():
        if name != "tables":
            backend.write(array, np.asarray(state[name]))


def save(batch: Any, path: Path) -> None:
    """Write a batch to a file atomically."""
    about = about_of(batch)
    kept = {
        "comptoir": "batch",
        "format": FORMAT,
        **about,
        "game": batch.game.name,
        "rules": batch.game.version,
    }
    content = np.frombuffer(msgspec.json.encode(kept), np.uint8)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with draft.open("xb") as file:
            np.savez_compressed(file, **{ABOUT: content, **state_of(batch)})  # type: ignore[arg-type]
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise BadSetup(f"{path} cannot be written: {why}") from None
    finally:
        draft.unlink(missing_ok=True)


def load(path: Path) -> tuple[dict[str, Any], BatchState]:
    """Return the constructor arguments and the state of the batch in a file."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            state = dict(file)
        about = msgspec.json.decode(state.pop(ABOUT).tobytes(), type=dict[str, Any])
        kind, form, rules = (about.pop(x) for x in ("comptoir", "format", "rules"))
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise BadRecord(f"{path}: cannot be read: {why}") from None
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile, msgspec.DecodeError):
        raise BadRecord(f"{path} is not a whole batch") from None
    if (kind, form) != ("batch", FORMAT):
        raise BadRecord(f"{path}: a batch of format {form}, expected {FORMAT}")
    game = registry.load(about["game"])
    if rules != game.version:
        raise BadRecord(
            f"{path}: played by version {rules} of the {game.name} rules, expected "
            f"{game.version}: batches play by the newest"
        )
    return about, state
