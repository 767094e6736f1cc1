"""Tables, which hold games in progress: as plain Python lists or packed NumPy records."""

from collections.abc import Iterator
from operator import index
from struct import Struct
from typing import TYPE_CHECKING, Any

from .fields import LIMITS, UNSEEN, Field, FieldRecord, field
from .rng import BLOCK_WORDS, KEY_WORDS
from .rule import rule

if TYPE_CHECKING:
    import numpy as np

NOBODY = -1
MOST_SEATS = 8  # the limit for any game
BANK = 4  # words of 8 bytes; see `Table.layout`
SPACER = "spacer"  # the column that pads a record


class Table(FieldRecord):
    """The engine's own fields of every table: the state of chance and the seats.

    A game subclasses it with the fields of the game. Rules are written and type-checked
    against that class; at run time they receive a plain table, a NumPy record or a compiled
    record, which behave alike.
    """

    key = field("u4", KEY_WORDS, seen_by=UNSEEN)
    stream = field("i8", seen_by=UNSEEN)
    counter = field("i8", seen_by=UNSEEN)
    block = field("u4", BLOCK_WORDS, seen_by=UNSEEN)
    used = field("i2", seen_by=UNSEEN)
    seats = field("i2")

    if TYPE_CHECKING:  # only plain tables have it
        journal: list[tuple[int, ...]]

    @classmethod
    def layout(cls) -> "np.dtype[Any]":
        """Return the record type, padded to an odd multiple of 16 bytes.

        A GPU copies 16 bytes at a time. With an odd multiple, the same field of neighbouring
        tables lies in different banks of shared memory.
        """
        import numpy as np  # noqa: PLC0415 - plain runs do without

        record = super().layout()
        spare = _spare(record.itemsize)
        if not spare:
            return record
        columns = [(name, record[name]) for name in record.names or ()]
        return np.dtype([*columns, (SPACER, "i8", spare)], align=True)

    @classmethod
    def packing(cls) -> Struct:
        """Return the same layout for the standard library."""
        record = super().packing()
        return Struct(f"{record.format}{8 * _spare(record.size)}x")

    @classmethod
    def own_fields(cls) -> dict[str, Field]:
        """Return the game's fields, without the engine's."""
        return {n: one for n, one in cls.fields.items() if n not in Table.fields}


def _spare(size: int) -> int:
    """Return the words of 8 bytes that pad a table of this size."""
    return -(size // 8 - 2) % BANK


class Box(FieldRecord):
    """Base class of boxes; a game's subclass adds its components and options."""


class Plain:
    """A record as Python integers and nested lists, for plain runs.

    Python integers do not overflow, and lists are fast to index. `journal` collects events.
    """

    __slots__ = ("__dict__", "journal")

    def __init__(self, **fields: Any):
        self.__dict__.update(fields)
        self.journal: list[tuple[int, ...]] = []

    if TYPE_CHECKING:  # its attributes are the record's fields

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]


def empty(record: type[FieldRecord]) -> Plain:
    """Return a plain record with all numbers 0."""
    stored = {name: one for name, one in record.fields.items() if one.stored}
    return Plain(**{name: _zeros(one.shape) for name, one in stored.items()})


def _zeros(shape: tuple[int, ...]) -> Any:
    return [_zeros(shape[1:]) for _ in range(shape[0])] if shape else 0


def settle(t: Plain, record: type[FieldRecord]) -> None:
    """Convert the values in a plain record to ints and lists of the declared shape.

    A single number fills a whole row, as in NumPy broadcasting.

    Raises:
        ValueError: A row has the wrong length.
        OverflowError: A number is out of its field's range.
    """
    filled = vars(t)
    for name, one in record.fields.items():
        if one.stored:
            limits = LIMITS[one.width]
            filled[name] = _settled(name, filled[name], one.shape, limits)


def _settled(
    name: str, value: Any, shape: tuple[int, ...], limits: tuple[int, int]
) -> Any:
    if not shape:
        number = index(value)
        if not limits[0] <= number <= limits[1]:
            raise OverflowError(
                f"{name} holds {number}, not {limits[0]} to {limits[1]}"
            )
        return int(number)
    rows = list(value) if hasattr(value, "__len__") else [value] * shape[0]
    if len(rows) != shape[0]:
        raise ValueError(f"{name}: expected {shape[0]} numbers, got {len(rows)}")
    return [_settled(name, row, shape[1:], limits) for row in rows]


def unpack(record: Any) -> Plain:
    """Convert a NumPy record to a plain one."""
    names = (name for name in record.dtype.names if name != SPACER)
    return Plain(**{name: record[name].tolist() for name in names})


def pack(t: Plain, record: Any) -> None:
    """Write a plain table into a NumPy record; raise OverflowError if a value does not fit."""
    import numpy as np  # noqa: PLC0415 - plain runs do without

    for name in record.dtype.names:
        if name == SPACER:
            continue
        value = np.asarray(getattr(t, name), dtype=np.int64)
        field = record.dtype[name].base
        if field.kind in "iu":
            limits = np.iinfo(field)
            if value.min(initial=0) < limits.min or value.max(initial=0) > limits.max:
                raise OverflowError(f"{name} holds {value.tolist()}, beyond {field}")
        record[name] = value


def packed(t: Plain, record: type[FieldRecord]) -> bytes:
    """Return the bytes of a plain record, as `pack` writes them; needs no NumPy.

    Raises:
        struct.error: A number is out of its field's range.
    """
    stored = (name for name, one in record.fields.items() if one.stored)
    numbers = (number for name in stored for number in _flat(getattr(t, name)))
    return record.packing().pack(*numbers)


def _flat(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        for row in value:
            yield from _flat(row)
    else:
        yield value


def copy(t: Plain) -> Plain:
    """Return a copy of a plain table, without its journal."""
    return Plain(**{name: _copied(value) for name, value in vars(t).items()})


def _copied(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    rows = value and isinstance(value[0], list)
    return [_copied(row) for row in value] if rows else value.copy()


def new_tables(dtype: "np.dtype[Any]", count: int) -> "np.ndarray[Any, Any]":
    """Return an array of `count` zeroed records."""
    import numpy as np  # noqa: PLC0415 - plain runs do without

    return np.zeros(count, dtype)


@rule
def left_of(t: Table, seat: int) -> int:
    """Return the seat to the left: the next one clockwise."""
    return 0 if seat + 1 == t.seats else seat + 1
