"""The CPU backends of a batch: plain Python, or compiled on several threads.

A backend owns a batch's tables and allocates its arrays; `run` runs a kernel over all
tables. The GPU backend is in `cuda`.
"""

import os
from collections import deque
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from comptoir.engine.kernels import BY_POLICY, KERNELS
from comptoir.engine.kernels.batched import scratch
from comptoir.engine.kernels.kernel import as_lists
from comptoir.engine.kernels.network import NetworkArrays
from comptoir.engine.model.game import Game
from comptoir.engine.rules.table import new_tables, pack, unpack

from .compiler import Compiled, kernels_of
from .threads import Helpers, cores

LONG = 2048  # tables per call; Ctrl-C takes effect between calls
WORTH_A_THREAD = (
    64  # tables; with fewer, the work is done before another thread wakes up
)

Array = np.ndarray[Any, Any]


class Backend(Protocol):
    """The interface between a batch and the device it runs on."""

    tables: Any

    def array(self, like: Array) -> Any:
        """Return an array on the device with the same contents."""

    def write(self, array: Any, values: Any) -> None:
        """Copy values into an array on the device."""

    def read(self, array: Any) -> Array:
        """Return an array on the device as a NumPy array."""

    def put(self, tables: Array) -> None:
        """Replace the tables."""

    def teach(self, network: NetworkArrays) -> None:
        """Load a network for the bots that play by a policy."""

    def run(self, name: str, *arguments: Any) -> None:
        """Run a kernel over all tables."""


class InMemory:
    """Base class of the two CPU backends, whose arrays are NumPy arrays."""

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
        """Replace the tables."""
        self.tables[...] = tables


class PlainBackend(InMemory):
    """Runs a batch as plain Python, for tests and systems without numba."""

    def __init__(self, game: Game, boxes: Array, size: int):
        self.game = game
        self.boxes = [unpack(boxes[0])]
        self.tables = new_tables(game.table, size)
        self._plain = [unpack(record) for record in self.tables]
        self._scratch = self._taught = as_lists(scratch(game))
        self._loops: dict[str, Any] = {}

    def put(self, tables: Array) -> None:
        """Replace the tables."""
        super().put(tables)
        self._plain = [unpack(record) for record in self.tables]

    def teach(self, network: NetworkArrays) -> None:
        """Load a network for the bots that play by a policy."""
        self._taught = as_lists(scratch(self.game, network))

    def run(self, name: str, *arguments: Any) -> None:
        """Run a kernel on lists, and copy the results back to the arrays."""
        if name not in self._loops:
            self._loops[name] = self.game.plain(KERNELS[name].loop)
        lists = [as_lists(array) for array in arguments]
        size = len(self._plain)
        own = self._taught if name.endswith(BY_POLICY) else self._scratch
        self._loops[name](self._plain, self.boxes, *lists, own, 0, size)
        for array, listed in zip(arguments, lists, strict=True):
            _write_back(array, listed)
        for table, record in zip(self._plain, self.tables, strict=True):
            table.journal.clear()
            pack(table, record)


class ThreadBackend(InMemory):
    """Runs a batch with compiled kernels; each thread takes a range of tables at a time."""

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
        """Load a network for the bots that play by a policy."""
        self._taught = [scratch(self.game, network) for _ in range(self.threads)]

    def run(self, name: str, *arguments: Any) -> None:
        """Run a compiled kernel."""
        loop: Callable[..., None] = self.kernels.ready(name)
        given = (self.tables, self.boxes, *arguments)
        scratches = self._taught if name.endswith(BY_POLICY) else self._scratches
        if len(self._ranges) == 1:
            loop(*given, scratches[0], 0, len(self.tables))
        else:
            self._share(loop, given, scratches)

    def _share(
        self, loop: Callable[..., None], given: tuple[Any, ...], scratches: list[Any]
    ) -> None:
        """Process the ranges on all threads; a thread that is done takes the next range."""
        left = iter(self._ranges)

        def work(own: tuple[Any, ...]) -> None:
            try:
                for first, end in left:
                    loop(*given, own, first, end)
            except BaseException:
                deque(left, maxlen=0)  # interrupted: discard the ranges not yet taken
                raise

        if self._helpers:
            self._helpers.share(work, scratches[0], scratches[1:])
        else:
            work(scratches[0])


def memory() -> int:
    """Return the bytes of memory of this machine."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # not available on this system
        return 1 << 62


def _bounds(size: int, threads: int) -> list[int]:
    """Return the bounds of ranges of tables: long ranges first, then shorter ones.

    The speed of cores varies, above all in virtual machines. With equal ranges, all would
    wait for the slowest core; short last ranges let them finish together.
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
