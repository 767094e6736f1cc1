"""Declares the fields of tables and boxes once, for mypy, NumPy and all derived functions.

`hand = field("i1", SEATS, GOOD_NAMES, seen_by=OWNER)` is a list of lists for mypy and rows of
bytes for NumPy. It also tells views and observations that each seat sees only its own row.
Whatever follows from such declarations is derived, not repeated in each game.
"""

from collections.abc import Iterator, Sequence
from enum import Enum, IntEnum
from math import prod
from struct import Struct
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypedDict, Unpack, overload

import msgspec

if TYPE_CHECKING:
    import numpy as np

NOTHING = -1  # in fields that select from a list: none; in fields of seats: nobody
NUMBER: tuple[str, ...] = ("number",)
SEAT: tuple[str, ...] = ("seat",)  # for fields that hold a seat, or nobody
FLAG = ("no", "yes")

Width = Literal["i1", "i2", "i4", "i8", "u4"]
LIMITS: dict[
    Width, tuple[int, int]
] = {  # the smallest and largest number of each width
    "i1": (-(1 << 7), (1 << 7) - 1),
    "i2": (-(1 << 15), (1 << 15) - 1),
    "i4": (-(1 << 31), (1 << 31) - 1),
    "i8": (-(1 << 63), (1 << 63) - 1),
    "u4": (0, (1 << 32) - 1),
}
CODES: dict[Width, str] = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u4": "I"}
Axis = int | range | Sequence[str]  # a length; the game's seats; names of the entries
Meaning = (
    tuple[str, ...] | type[IntEnum]
)  # NUMBER, SEAT, or the names that the number selects


class Visibility(Enum):
    """Which seats see a field of a table; the referee sees all fields."""

    EVERYONE = "everyone"
    OWNER = "owner"  # each seat sees its own row; the first axis must be the seats
    UNSEEN = "unseen"
    UNSHOWN = "unshown"  # bookkeeping: not secret, but left out of views
    SCRATCH = "scratch"  # scratch space, which every move must leave as the deal set it


EVERYONE, OWNER, UNSEEN = Visibility.EVERYONE, Visibility.OWNER, Visibility.UNSEEN
UNSHOWN, SCRATCH = Visibility.UNSHOWN, Visibility.SCRATCH


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One field of a record: its numbers, their meaning and who sees them."""

    width: Width
    axes: tuple[Any, ...] = ()
    of: Any = NUMBER
    seen_by: Visibility = Visibility.EVERYONE
    remembered: bool = False  # the field is hidden, but attentive players know it
    least: int | None = None
    most: int | None = None
    # For a place of cards: the number of each kind in the deck, or the box's field that holds
    # it.
    deck: str | int | None = None
    open_if: str | None = None  # option that makes the field visible to everyone
    known: str | None = (
        None  # field with the cards that everyone knows to be in this place
    )
    # For a seat's sealed choice: the phase in which all are open, and the field that says what
    # a seat may have chosen: a row of counts by choice, or the largest number.
    sealed_until: Any = None
    sealed_from: str | None = None
    # the numbers that stand for seat 0, if further numbers stand for the seats after it
    seats_from: tuple[int, ...] = ()

    @property
    def stored(self) -> bool:
        """True if the record has the field; some fields are only read by `fill_box`."""
        return True

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each axis."""
        return tuple(map(_length, self.axes))

    @property
    def by_seat(self) -> bool:
        """True if the first axis is the seats."""
        return bool(self.axes) and isinstance(self.axes[0], range)

    @property
    def hidden(self) -> bool:
        """True if some seat does not see all of it."""
        return self.seen_by in (Visibility.OWNER, Visibility.UNSEEN)

    @property
    def chooses(self) -> bool:
        """True if its numbers select from a list of names."""
        return self.of not in (NUMBER, SEAT)

    @property
    def sealed(self) -> bool:
        """True if it holds choices that are secret until a phase; -1 if not yet made."""
        return self.sealed_until is not None

    @property
    def choices(self) -> int:
        """The number of options that a value of this field can select."""
        return len(self.of)

    def names(self, axis: int) -> tuple[str, ...] | None:
        """Return the names of the entries along an axis; None if they have none."""
        given = self.axes[axis]
        return None if isinstance(given, int | range) else tuple(given)

    def bounds(self, seats: int) -> tuple[int, int]:
        """Return the smallest and largest value that its numbers may have."""
        if self.of is NUMBER:
            least, most = NOTHING if self.sealed else 0, LIMITS[self.width][1]
        elif self.of is SEAT:
            least, most = NOTHING, seats - 1
        else:
            always = self.of is FLAG or isinstance(self.of, type)
            always = always and not self.sealed
            least, most = 0 if always else NOTHING, self.choices - 1
        return (
            least if self.least is None else self.least,
            most if self.most is None else self.most,
        )


def _length(axis: Axis) -> int:
    if isinstance(axis, int):
        return axis
    return axis[-1] if isinstance(axis, range) else len(axis)


class Settings(TypedDict, total=False):
    """Keyword arguments of `field()`; see `Field`."""

    of: Meaning
    seen_by: Visibility
    remembered: bool
    least: int
    most: int
    deck: str | int
    known: str
    open_if: str
    seats_from: tuple[int, ...]
    sealed_until: IntEnum
    sealed_from: str


@overload
def field(width: Width, /, **settings: Unpack[Settings]) -> int: ...
@overload
def field(width: Width, axis: Axis, /, **settings: Unpack[Settings]) -> list[int]: ...
@overload
def field(
    width: Width, axis: Axis, other: Axis, /, **settings: Unpack[Settings]
) -> list[list[int]]: ...
@overload
def field(
    width: Width, axis: Axis, other: Axis, third: Axis, /, **settings: Unpack[Settings]
) -> list[list[list[int]]]: ...
def field(width: Width, /, *axes: Axis, **settings: Unpack[Settings]) -> Any:
    """Declare a field by the width of its numbers, its axes, and settings of `Field`."""
    if settings.get("sealed_until") is not None:
        settings.setdefault("seen_by", Visibility.OWNER)
    made = Field(width=width, axes=axes, **settings)
    if isinstance(made.of, range):
        raise TypeError(
            f"of={made.of}: expected names; numbers need only `least=` and `most=`"
        )
    if made.sealed and (made.seen_by is not Visibility.OWNER or len(axes) != 1):
        raise TypeError(
            "sealed_until: expected one number for each seat, seen by its owner"
        )
    if made.seen_by is Visibility.OWNER and not made.by_seat:
        raise TypeError("seen_by=OWNER: expected the seats as the first axis, a range")
    return made


class _Layout:
    """The record's NumPy type, created on first use because plain runs need none."""

    def __get__(self, _: None, record: "type[FieldRecord]") -> "np.dtype[Any]":
        record.dtype = record.layout()
        return record.dtype


class FieldRecord:
    """Base class of records; a subclass's fields follow those of its base class."""

    fields: ClassVar[dict[str, Field]] = {}
    if TYPE_CHECKING:
        dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls) -> None:
        """Collect the fields in the order of their declaration."""
        own = {name: one for name, one in vars(cls).items() if isinstance(one, Field)}
        cls.fields = {**cls.fields, **own}
        cls.dtype = _Layout()  # type: ignore[assignment]

    @classmethod
    def layout(cls) -> "np.dtype[Any]":
        """Return the record type for NumPy and compiled code."""
        import numpy as np  # noqa: PLC0415 - plain runs do without

        return np.dtype([*_columns(cls.fields)], align=True)

    @classmethod
    def packing(cls) -> Struct:
        """Return the same layout for the standard library, where there is no NumPy."""
        stored = [one for one in cls.fields.values() if one.stored]
        widest = max((one.width for one in stored), key=lambda w: int(w[1:]))
        parts = [f"{prod(one.shape)}{CODES[one.width]}" for one in stored]
        return Struct(f"{''.join(parts)}0{CODES[widest]}")


def _columns(fields: dict[str, Field]) -> Iterator[tuple[Any, ...]]:
    for name, one in fields.items():
        if one.stored:
            yield (name, one.width, one.shape) if one.axes else (name, one.width)
