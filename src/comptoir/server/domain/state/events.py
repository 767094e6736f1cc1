"""The events of an online table, whose append-only log is the single source of truth.

`kind` is stored in the database: a class may be renamed, its tag may not.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Literal

import msgspec

from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.events import Event
from comptoir.engine.play.match import Match
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.settings import TableSettings


class TableEvent(msgspec.Struct, frozen=True, gc=False, tag_field="kind"):
    """Something that happened at a table; the log entry names the player who caused it."""


class Sat(TableEvent, frozen=True, gc=False, omit_defaults=True, tag="sat"):
    """A player took a seat; or a seat was reserved for an invited player."""

    seat: int
    name: str
    invited: bool = False
    until: int = 0  # when bots take the free seats at the latest; 0: never
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
    """A player gave up a seat or declined it, or the host freed it before the deal."""

    seat: int
    by: Literal["player", "host"] = "player"


class Changed(TableEvent, frozen=True, gc=False, tag="changed"):
    """Before the deal, the host chose other settings; free seats are added or removed."""

    settings: TableSettings


class Started(TableEvent, frozen=True, gc=False, tag="started"):
    """All seats are taken, and the cards are dealt."""


class Moved(TableEvent, frozen=True, gc=False, tag="moved"):
    """A seat acted."""

    seat: int
    action: str  # written as in records; hidden from others until the end
    by: Literal["player", "bot", "proxy", "clock"] = "player"


class Faltered(TableEvent, frozen=True, gc=False, tag="faltered"):
    """A bot plays below the strength that its name promises, from its next move on.

    Either the bot failed and the house bot moves for it, or its search ended early: after
    `iterations` of `of` (0 if a time was promised). A search ends early because its game is not
    compiled yet, or because others wait for their bots. Logged once, until the bot has made a
    move at full strength.
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
    """A player asks the others to agree to an undo, a pause or a replacement by a bot."""

    seat: int
    what: Literal["undo", "pause", "replace"]
    to: int = 0  # the number of moves to keep, or the seat to replace


class Answered(TableEvent, frozen=True, gc=False, tag="answered"):
    """A player agreed or refused."""

    seat: int
    yes: bool


class Resumed(TableEvent, frozen=True, gc=False, tag="resumed"):
    """The pause is over."""

    seat: int


class Paced(TableEvent, frozen=True, gc=False, tag="paced"):
    """A player set the minimum seconds bots take per move."""

    seat: int
    pace: float


class Said(TableEvent, frozen=True, gc=False, omit_defaults=True, tag="said"):
    """A chat message; one from a spectator has a name and no seat."""

    seat: int | None
    name: str
    text: str
    emblem: str = ""


class Phrased(TableEvent, frozen=True, gc=False, tag="phrased"):
    """A chat phrase that everyone reads in their own language."""

    seat: int
    key: str
    args: dict[str, Any] = {}


class Proxied(TableEvent, frozen=True, gc=False, tag="proxied"):
    """A seat set a secret limit up to which the table raises its bid."""

    seat: int
    limit: int | None


class TimedOut(TableEvent, frozen=True, gc=False, tag="timedout"):
    """A seat's clock ran out; None stands for the common clock."""

    seat: int | None


class Away(TableEvent, frozen=True, gc=False, tag="away"):
    """The player of a seat has disconnected."""

    seat: int


class Back(TableEvent, frozen=True, gc=False, tag="back"):
    """The player of a seat has reconnected."""

    seat: int


class Again(TableEvent, frozen=True, gc=False, tag="again"):
    """The table of the rematch was made."""

    table: str


class Branched(TableEvent, frozen=True, gc=False, tag="branched"):
    """The game continues from a moment of another one; unrated, because the deal is known."""

    moves: int


class Renamed(TableEvent, frozen=True, gc=False, omit_defaults=True, tag="renamed"):
    """A player was renamed, changed emblem, or claimed an account."""

    seat: int
    name: str
    emblem: str = ""


class Advised(TableEvent, frozen=True, gc=False, tag="advised"):
    """A seat took a hint: the game is unrated from now on."""

    seat: int


OpenEvent = (
    Sat | Seated | Returned | Left | Changed | Started | Faltered | Undone | Asked | Answered
    | Resumed | Paced | Said | Phrased | TimedOut | Away | Back | Again | Branched | Advised
    | Renamed
)  # fmt: skip
PublicEvent = OpenEvent | Moved  # the action of `Moved` may be hidden from others
PrivateEvent = Proxied  # shown only to its own seat
AnyEvent = PublicEvent | PrivateEvent

_decoder = msgspec.json.Decoder(AnyEvent)


class SentRequest(msgspec.Struct, frozen=True):
    """The id of a player's request, and a digest of its content."""

    id: str
    digest: str

    @classmethod
    def of(cls, name: str, said: Any) -> "SentRequest":
        """Return the id and the digest of a request."""
        body = msgspec.json.encode(said, order="deterministic")
        return cls(name, blake2b(body, digest_size=16).hexdigest())


class LoggedEvent(msgspec.Struct, frozen=True, gc=False):
    """An event of the log: its number, time, player and request."""

    number: int
    at: int  # milliseconds since 1970
    player: str
    request: str | None
    event: AnyEvent
    digest: str | None = None  # of the request; empty if read from the database

    def row(self) -> tuple[int, int, str, str | None, str]:
        """Return the values of the event's database row."""
        body = msgspec.json.encode(self.event).decode()
        return self.number, self.at, self.player, self.request, body


class LogEntry(msgspec.Struct, frozen=True, gc=False):
    """A public event, with what it caused in the game and who moved."""

    number: int
    logged: LoggedEvent
    caused: list[Event]
    mover: int | None = None
    action: ActionRef | None = None  # the mover's action
    moves: int = 0  # the moves that stand after it


def entry_of(logged: LoggedEvent, number: int, match: Match | None) -> LogEntry:
    """Return the log entry of an event that was applied; `number` counts public events."""
    moves = len(match.moves) if match else 0
    if match and isinstance(logged.event, Started):
        return LogEntry(number, logged, match.opening)
    if match and isinstance(logged.event, Moved):
        move = match.moves[-1]
        return LogEntry(number, logged, move.events, move.seat, move.action.ref, moves)
    return LogEntry(number, logged, [], moves=moves)


def read_row(row: Sequence[Any]) -> LoggedEvent:
    """Return the logged event of a database row.

    Raises:
        RequestRefused: A newer server has written the event; only newer servers run the table.
    """
    number, at, player, request, body = row
    try:
        return LoggedEvent(number, at, player, request, _decoder.decode(body))
    except msgspec.ValidationError:
        raise RequestRefused("elsewhere") from None
