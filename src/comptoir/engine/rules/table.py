"""The table: one NumPy record that holds a game in progress, packed or laid out plain."""

from typing import TYPE_CHECKING, Any

import numpy as np

from .rng import BLOCK_WORDS, KEY_WORDS
from .rule import rule

Table = Any  # a plain table, a NumPy record or a Numba record: rules cannot tell
Box = Any

NOBODY = -1
MOST_SEATS = 8  # that any game may have

# What the engine itself keeps on every table: the seats and the state of chance.
ENGINE_FIELDS = [
    ("key", "u4", KEY_WORDS),
    ("stream", "i8"),
    ("counter", "i8"),
    ("block", "u4", BLOCK_WORDS),
    ("used", "i2"),
    ("seats", "i2"),
]


def table_dtype(fields: list[Any]) -> np.dtype[Any]:
    """Return the record of a game's fields, with the engine's own before them.

    Its size is an odd number of 16 bytes: a GPU copies 16 at a time, and in its shared
    memory, whose banks repeat, the same field of neighbours then lies in other banks.
    """
    record = np.dtype(ENGINE_FIELDS + fields, align=True)
    spare = -(record.itemsize // 8 - 2) % 4
    if not spare:
        return record
    return np.dtype([*ENGINE_FIELDS, *fields, ("spacer", "i8", spare)], align=True)


class Plain:
    """A record laid out as Python integers and nested lists, for plain runs.

    Integers do not wrap and lists are quick to read; `journal` collects what happens.
    """

    __slots__ = ("__dict__", "journal")

    def __init__(self, **fields: Any):
        self.__dict__.update(fields)
        self.journal: list[tuple[int, ...]] = []

    if TYPE_CHECKING:  # the fields are those of the record

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]


def unpack(record: Any) -> Plain:
    """Lay a record out as plain integers and lists."""
    return Plain(**{name: record[name].tolist() for name in record.dtype.names})


def pack(t: Plain, record: Any) -> None:
    """Write a plain table into a record, every value in full or not at all."""
    for name in record.dtype.names:
        value = np.asarray(getattr(t, name), dtype=np.int64)
        field = record.dtype[name].base
        if field.kind in "iu":
            limits = np.iinfo(field)
            if value.min(initial=0) < limits.min or value.max(initial=0) > limits.max:
                raise OverflowError(f"{name} holds {value.tolist()}, beyond {field}")
        record[name] = value


def copy(t: Plain) -> Plain:
    """Copy a plain table, without its journal."""
    return Plain(**{name: _copied(value) for name, value in vars(t).items()})


def _copied(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    rows = value and isinstance(value[0], list)
    return [_copied(row) for row in value] if rows else value.copy()


def new_tables(dtype: np.dtype[Any], count: int) -> np.ndarray[Any, Any]:
    """Return `count` empty records."""
    return np.zeros(count, dtype)


@rule
def left_of(t: Table, seat: int) -> int:
    """Return the seat to the left: the next one clockwise."""
    return 0 if seat + 1 == t.seats else seat + 1
