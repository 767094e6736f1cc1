"""Runs kernels compiled to WebAssembly through a host, such as a browser page.

The host has loaded one game's module. Arrays lie in the module's memory; this code reads and
writes them without NumPy.
"""

import struct
import weakref
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from math import prod
from typing import Any, Protocol

from comptoir.engine.kernels import KERNELS
from comptoir.engine.model.game import Game
from comptoir.engine.rules.fields import FieldRecord
from comptoir.engine.rules.table import Plain, packed

ALIGNED = 16  # bytes; every array begins at a multiple of it
CODES = {  # format characters of `struct`, by NumPy dtype
    "?": "?", "i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I",
    "i8": "q", "f2": "e", "f4": "f", "f8": "d",
}  # fmt: skip


class WasmHost(Protocol):
    """Interface to a loaded WebAssembly module of one game: its memory and its kernels."""

    heap: int  # the first address that the module leaves free

    def reserve(self, end: int) -> None:
        """Grow the memory until it has `end` bytes."""

    def write(self, address: int, content: bytes) -> None:
        """Copy bytes into the memory."""

    def read(self, address: int, size: int) -> bytes:
        """Return bytes of the memory."""

    def call(self, kernel: str, arguments: list[Any]) -> None:
        """Call a kernel with numbers, and arrays as `[address, item size, *shape]`."""


class WasmArray:
    """An array in a host's memory; whole rows are read and written."""

    def __init__(self, host: WasmHost, address: int, code: str, shape: tuple[int, ...]):
        self.host = host
        self.address = address
        self.code = code
        self.shape = shape

    @property
    def words(self) -> list[int]:
        """The array as an argument of a call."""
        return [self.address, struct.calcsize(self.code), *self.shape]

    def __len__(self) -> int:
        return self.shape[0]

    def tobytes(self) -> bytes:
        """Return the bytes of the whole array."""
        return self.host.read(
            self.address, struct.calcsize(self.code) * prod(self.shape)
        )

    def tolist(self) -> list[Any]:
        """Return the array as a list of numbers, or of rows."""
        rows = self[:]
        width = prod(self.shape[1:])
        if len(self.shape) == 1:
            return [*rows]
        return [[*rows[at : at + width]] for at in range(0, len(rows), width)]

    def _place(self, index: int | slice) -> tuple[int, int]:
        """Return the address of one row or of several, and how many numbers they have."""
        if isinstance(index, slice):
            first, end, _ = index.indices(len(self))
        else:
            first, end = index, index + 1
            if not 0 <= index < len(self):
                raise IndexError(f"row {index} of {len(self)}")
        row = prod(self.shape[1:])
        return self.address + first * row * struct.calcsize(self.code), (
            end - first
        ) * row

    def __getitem__(self, index: int | slice) -> Any:
        address, count = self._place(index)
        form = f"<{count}{self.code}"
        numbers = struct.unpack(form, self.host.read(address, struct.calcsize(form)))
        alone = isinstance(index, int) and len(self.shape) == 1
        return numbers[0] if alone else numbers

    def __setitem__(self, index: int | slice, value: Any) -> None:
        address, count = self._place(index)
        numbers = [value] * count if isinstance(value, int | float) else value
        self.host.write(address, struct.pack(f"<{count}{self.code}", *numbers))


class WasmKernels:
    """A game's kernels on a host, which are called like compiled ones.

    Args:
        game: The game.
        host: The host that has loaded its module.
    """

    slice = (
        0.02  # seconds of a search between two checks of the clock, which are slow here
    )

    def __init__(self, game: Game, host: WasmHost):
        self.game = game
        self.host = host
        self._end = host.heap
        self._unused: defaultdict[int, list[int]] = defaultdict(list)

    def __getattr__(self, name: str) -> Any:
        if name not in KERNELS:
            raise AttributeError(f"no kernel {name!r}: expected {', '.join(KERNELS)}")
        return partial(self._run, name)

    def load(self, name: str) -> bool:
        """Return True: a module holds all its kernels."""
        return True

    def zeros(self, kind: str, *shape: int) -> WasmArray:
        """Return an array of zeros in the host's memory."""
        return self._array(CODES[kind], shape)

    def records(self, record: type[FieldRecord], count: int) -> WasmArray:
        """Return room for some tables or boxes."""
        return self._array(f"{record.packing().size}s", (count,))

    def put(self, plain: Plain, record: type[FieldRecord], where: WasmArray) -> None:
        """Write a plain table or box as the first record of an array."""
        self.host.write(where.address, packed(plain, record))

    def _array(self, code: str, shape: tuple[int, ...]) -> WasmArray:
        size = -(-struct.calcsize(code) * prod(shape) // ALIGNED) * ALIGNED
        if unused := self._unused[size]:
            address = unused.pop()
        else:
            address = -(-self._end // ALIGNED) * ALIGNED
            self._end = address + size
            self.host.reserve(self._end)
        self.host.write(address, bytes(size))
        array = WasmArray(self.host, address, code, shape)
        weakref.finalize(array, self._unused[size].append, address)
        return array

    def _run(self, name: str, *arguments: Any) -> None:
        self.host.call(name, [*_flat(arguments)])


def _flat(arguments: tuple[Any, ...]) -> Iterator[Any]:
    """Yield the numbers and arrays in nested tuples, as compiled code takes them."""
    for one in arguments:
        if isinstance(one, tuple):
            yield from _flat(one)
        else:
            yield one.words if isinstance(one, WasmArray) else one
