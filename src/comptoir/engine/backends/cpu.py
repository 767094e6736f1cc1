"""Where a batch runs: as plain Python, or compiled on some threads.

A runner owns a batch's tables and makes its arrays; `run` carries out one of the loops
of `steps` over all lanes. The third runner, on a GPU, is in `gpu_batch`.
"""

import os
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from comptoir.engine.kernels import batched
from comptoir.engine.model.game import Game
from comptoir.engine.rules.table import new_tables, pack, unpack

from .compiled import Compiled
from .threads import Helpers, cores

WORTH_A_THREAD = 64  # lanes; fewer are done before another thread has woken up
LINES = 16  # words, in which processors fetch and own memory: two cache lines

Array = np.ndarray[Any, Any]


class Runner(Protocol):
    """What a batch asks of the place it runs on."""

    tables: Any

    def array(self, like: Array) -> Any:
        """Return an array there with the same contents."""

    def write(self, array: Any, values: Any) -> None:
        """Write values of ours into an array there."""

    def read(self, array: Any) -> Array:
        """Return an array there as one of NumPy's."""

    def run(self, name: str, *arrays: Any) -> None:
        """Carry out a loop over all lanes."""


class InMemory:
    """What the two runners on the CPU share: their arrays are NumPy's."""

    tables: Array

    def array(self, like: Array) -> Array:
        """Return the array itself."""
        return like

    def write(self, array: Array, values: Any) -> None:
        """Write values into an array."""
        array[...] = values

    def read(self, array: Array) -> Array:
        """Return the array itself."""
        return array


class PlainRunner(InMemory):
    """Runs a batch as plain Python, for tests and where numba cannot be had."""

    def __init__(self, game: Game, boxes: Array, size: int):
        self.game = game
        self.boxes = [unpack(boxes[0])]
        self.tables = new_tables(game.table, size)
        self._plain = [unpack(record) for record in self.tables]
        self._scratch = ([0] * len(game.actions), [0] * game.observation)
        self._loops: dict[str, Any] = {}

    def run(self, name: str, *arrays: Any) -> None:
        """Carry out a loop on lists, and write what became of them to the arrays."""
        if name not in self._loops:
            self._loops[name] = self.game.plain(getattr(batched, name))
        lists = [_listed(array) for array in arrays]
        size = len(self._plain)
        self._loops[name](self._plain, self.boxes, *lists, self._scratch, 0, size)
        for array, listed in zip(arrays, lists, strict=True):
            _write_back(array, listed)
        for table, record in zip(self._plain, self.tables, strict=True):
            pack(table, record)
            table.journal.clear()


class ThreadRunner(InMemory):
    """Runs a batch compiled, each thread a stretch of lanes."""

    def __init__(
        self,
        game: Game,
        boxes: Array,
        size: int,
        threads: int | None = None,
        kernels: Compiled | None = None,
    ):
        self.kernels = kernels or Compiled(game)
        self.boxes = boxes
        self.tables = new_tables(game.table, size)
        most = max(1, size // WORTH_A_THREAD)
        self.threads = min(threads or cores(), most)
        self._spans = list(pairwise(_bounds(size, self.threads)))
        self._scratches = [_scratch(game) for _ in range(self.threads)]
        self._helpers = Helpers(self.threads - 1) if self.threads > 1 else None

    def run(self, name: str, *arrays: Any) -> None:
        """Carry out a compiled loop: whoever is done takes the next stretch."""
        loop: Callable[..., None] = getattr(self.kernels, name)
        given = (self.tables, self.boxes, *arrays)
        left = iter(self._spans)

        def work(scratch: tuple[Array, Array]) -> None:
            for first, end in left:
                loop(*given, scratch, first, end)

        own, *others = self._scratches
        if self._helpers:
            self._helpers.share(work, own, others)
        else:
            work(own)


def memory() -> int:
    """Return how many bytes of memory this machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # where the system does not tell
        return 1 << 62


def _bounds(size: int, threads: int) -> list[int]:
    """Return where stretches of lanes begin: long ones first, short ones to end together.

    Cores are not equally fast from one moment to the next, least of all those of a
    virtual machine: equal halves would wait for the slower one.
    """
    bounds = [0]
    while (rest := size - bounds[-1]) > 0:
        share = rest if threads == 1 else rest // (2 * threads)
        bounds.append(bounds[-1] + min(rest, max(share, WORTH_A_THREAD)))
    return bounds


def _scratch(game: Game) -> tuple[Array, Array]:
    """Return room for moves and a sight, on no cache line that another thread writes."""
    moves, sight = len(game.actions), game.observation
    room = np.zeros(moves + sight + 2 * LINES, np.int64)[LINES:-LINES]
    return room[:moves], room[moves:]


def _listed(array: Any) -> Any:
    if isinstance(array, tuple):
        return tuple(_listed(part) for part in array)
    return array.tolist()


def _write_back(array: Any, listed: Any) -> None:
    if isinstance(array, tuple):
        for part, values in zip(array, listed, strict=True):
            _write_back(part, values)
    else:
        array[...] = listed
