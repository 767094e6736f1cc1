"""How a table and a box are declared: a class of fields, once for mypy, NumPy and readers.

`hand = field("i1", SEATS, GOOD_NAMES, seen_by=OWNER)` is a list of lists to mypy, rows of
bytes to NumPy, and says to everyone else that each seat sees its own row alone. Whatever
can be told from that is derived, and not written once more in each game.
"""

from collections.abc import Iterator, Sequence
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypedDict, Unpack, overload

import msgspec

if TYPE_CHECKING:
    import numpy as np

NOTHING = -1  # where a number chooses from some things: none of them; of seats: nobody
NUMBER: tuple[str, ...] = ("number",)
SEAT: tuple[str, ...] = ("seat",)  # a seat, or nobody
FLAG = ("no", "yes")

Width = Literal["i1", "i2", "i4", "i8", "u4"]
LIMITS: dict[Width, tuple[int, int]] = {  # the least and the most that a width holds
    "i1": (-(1 << 7), (1 << 7) - 1),
    "i2": (-(1 << 15), (1 << 15) - 1),
    "i4": (-(1 << 31), (1 << 31) - 1),
    "i8": (-(1 << 63), (1 << 63) - 1),
    "u4": (0, (1 << 32) - 1),
}
Axis = int | range | Sequence[str]  # a length; the game's seats; a name for each place
Meaning = (
    tuple[str, ...] | type[IntEnum]
)  # NUMBER, SEAT, or what the number chooses from


class Visibility(Enum):
    """Which seats see a field of a table; the referee sees all fields."""

    EVERYONE = "everyone"
    OWNER = "owner"  # each seat its own row: the first axis is the seats
    UNSEEN = "unseen"
    UNSHOWN = "unshown"  # bookkeeping: it hides nothing, but nobody looks at it
    SCRATCH = "scratch"  # room to work in, as the deal left it between moves


EVERYONE, OWNER, UNSEEN = Visibility.EVERYONE, Visibility.OWNER, Visibility.UNSEEN
UNSHOWN, SCRATCH = Visibility.UNSHOWN, Visibility.SCRATCH


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One field of a record: its numbers, what they mean and who sees them."""

    width: Width
    axes: tuple[Any, ...] = ()
    of: Any = NUMBER
    seen_by: Visibility = Visibility.EVERYONE
    remembered: bool = False  # hidden, but known to who was attentive
    least: int | None = None
    most: int | None = None
    # A place of cards: how many there are of each kind, or the row of the box that says it.
    deck: str | int | None = None
    open_if: str | None = None  # the flag of the box that shows it to everyone
    known: str | None = None  # the field of what all have seen to lie in this place

    @property
    def stored(self) -> bool:
        """Whether the record has it; a box may declare what only its filling needs."""
        return True

    @property
    def shape(self) -> tuple[int, ...]:
        """How long each axis is."""
        return tuple(map(_length, self.axes))

    @property
    def by_seat(self) -> bool:
        """Whether its first axis is the seats."""
        return bool(self.axes) and isinstance(self.axes[0], range)

    @property
    def hidden(self) -> bool:
        """Whether there is a seat that does not see all of it."""
        return self.seen_by in (Visibility.OWNER, Visibility.UNSEEN)

    @property
    def chooses(self) -> bool:
        """Whether its numbers choose from names."""
        return self.of not in (NUMBER, SEAT)

    @property
    def choices(self) -> int:
        """How many things its numbers choose from."""
        return len(self.of)

    def names(self, axis: int) -> tuple[str, ...] | None:
        """Return the names of the places along an axis, if it has some."""
        given = self.axes[axis]
        return None if isinstance(given, int | range) else tuple(given)

    def bounds(self, seats: int) -> tuple[int, int]:
        """Return the least and the most that a number of it may be."""
        if self.of is NUMBER:
            least, most = 0, LIMITS[self.width][1]
        elif self.of is SEAT:
            least, most = NOTHING, seats - 1
        else:
            always = self.of is FLAG or isinstance(self.of, type)
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
    """What a field may say of itself; see `Field`."""

    of: Meaning
    seen_by: Visibility
    remembered: bool
    least: int
    most: int
    deck: str | int
    known: str
    open_if: str


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
    """Declare a field: how wide its numbers are, its axes, and the settings of `Field`."""
    made = Field(width=width, axes=axes, **settings)
    if made.seen_by is Visibility.OWNER and not made.by_seat:
        raise TypeError("seen_by=OWNER: expected the seats as the first axis, a range")
    return made


class _Layout:
    """The record's type for NumPy, made when it is first asked for: plain runs need none."""

    def __get__(self, _: None, record: "type[FieldRecord]") -> "np.dtype[Any]":
        record.dtype = record.layout()
        return record.dtype


class FieldRecord:
    """A record by its fields; those of a subclass follow those of its base."""

    fields: ClassVar[dict[str, Field]] = {}
    if TYPE_CHECKING:
        dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls) -> None:
        """Collect the fields in their order."""
        own = {name: one for name, one in vars(cls).items() if isinstance(one, Field)}
        cls.fields = {**cls.fields, **own}
        cls.dtype = _Layout()  # type: ignore[assignment]

    @classmethod
    def layout(cls) -> "np.dtype[Any]":
        """Return the fields as NumPy and compiled code know them."""
        import numpy as np  # noqa: PLC0415 - plain runs do without

        return np.dtype([*_columns(cls.fields)], align=True)


def _columns(fields: dict[str, Field]) -> Iterator[tuple[Any, ...]]:
    for name, one in fields.items():
        if one.stored:
            yield (name, one.width, one.shape) if one.axes else (name, one.width)
