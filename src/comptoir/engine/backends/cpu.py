"""Where a batch runs on the CPU: as plain Python, or compiled on some threads.

A backend owns a batch's tables and makes its arrays; `run` carries out one of the kernels
over all tables. The third backend, on a GPU, is in `cuda`.
"""

import os
from collections import deque
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from comptoir.engine.kernels import KERNELS
from comptoir.engine.kernels.batched import scratch
from comptoir.engine.kernels.kernel import as_lists
from comptoir.engine.kernels.network import NetworkArrays
from comptoir.engine.model.game import Game
from comptoir.engine.rules.table import new_tables, pack, unpack

from .compiler import Compiled, kernels_of
from .threads import Helpers, cores

LONG = 2048  # tables of one call: Ctrl-C is heard between two
WORTH_A_THREAD = 64  # tables; fewer are done before another thread has woken up

Array = np.ndarray[Any, Any]


class Backend(Protocol):
    """What a batch asks of the place it runs on."""

    tables: Any

    def array(self, like: Array) -> Any:
        """Return an array there with the same contents."""

    def write(self, array: Any, values: Any) -> None:
        """Write values of ours into an array there."""

    def read(self, array: Any) -> Array:
        """Return an array there as one of NumPy's."""

    def put(self, tables: Array) -> None:
        """Lay other tables in place of those that are there."""

    def teach(self, network: NetworkArrays) -> None:
        """Give a network to the kernels whose bots have one."""

    def run(self, name: str, *arguments: Any) -> None:
        """Carry out a kernel over all tables."""


class InMemory:
    """What the two backends on the CPU share: their arrays are NumPy's."""

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

    def put(self, tables: Array) -> None:
        """Lay other tables in place of those that are there."""
        self.tables[...] = tables


class PlainBackend(InMemory):
    """Runs a batch as plain Python, for tests and where numba cannot be had."""

    def __init__(self, game: Game, boxes: Array, size: int):
        self.game = game
        self.boxes = [unpack(boxes[0])]
        self.tables = new_tables(game.table, size)
        self._plain = [unpack(record) for record in self.tables]
        self._scratch = self._taught = as_lists(scratch(game))
        self._loops: dict[str, Any] = {}

    def put(self, tables: Array) -> None:
        """Lay other tables in place of those that are there."""
        super().put(tables)
        self._plain = [unpack(record) for record in self.tables]

    def teach(self, network: NetworkArrays) -> None:
        """Give a network to the kernels whose bots have one."""
        self._taught = as_lists(scratch(self.game, network))

    def run(self, name: str, *arguments: Any) -> None:
        """Carry out a kernel on lists, and write what became of them to the arrays."""
        if name not in self._loops:
            self._loops[name] = self.game.plain(KERNELS[name].loop)
        lists = [as_lists(array) for array in arguments]
        size = len(self._plain)
        own = self._scratch if KERNELS[name].ahead else self._taught
        self._loops[name](self._plain, self.boxes, *lists, own, 0, size)
        for array, listed in zip(arguments, lists, strict=True):
            _write_back(array, listed)
        for table, record in zip(self._plain, self.tables, strict=True):
            table.journal.clear()
            pack(table, record)


class ThreadBackend(InMemory):
    """Runs a batch compiled, each thread a range of its tables at a time."""

    def __init__(
        self,
        game: Game,
        boxes: Array,
        size: int,
        threads: int | None = None,
        kernels: Compiled | None = None,
    ):
        self.game = game
        self.kernels = kernels or kernels_of(game)
        self.boxes = boxes
        self.tables = new_tables(game.table, size)
        most = max(1, size // WORTH_A_THREAD)
        self.threads = min(threads or cores(), most)
        self._ranges = list(pairwise(_bounds(size, self.threads)))
        self._scratches = [scratch(game) for _ in range(self.threads)]
        self._taught = self._scratches
        self._helpers = Helpers(self.threads - 1) if self.threads > 1 else None

    def teach(self, network: NetworkArrays) -> None:
        """Give a network to the kernels whose bots have one."""
        self._taught = [scratch(self.game, network) for _ in range(self.threads)]

    def run(self, name: str, *arguments: Any) -> None:
        """Carry out a compiled kernel."""
        loop: Callable[..., None] = self.kernels.ready(name)
        given = (self.tables, self.boxes, *arguments)
        scratches = self._scratches if KERNELS[name].ahead else self._taught
        if len(self._ranges) == 1:
            loop(*given, scratches[0], 0, len(self.tables))
        else:
            self._share(loop, given, scratches)

    def _share(
        self, loop: Callable[..., None], given: tuple[Any, ...], scratches: list[Any]
    ) -> None:
        """Go through the ranges: whoever is done takes the next one."""
        left = iter(self._ranges)

        def work(own: tuple[Any, ...]) -> None:
            try:
                for first, end in left:
                    loop(*given, own, first, end)
            except BaseException:
                deque(left, maxlen=0)  # interrupted: nobody takes another range
                raise

        if self._helpers:
            self._helpers.share(work, scratches[0], scratches[1:])
        else:
            work(scratches[0])


def memory() -> int:
    """Return how many bytes of memory this machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # where the system does not tell
        return 1 << 62


def _bounds(size: int, threads: int) -> list[int]:
    """Return where ranges of tables begin: long ones first, short ones to end together.

    Cores are not equally fast from one moment to the next, least of all those of a
    virtual machine: equal halves would wait for the slower one.
    """
    bounds = [0]
    while (rest := size - bounds[-1]) > 0:
        share = rest if threads == 1 else rest // (2 * threads)
        bounds.append(bounds[-1] + min(rest, max(min(share, LONG), WORTH_A_THREAD)))
    return bounds


def _write_back(array: Any, listed: Any) -> None:
    if isinstance(array, tuple):
        for part, values in zip(array, listed, strict=True):
            _write_back(part, values)
    else:
        array[...] = listed
