"""What can happen at an online table: the append-only list of these is the truth."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec


class Entry(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag=str.lower):
    """Something that happened; who caused it is written beside it."""

    private = False  # whether only its seat hears of it


class Sat(Entry, frozen=True, gc=False):
    """Somebody took a seat."""

    seat: int
    name: str


class Seated(Entry, frozen=True, gc=False):
    """A bot plays in a seat: its own, or that of a player who may come back."""

    seat: int
    bot: str
    why: Literal["asked", "away", "time", "vote", "left"] = "asked"


class Returned(Entry, frozen=True, gc=False):
    """A player took the seat back from the bot."""

    seat: int


class Left(Entry, frozen=True, gc=False):
    """A player gave the seat up."""

    seat: int


class Started(Entry, frozen=True, gc=False):
    """All seats are taken, and the cards are dealt."""


class Moved(Entry, frozen=True, gc=False):
    """A seat acted."""

    seat: int
    action: str  # others are not told before the end: it may name what is hidden
    by: Literal["player", "bot", "proxy", "clock"] = "player"


class Undone(Entry, frozen=True, gc=False):
    """A seat took its last move back."""

    seat: int


class Asked(Entry, frozen=True, gc=False):
    """Somebody asks the others to agree: to go back, to pause, or to let a bot play."""

    seat: int
    what: Literal["undo", "pause", "replace"]
    to: int = 0  # the number of moves to keep, or the seat to replace


class Answered(Entry, frozen=True, gc=False):
    """Somebody agreed or refused."""

    seat: int
    yes: bool


class Resumed(Entry, frozen=True, gc=False):
    """The pause is over."""

    seat: int


class Said(Entry, frozen=True, gc=False):
    """Talk; it binds nobody. A spectator has a name and no seat."""

    seat: int | None
    name: str
    text: str


class Phrased(Entry, frozen=True, gc=False):
    """Talk in a phrase that everyone reads in their own language."""

    seat: int
    key: str
    args: dict[str, Any] = {}


class Proxied(Entry, frozen=True, gc=False):
    """A seat told the table how far to raise for it; nobody else knows."""

    private = True
    seat: int
    limit: int | None


class TimedOut(Entry, frozen=True, gc=False):
    """A clock ran out: a seat's, or the common one (None)."""

    seat: int | None


class Away(Entry, frozen=True, gc=False):
    """Nobody is connected for a seat."""

    seat: int


class Back(Entry, frozen=True, gc=False):
    """Somebody is connected for a seat again."""

    seat: int


class Again(Entry, frozen=True, gc=False):
    """The same people meet at another table."""

    table: str


class Branched(Entry, frozen=True, gc=False):
    """The game goes on from a moment of another one: the deal is known, nothing counts."""

    moves: int


AnyEntry = (
    Sat | Seated | Returned | Left | Started | Moved | Undone | Asked | Answered
    | Resumed | Said | Phrased | Proxied | TimedOut | Away | Back | Again | Branched
)  # fmt: skip

_decoder = msgspec.json.Decoder(AnyEntry)


class Stamped(msgspec.Struct, frozen=True, gc=False):
    """An entry in its place: its number at the table, when, by whom, for which request."""

    number: int
    at: int  # milliseconds since 1970
    player: str
    request: str | None
    entry: Any

    def row(self) -> tuple[int, int, str, str | None, str]:
        """Return all of it as it is stored."""
        body = msgspec.json.encode(self.entry).decode()
        return self.number, self.at, self.player, self.request, body


def read_stamped(row: Sequence[Any]) -> Stamped:
    """Return an entry in its place from its stored form."""
    number, at, player, request, body = row
    return Stamped(number, at, player, request, _decoder.decode(body))
