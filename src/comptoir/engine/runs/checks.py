"""Checks of the arguments of batches: counts, words, and arrays of the right shape."""

from typing import Any

import numpy as np

from comptoir.engine.backends.cpu import memory
from comptoir.engine.backends.cuda import free_gpu_memory
from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.loop import STATE_WORDS
from comptoir.engine.model.actions import whole_number
from comptoir.engine.model.game import Game

Array = np.ndarray[Any, Any]


def count(name: str, value: Any) -> int:
    """Return a value if it is a whole number of at least 1."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise BadSetup(f"{name} {value!r}: expected a whole number from 1 on")
    return int(value)


def games(value: Any) -> int:
    """Return a number of games if it is a whole number of at least 1."""
    number = whole_number(value)
    if number is None:
        raise BadSetup(f"games {value!r}: expected a whole number from 1 on")
    if number < 1:
        raise BadSetup(f"expected at least 1 game, got {value!r}")
    return number


def among(name: str, value: Any, size: int) -> int:
    """Return an index if it is a whole number from 0 to `size` − 1."""
    number = whole_number(value)
    if number is None or not 0 <= number < size:
        raise BadSetup(f"no {name} {value!r}: expected 0 to {size - 1}")
    return number


def one_of(name: str, value: Any, allowed: tuple[str, ...]) -> str:
    """Return a value if it is one of the allowed words."""
    if value not in allowed:
        raise BadSetup(f"{name} {value!r}: expected one of {', '.join(allowed)}")
    return str(value)


def shaped(name: str, values: Any, shape: tuple[int, ...], kinds: str) -> Array:
    """Return values as an array if their shape and dtype are as expected."""
    array = np.asarray(values)
    if array.shape != shape:
        raise BadSetup(f"{name}: expected the shape {shape}, got {array.shape}")
    if array.dtype.kind not in kinds:
        kind = "truth values" if kinds == "b" else "whole numbers"
        raise BadSetup(f"{name}: expected {kind}, got {array.dtype}")
    return array


def memory_for(
    game: Game, seats: int, size: int, device: str, dtype: np.dtype[Any]
) -> None:
    """Raise BadSetup if a batch does not fit into memory, and name the largest one that
    does.
    """
    free = free_gpu_memory() if device == "cuda" else memory()
    seen = len(game.actions.choices) + 2 * dtype.itemsize * game.observation
    each = game.table.itemsize + seen + 24 * seats + 8 * (STATE_WORDS + 4)
    if size * each > free:
        raise BadSetup(
            f"a batch of {size} needs {size * each / 1e9:.1f} GB: at most "
            f"{free // each} tables of {game.name} fit into {free / 1e9:.1f} GB"
        )
