"""The journal: what happened at the table, in order, as names and arguments, no prose."""

from typing import Any

import msgspec

from comptoir.engine.rules.fields import NUMBER, SEAT
from comptoir.engine.rules.rule import compiled_as
from comptoir.engine.rules.table import Table


def nothing(
    t: Table, kind: int, seat: int, first: int = 0, second: int = 0, third: int = 0
) -> None:
    """Write nothing: compiled runs keep no journal."""


@compiled_as(nothing)
def note(
    t: Table, kind: int, seat: int, first: int = 0, second: int = 0, third: int = 0
) -> None:
    """Write down what happened; only plain runs do, compiled ones skip it for nothing."""
    t.journal.append((kind, seat, first, second, third))


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened: its name, the seat concerned and its arguments."""

    name: str
    seat: int | None = None
    args: dict[str, Any] = {}
    hidden: tuple[str, ...] = ()  # the arguments that only the seat concerned may see
    reveals: bool = False  # shows something that was hidden: no undo beyond it
    seats: tuple[str, ...] = ()  # the arguments that are seats, and read as names

    def seen_by(self, viewer: int | None) -> "Event":
        """Return the event as a seat, or a spectator (None), may see it."""
        if not self.hidden or (viewer is not None and viewer == self.seat):
            return self
        args = {k: v for k, v in self.args.items() if k not in self.hidden}
        name = f"{self.name}.hidden"
        return Event(name, self.seat, args, (), self.reveals, self.seats)


class EventKind(msgspec.Struct, frozen=True):
    """How a journal entry reads: its name, and what its numbers mean.

    `args` names them, each with NUMBER, SEAT or the words that the number chooses from.
    """

    name: str
    args: tuple[tuple[str, tuple[str, ...]], ...] = ()
    hidden: tuple[str, ...] = ()
    reveals: bool = False

    def read(self, entry: tuple[int, ...]) -> Event:
        """Turn a journal entry into an event."""
        _, seat, *numbers = entry
        args = {
            arg: number if words is NUMBER or words is SEAT else words[number]
            for (arg, words), number in zip(self.args, numbers, strict=False)
        }
        where = seat if seat >= 0 else None
        seats = tuple(arg for arg, words in self.args if words is SEAT)
        return Event(self.name, where, args, self.hidden, self.reveals, seats)
