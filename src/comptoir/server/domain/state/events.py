"""The events of an online table: its append-only event log is the truth (event sourcing).

`kind` is what is stored: a class may be renamed, its tag may not.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Literal

import msgspec

from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.events import Event
from comptoir.server.domain.refusals import RequestRefused


class TableEvent(msgspec.Struct, frozen=True, gc=False, tag_field="kind"):
    """Something that happened at a table; who caused it is written beside it."""


class Sat(TableEvent, frozen=True, gc=False, omit_defaults=True, tag="sat"):
    """Somebody took a seat; or is invited to it, and nobody else may take it."""

    seat: int
    name: str
    invited: bool = False
    until: int = 0  # when bots are to take the free seats at the latest; 0: never
    emblem: str = ""


class Seated(TableEvent, frozen=True, gc=False, tag="seated"):
    """A bot plays in a seat: its own, or that of a player who may come back."""

    seat: int
    bot: str
    why: Literal["asked", "away", "time", "vote", "left"] = "asked"


class Returned(TableEvent, frozen=True, gc=False, tag="returned"):
    """A player took the seat back from the bot."""

    seat: int


class Left(TableEvent, frozen=True, gc=False, omit_defaults=True, tag="left"):
    """A player gave the seat up, or declined it; or the host freed it before the deal."""

    seat: int
    by: Literal["player", "host"] = "player"


class Started(TableEvent, frozen=True, gc=False, tag="started"):
    """All seats are taken, and the cards are dealt."""


class Moved(TableEvent, frozen=True, gc=False, tag="moved"):
    """A seat acted."""

    seat: int
    action: str  # as in records; others are not told before the end
    by: Literal["player", "bot", "proxy", "clock"] = "player"


class Faltered(TableEvent, frozen=True, gc=False, tag="faltered"):
    """A bot does not play as its name promises, from its next move on.

    It failed, and the house moves for it; or its search ends early, since its game is not
    compiled yet or others wait for their bots: after so many iterations of so many, of 0
    where a time was promised. Told once, until it has played a move as promised.
    """

    seat: int
    bot: str
    why: Literal["failed", "warming", "busy"]
    iterations: int = 0
    of: int = 0


class Undone(TableEvent, frozen=True, gc=False, tag="undone"):
    """A seat took its last move back."""

    seat: int


class Asked(TableEvent, frozen=True, gc=False, tag="asked"):
    """Somebody asks the others to agree: to go back, to pause, or to let a bot play."""

    seat: int
    what: Literal["undo", "pause", "replace"]
    to: int = 0  # the number of moves to keep, or the seat to replace


class Answered(TableEvent, frozen=True, gc=False, tag="answered"):
    """Somebody agreed or refused."""

    seat: int
    yes: bool


class Resumed(TableEvent, frozen=True, gc=False, tag="resumed"):
    """The pause is over."""

    seat: int


class Paced(TableEvent, frozen=True, gc=False, tag="paced"):
    """A seat chose how long bots take: so many seconds at least."""

    seat: int
    pace: float


class Said(TableEvent, frozen=True, gc=False, omit_defaults=True, tag="said"):
    """Talk; it binds nobody. A spectator has a name and no seat."""

    seat: int | None
    name: str
    text: str
    emblem: str = ""


class Phrased(TableEvent, frozen=True, gc=False, tag="phrased"):
    """Talk in a phrase that everyone reads in their own language."""

    seat: int
    key: str
    args: dict[str, Any] = {}


class Proxied(TableEvent, frozen=True, gc=False, tag="proxied"):
    """A seat told the table how far to raise for it; nobody else knows."""

    seat: int
    limit: int | None


class TimedOut(TableEvent, frozen=True, gc=False, tag="timedout"):
    """A clock ran out: a seat's, or the common one (None)."""

    seat: int | None


class Away(TableEvent, frozen=True, gc=False, tag="away"):
    """Nobody is connected for a seat."""

    seat: int


class Back(TableEvent, frozen=True, gc=False, tag="back"):
    """Somebody is connected for a seat again."""

    seat: int


class Again(TableEvent, frozen=True, gc=False, tag="again"):
    """The same people meet at another table."""

    table: str


class Branched(TableEvent, frozen=True, gc=False, tag="branched"):
    """The game goes on from a moment of another one: the deal is known, nothing counts."""

    moves: int


class Renamed(TableEvent, frozen=True, gc=False, omit_defaults=True, tag="renamed"):
    """A player was renamed, changed emblem, or claimed an account."""

    seat: int
    name: str
    emblem: str = ""


class Advised(TableEvent, frozen=True, gc=False, tag="advised"):
    """A seat asked what a good bot would do: the game does not count any more."""

    seat: int


OpenEvent = (
    Sat | Seated | Returned | Left | Started | Faltered | Undone | Asked | Answered | Resumed
    | Paced
    | Said | Phrased | TimedOut | Away | Back | Again | Branched | Advised | Renamed
)  # fmt: skip
PublicEvent = OpenEvent | Moved  # which action, others are not always told
PrivateEvent = Proxied  # only its seat hears of it
AnyEvent = PublicEvent | PrivateEvent

_decoder = msgspec.json.Decoder(AnyEvent)


class SentRequest(msgspec.Struct, frozen=True):
    """The id of a player's request, and a digest of all that it said."""

    id: str
    digest: str

    @classmethod
    def of(cls, name: str, said: Any) -> "SentRequest":
        """Return the id and the digest of a request."""
        body = msgspec.json.encode(said, order="deterministic")
        return cls(name, blake2b(body, digest_size=16).hexdigest())


class LoggedEvent(msgspec.Struct, frozen=True, gc=False):
    """An event of the log: its sequence number, when, by whom, for which request."""

    number: int
    at: int  # milliseconds since 1970
    player: str
    request: str | None
    event: AnyEvent
    digest: str | None = None  # of the request; where it is read again it is not needed

    def row(self) -> tuple[int, int, str, str | None, str]:
        """Return all of it as it is stored."""
        body = msgspec.json.encode(self.event).decode()
        return self.number, self.at, self.player, self.request, body


class LogEntry(msgspec.Struct, frozen=True, gc=False):
    """A public event, with what it caused in the game and who moved."""

    number: int
    logged: LoggedEvent
    caused: list[Event]
    mover: int | None = None
    action: ActionRef | None = None  # what the mover did


def read_row(row: Sequence[Any]) -> LoggedEvent:
    """Return an event of the log from its stored form.

    Raises:
        RequestRefused: A newer server has written it, and others look after the table.
    """
    number, at, player, request, body = row
    try:
        return LoggedEvent(number, at, player, request, _decoder.decode(body))
    except msgspec.ValidationError:
        raise RequestRefused("elsewhere") from None
