"""Turns LLVM's object file into a WebAssembly module, in place of a linker.

An object file is a module that a linker would combine with others: it imports its memory and
stack pointer, and its addresses already assume that its data begins at 0. For a single file
it is enough to export some functions, and to drop what only linkers read.

The format: https://webassembly.github.io/spec/core/binary and, for the section `linking`,
https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md
"""

from collections.abc import Collection, Iterator

from comptoir.engine.errors import ComptoirError

HEADER = b"\0asm\1\0\0\0"
CUSTOM, IMPORTS, EXPORTS, DATA = 0, 2, 7, 11  # sections
ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11)  # the order of sections in a module
FUNCTION, TABLE, MEMORY, GLOBAL = range(4)  # kinds of imports and exports
SYMBOLS = 8  # the subsection of `linking` that names functions
SYMBOL_DATA, SYMBOL_SECTION = 1, 3  # kinds of symbols other than functions
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40  # flags of symbols
I32_CONST = 0x41


class Reader:
    """Reads numbers and names from bytes, one after the other."""

    def __init__(self, content: bytes):
        self.content = content
        self.at = 0

    @property
    def more(self) -> bool:
        """True if bytes are left."""
        return self.at < len(self.content)

    def byte(self) -> int:
        """Return the next byte."""
        self.at += 1
        return self.content[self.at - 1]

    def number(self) -> int:
        """Return the next number (unsigned LEB128)."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:  # noqa: PLR2004 - the last byte of a number
                return value

    def take(self, size: int) -> bytes:
        """Return some bytes."""
        self.at += size
        return self.content[self.at - size : self.at]

    def name(self) -> str:
        """Return the next name."""
        return self.take(self.number()).decode()


def number(value: int) -> bytes:
    """Encode a number as unsigned LEB128."""
    found = bytearray()
    while value > 0x7F:  # noqa: PLR2004 - seven bits a byte
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def to_module(content: bytes, exported: Collection[str]) -> bytes:
    """Convert an object file to a module that exports some functions under their names.

    Raises:
        ComptoirError: It imports functions that no host provides.
    """
    kept: dict[int, bytes] = {}
    symbols: dict[str, int] = {}
    for kind, body in sections(content):
        if kind != CUSTOM:
            kept[kind] = body
        elif (reader := Reader(body)).name() == "linking":
            symbols = dict(_functions(reader))
    if missing := [*_imported_functions(kept[IMPORTS])]:
        raise ComptoirError(f"the kernels call {', '.join(missing)}: no host has them")
    entries = [
        number(len(name)) + name.encode() + bytes([FUNCTION]) + number(symbols[name])
        for name in exported
    ]
    kept[EXPORTS] = number(len(entries)) + b"".join(entries)
    parts = [
        bytes([kind]) + number(len(kept[kind])) + kept[kind]
        for kind in ORDER
        if kind in kept
    ]
    return HEADER + b"".join(parts)


def sections(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the kind and content of each section of a module."""
    reader = Reader(content)
    reader.take(len(HEADER))
    while reader.more:
        kind = reader.byte()
        yield kind, reader.take(reader.number())


def data_end(content: bytes) -> int:
    """Return the first address after the data of a module."""
    end = 0
    for kind, body in sections(content):
        if kind == DATA:
            reader = Reader(body)
            for _ in range(reader.number()):
                assert reader.take(2) == bytes([0, I32_CONST])
                address = reader.number()
                reader.byte()  # the end of the expression
                size = reader.number()
                reader.take(size)
                end = max(end, address + size)
    return end


def _imported_functions(body: bytes) -> Iterator[str]:
    """Yield the names of imported functions."""
    reader = Reader(body)
    for _ in range(reader.number()):
        reader.name()
        name, kind = reader.name(), reader.byte()
        if kind == FUNCTION:
            reader.number()
            yield name
        elif kind == GLOBAL:
            reader.take(2)
        else:
            if kind == TABLE:
                reader.byte()
            bounded = reader.number() & 1
            reader.number()
            if bounded:
                reader.number()


def _functions(reader: Reader) -> Iterator[tuple[str, int]]:
    """Yield the name and index of each function that an object file defines."""
    reader.number()  # the version of the format
    while reader.more:
        kind, size = reader.byte(), reader.number()
        part = Reader(reader.take(size))
        for _ in range(part.number() if kind == SYMBOLS else 0):
            yield from _symbol(part)


def _symbol(part: Reader) -> Iterator[tuple[str, int]]:
    kind, flags = part.byte(), part.number()
    if kind == SYMBOL_SECTION:
        part.number()
    elif kind == SYMBOL_DATA:
        part.name()
        if not flags & UNDEFINED:
            part.number(), part.number(), part.number()
    else:
        index = part.number()
        if not flags & UNDEFINED or flags & EXPLICIT_NAME:
            name = part.name()
            if kind == FUNCTION:
                yield name, index
