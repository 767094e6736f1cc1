"""The journal of a table, and its events: names and arguments in order, without any prose."""

from typing import Any

import msgspec

from comptoir.engine.rules.fields import NUMBER, SEAT
from comptoir.engine.rules.rule import compiled_as
from comptoir.engine.rules.table import Table


def nothing(
    t: Table, kind: int, seat: int, first: int = 0, second: int = 0, third: int = 0
) -> None:
    """Do nothing: compiled runs keep no journal."""


@compiled_as(nothing)
def note(
    t: Table, kind: int, seat: int, first: int = 0, second: int = 0, third: int = 0
) -> None:
    """Add an entry to the journal; compiled code calls `nothing` instead."""
    t.journal.append((kind, seat, first, second, third))


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened: its name, the seat concerned and its arguments."""

    name: str
    seat: int | None = None
    args: dict[str, Any] = {}
    hidden: tuple[str, ...] = ()  # the arguments that only the seat concerned may see
    reveals: bool = (
        False  # the event reveals hidden information, so its move cannot be undone
    )
    seats: tuple[
        str, ...
    ] = ()  # the arguments that are seats; sentences show players' names for them

    def seen_by(self, viewer: int | None) -> "Event":
        """Return the event without the arguments hidden from a seat or a spectator (None)."""
        if not self.hidden or (viewer is not None and viewer == self.seat):
            return self
        args = {k: v for k, v in self.args.items() if k not in self.hidden}
        name = f"{self.name}.hidden"
        return Event(name, self.seat, args, (), self.reveals, self.seats)


class EventKind(msgspec.Struct, frozen=True):
    """The meaning of a journal entry: the event's name and the names of its numbers.

    `args` pairs each argument with NUMBER, SEAT or the words that its number selects.
    """

    name: str
    args: tuple[tuple[str, tuple[str, ...]], ...] = ()
    hidden: tuple[str, ...] = ()
    reveals: bool = False

    def read(self, entry: tuple[int, ...]) -> Event:
        """Return a journal entry as an event."""
        _, seat, *numbers = entry
        args = {
            arg: number if words is NUMBER or words is SEAT else words[number]
            for (arg, words), number in zip(self.args, numbers, strict=False)
        }
        where = seat if seat >= 0 else None
        seats = tuple(arg for arg, words in self.args if words is SEAT)
        return Event(self.name, where, args, self.hidden, self.reveals, seats)
