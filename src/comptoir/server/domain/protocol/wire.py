"""Every message of the table's WebSocket, declared once; the browser's types follow.

A request has an `id` that its sender makes up: the same id again changes nothing and gets
the same answer. Numbers of the table (`number`, `since`) count what everyone hears of.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.events import Event
from comptoir.engine.text.words import Labels
from comptoir.server.domain.settings import Seconds, TableSettings
from comptoir.server.domain.state.events import OpenEvent

from .hints import HintedAnswer

LONGEST = 4096  # bytes of a request

RequestId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Slot = Annotated[str, Meta(max_length=64)] | Count


class Request(
    msgspec.Struct,
    frozen=True,
    tag_field="type",
    forbid_unknown_fields=True,
    kw_only=True,
):
    """What a client asks for."""

    id: RequestId


class Move(Request, frozen=True, kw_only=True, tag="move"):
    """Act. `asked` is the number of the question that is answered, from the state."""

    action: ActionRef
    asked: Count


class Undo(Request, frozen=True, tag="undo"):
    """Take the last move back; free until chance, something hidden or another seat."""


class AskUndo(Request, frozen=True, kw_only=True, tag="askundo"):
    """Ask the others to go back to before your own last move.

    Programs may name another moment: that at which `to` moves were made.
    """

    to: Count | None = None


class AskPause(Request, frozen=True, tag="askpause"):
    """Ask the others for a pause."""


class AskReplace(Request, frozen=True, kw_only=True, tag="askreplace"):
    """Ask the others to let a bot play for a seat that has kept them waiting."""

    seat: Count


class Answer(Request, frozen=True, kw_only=True, tag="answer"):
    """Agree with an ask, named by its number, or refuse it."""

    ask: Count
    yes: bool


class Resume(Request, frozen=True, tag="resume"):
    """End a pause."""


class Pace(Request, frozen=True, kw_only=True, tag="pace"):
    """Choose how many seconds bots take at least: 0 for no waiting at all."""

    seconds: Seconds


class Proxy(Request, frozen=True, kw_only=True, tag="proxy"):
    """Let the table raise up to a limit that nobody sees; none: no more."""

    limit: Count | None


class Say(Request, frozen=True, kw_only=True, tag="say"):
    """Say something to everyone."""

    text: Annotated[str, Meta(max_length=1000)]


class Phrase(Request, frozen=True, kw_only=True, tag="phrase"):
    """Say a phrase of the game; everyone reads it in their language."""

    key: Annotated[str, Meta(max_length=64)]
    args: dict[Annotated[str, Meta(max_length=64)], Slot] = {}


class Why(Request, frozen=True, kw_only=True, tag="why"):
    """Ask why an action is not allowed now."""

    action: ActionRef


class Preview(Request, frozen=True, kw_only=True, tag="preview"):
    """Ask what an action would surely do; nothing happens."""

    action: ActionRef


class Hint(Request, frozen=True, tag="hint"):
    """Ask what a good bot would do in your place; it is told to you alone."""


# What changes the table: domain/acting/commands.py.
Command = (
    Move | Undo | AskUndo | AskPause | AskReplace | Answer | Resume | Pace | Proxy | Say
    | Phrase
)  # fmt: skip
Query = Why | Preview | Hint  # changes nothing: domain/reading/queries.py
AnyRequest = Command | Query


class ShownMove(msgspec.Struct, frozen=True, tag_field="kind", tag="moved"):
    """A seat acted. Others are told the action when the game is over: it may name what
    its seat hides.
    """

    seat: int
    action: ActionRef | None
    by: Literal["player", "bot", "proxy", "clock"] = "player"


class Line(msgspec.Struct, frozen=True):
    """Something that happened, as the reader may see it."""

    number: int
    at: int
    what: OpenEvent | ShownMove
    events: list[Event] = []


class Prompt(msgspec.Struct, frozen=True):
    """The question the table asks: a key of the game's catalogue and its arguments."""

    key: str
    args: dict[str, Any]


class SeatInfo(msgspec.Struct, frozen=True):
    """Who plays in a seat. A name and a bot: the bot plays for them."""

    name: str
    bot: str
    away: bool
    bank: int | None  # milliseconds left when the clock was last stopped
    takeover: int | None  # when a bot will play for who is away
    invited: str  # for whom a free seat is kept
    emblem: str  # of who has a name: a sign and a colour, as `anchor-blue`
    hints: int  # questions it asked for a hint at


class ClockInfo(msgspec.Struct, frozen=True):
    """Whose clock runs, since when, and when it runs out; a seat of null: everyone's."""

    seat: int | None
    since: int
    end: int


class MoveInfo(msgspec.Struct, frozen=True):
    """A move: whose, and what it caused as the reader may see it."""

    seat: int
    events: list[Event]


class AskInfo(msgspec.Struct, frozen=True):
    """What is being asked, and who agreed."""

    number: int
    seat: int
    what: Literal["undo", "pause", "replace"]
    to: int  # the number of moves to keep, or the seat to replace
    yes: list[int]
    moves: list[MoveInfo]  # that would be undone; the last of them, if they are many


class Result(msgspec.Struct, frozen=True):
    """How the game ended, with the seed that proves the deal."""

    points: list[int]
    ranks: list[int]
    ending: str
    seed: str


class Own(msgspec.Struct, frozen=True):
    """What concerns the reader's own seat alone.

    Who may act has a question and legal actions; `actors` are those the table waits for.
    """

    asked: int | None = None  # the number of the question that a move answers
    prompt: Prompt | None = None
    legal: list[ActionRef] = []
    can_undo: bool = False
    proxy: int | None = None  # how far the table raises for it


class State(msgspec.Struct, frozen=True):
    """The table as the reader may see it now."""

    state: Literal["waiting", "playing", "paused", "over"]
    seats: list[SeatInfo]
    seat: int | None  # the reader's own
    moves: int
    actors: list[int]
    pace: float  # seconds that bots take at least
    own: Own
    ask: AskInfo | None
    clock: ClockInfo | None
    view: Any
    result: Result | None
    again: str  # the table of the rematch
    unrated: Literal["", "branched", "taken_back", "stand_in", "taken_over", "advised"]
    """Why the game does not count for ratings; empty: it does."""
    fill: int | None  # when bots take the free seats


class TableInfo(msgspec.Struct, frozen=True):
    """What does not change at a table."""

    id: str
    settings: TableSettings
    rules: int
    seats: int
    commitment: str
    host: bool  # whether the reader made it
    created: int
    labels: Labels  # what components show, as sentences name them


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type"):
    """What the server sends."""


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The first message: the table, and all that happened since the number asked for."""

    table: TableInfo
    number: int
    lines: list[Line]
    state: State
    now: int


class News(ServerMessage, frozen=True, tag="news"):
    """Something happened."""

    number: int
    lines: list[Line]
    state: State
    now: int


class Done(ServerMessage, frozen=True, tag="done"):
    """A request was carried out, now or when it was first sent."""

    id: str
    number: int


class Refused(ServerMessage, frozen=True, tag="refused"):
    """A request was refused: why, by the ledger's number, and as a sentence."""

    id: str | None
    key: str
    rule: str | None
    args: dict[str, Any]
    text: str


class Reason(ServerMessage, frozen=True, tag="reason"):
    """The answer to `why`: null if the action is allowed."""

    id: str
    key: str | None
    rule: str | None
    args: dict[str, Any]
    text: str


class Previewed(ServerMessage, frozen=True, tag="previewed"):
    """The answer to `preview`: what surely happens, up to the first thing left open.

    `whole` if nothing is left open; `view` is then the table as it would be.
    """

    id: str
    events: list[Event]
    whole: bool
    view: Any


class Hinted(ServerMessage, frozen=True, tag="hinted"):
    """The answer to `hint` at a question: what a good bot would do; why, if there was time."""

    id: str
    action: ActionRef
    asked: int
    answers: list[HintedAnswer]


class Warming(ServerMessage, frozen=True, tag="warming"):
    """The bots of these seats do not yet think as far as their names promise: since when,
    and until about when; no end: it stays so. No seats: they do now.
    """

    seats: list[int]
    since: int
    end: int | None


class CardSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays, in a list of tables."""

    name: str
    bot: str
    emblem: str = ""


class TableCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table in the lobby; whose turn it is, is told to those who sit there."""

    id: str
    game: str
    state: Literal["waiting", "playing", "paused", "over"]
    changed: int
    seats: list[CardSeat]
    free: int
    asked: list[int] = []
    your_turn: bool = False
    bank: float | None = None  # seconds of each player's clock


class LobbyTables(ServerMessage, frozen=True, tag="lobby"):
    """Public tables that are new or have changed, and those that are there no more."""

    tables: list[TableCard]
    gone: list[str]


class MyTables(ServerMessage, frozen=True, tag="mine"):
    """Tables where you have a seat that are new or have changed."""

    tables: list[TableCard]


AnyLobbyMessage = LobbyTables | MyTables


class Bye(ServerMessage, frozen=True, tag="bye"):
    """The server closes the socket; come back with the last number you have seen."""

    key: str
    text: str
    args: dict[str, Any] = {}


AnyAnswer = (
    Welcome | News | Done | Refused | Reason | Previewed | Hinted | Warming | Bye
)

_decoder = msgspec.json.Decoder(AnyRequest)
_encoder = msgspec.json.Encoder()


def read(message: str | bytes) -> AnyRequest:
    """Return a request from its text; raises msgspec's errors."""
    return _decoder.decode(message)


def write(answer: AnyAnswer | AnyLobbyMessage) -> str:
    """Return an answer as text."""
    return _encoder.encode(answer).decode()
