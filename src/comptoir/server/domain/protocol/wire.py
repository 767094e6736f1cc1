"""Every message of the table's WebSocket, declared once; the browser's types follow.

A request has an `id` that its sender chooses: a repeated id changes nothing and gets the
same answer. Table numbers (`number`, `since`) count the events that everyone may see. A
question is a decision that the table expects from a seat; `asked` is the question's number.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.events import Event
from comptoir.engine.play.ties import Tie
from comptoir.engine.text.words import Labels
from comptoir.server.domain.settings import Seconds, TableSettings
from comptoir.server.domain.state.events import OpenEvent
from comptoir.server.domain.state.seats import Unrated

from .cards import TableCard
from .hints import HintedAnswer

LONGEST = 4096  # most bytes of a request

RequestId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Slot = Annotated[str, Meta(max_length=64)] | Count


class Request(
    msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True,
):  # fmt: skip
    """A request of a client."""

    id: RequestId


class Move(Request, frozen=True, kw_only=True, tag="move"):
    """Take an action. `asked` is the number of the question it answers, from the state."""

    action: ActionRef
    asked: Count


class Undo(Request, frozen=True, tag="undo"):
    """Undo your last move, unless chance, a reveal or another player's move has followed."""


class AskUndo(Request, frozen=True, kw_only=True, tag="askundo"):
    """Ask the others to undo to before your own last move.

    Programs may choose another moment: `to` is the number of moves to keep.
    """

    to: Count | None = None


class AskPause(Request, frozen=True, tag="askpause"):
    """Ask the others for a pause."""


class AskReplace(Request, frozen=True, kw_only=True, tag="askreplace"):
    """Ask the others to let a bot replace a player who keeps them waiting."""

    seat: Count


class Answer(Request, frozen=True, kw_only=True, tag="answer"):
    """Agree to an open vote, named by its number, or refuse it."""

    ask: Count
    yes: bool


class Resume(Request, frozen=True, tag="resume"):
    """End a pause."""


class Pace(Request, frozen=True, kw_only=True, tag="pace"):
    """Set the minimum seconds bots take per move; with 0 they never wait."""

    seconds: Seconds


class Proxy(Request, frozen=True, kw_only=True, tag="proxy"):
    """Let the table raise your bid up to a limit that nobody else sees; null stops it."""

    limit: Count | None


class Say(Request, frozen=True, kw_only=True, tag="say"):
    """Send a chat message to everyone."""

    text: Annotated[str, Meta(max_length=1000)]


class Phrase(Request, frozen=True, kw_only=True, tag="phrase"):
    """Send a phrase of the game; everyone reads it in their own language."""

    key: Annotated[str, Meta(max_length=64)]
    args: dict[Annotated[str, Meta(max_length=64)], Slot] = {}


class Why(Request, frozen=True, kw_only=True, tag="why"):
    """Ask why an action is not allowed now."""

    action: ActionRef


class Preview(Request, frozen=True, kw_only=True, tag="preview"):
    """Ask for the certain effects of an action; the table does not change."""

    action: ActionRef


class Understand(Request, frozen=True, kw_only=True, tag="understand"):
    """Ask what a text means to the game's bots; nobody else sees it."""

    text: Annotated[str, Meta(max_length=1000)]


class Hint(Request, frozen=True, tag="hint"):
    """Ask what a good bot would do in your place; only you get the answer."""


Command = (  # requests that change the table: domain/acting/commands.py
    Move | Undo | AskUndo | AskPause | AskReplace | Answer | Resume | Pace | Proxy | Say
    | Phrase
)  # fmt: skip
Query = Why | Preview | Understand | Hint  # change nothing: domain/reading/queries.py
AnyRequest = Command | Query


class ShownMove(msgspec.Struct, frozen=True, tag_field="kind", tag="moved"):
    """A seat acted. Its action may name what it hides: others get it when the game is over."""

    seat: int
    action: ActionRef | None
    by: Literal["player", "bot", "proxy", "clock"] = "player"


class Line(msgspec.Struct, frozen=True):
    """An event at the table, as the reader may see it."""

    number: int
    at: int
    what: OpenEvent | ShownMove
    moves: int  # the moves that stand after it
    events: list[Event] = []


class Prompt(msgspec.Struct, frozen=True):
    """The question that the table asks: a key of the game's catalogue, and its arguments."""

    key: str
    args: dict[str, Any]


class SeatInfo(msgspec.Struct, frozen=True):
    """The player of a seat. If there is a name and a bot, the bot stands in for the player."""

    name: str
    bot: str
    away: bool
    bank: int | None  # milliseconds left when the clock was last stopped
    takeover: int | None  # when a bot will replace the absent player
    invited: str  # the player for whom a free seat is reserved
    emblem: str  # the emblem of a player with a name, such as `anchor-blue`
    hints: int  # number of questions for which the seat took a hint


class ClockInfo(msgspec.Struct, frozen=True):
    """The running clock: its seat (null: everyone's common clock), its start and its end."""

    seat: int | None
    since: int
    end: int


class MoveInfo(msgspec.Struct, frozen=True):
    """A move: its seat and its events, as the reader may see them."""

    seat: int
    events: list[Event]


class AskInfo(msgspec.Struct, frozen=True):
    """An open vote, and the seats that agreed."""

    number: int
    seat: int
    what: Literal["undo", "pause", "replace"]
    to: int  # the number of moves to keep, or the seat to replace
    yes: list[int]
    moves: list[MoveInfo]  # moves to be undone; only the last of many


class Result(msgspec.Struct, frozen=True):
    """The result of the game, with the seed that proves the deal."""

    points: list[int]
    ranks: list[int]
    ending: str
    seed: str
    ties: list[Tie]


class Own(msgspec.Struct, frozen=True):
    """The part of the state that only the reader's own seat is sent.

    A seat that may act has a question and legal actions; the table waits for `actors`.
    """

    asked: int | None = None  # the number of the question that a move answers
    prompt: Prompt | None = None
    legal: list[ActionRef] = []
    can_undo: bool = False
    proxy: int | None = None  # the limit up to which the table raises the seat's bid


class State(msgspec.Struct, frozen=True):
    """The table as the reader may see it now."""

    state: Literal["waiting", "playing", "paused", "over"]
    seats: list[SeatInfo]
    seat: int | None  # the reader's own seat
    host_seat: int | None  # the seat of the table's host
    moves: int
    actors: list[int]
    pace: float  # minimum seconds bots take per move
    own: Own
    ask: AskInfo | None
    clock: ClockInfo | None
    view: Any
    result: Result | None
    again: str  # the id of the table of the rematch
    unrated: Unrated
    """Why the game is unrated; empty: it is rated."""
    fill: int | None  # when bots take the free seats


class TableInfo(msgspec.Struct, frozen=True):
    """The facts of a table that never change."""

    id: str
    settings: TableSettings
    rules: int
    seats: int
    commitment: str
    host: bool  # whether the reader is the host
    created: int
    labels: Labels  # the labels printed on components, as used in sentences


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type"):
    """A message from the server."""


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The first message: the table, and all events after the number in `since`."""

    table: TableInfo
    number: int
    lines: list[Line]
    state: State
    now: int


class News(ServerMessage, frozen=True, tag="news"):
    """New events at the table, and the state after them."""

    number: int
    lines: list[Line]
    state: State
    now: int


class Done(ServerMessage, frozen=True, tag="done"):
    """A request was carried out, now or when it was first sent."""

    id: str
    number: int


class Refused(ServerMessage, frozen=True, tag="refused"):
    """A request was refused: the reason as a key, a rule's number and a sentence."""

    id: str | None
    key: str
    rule: str | None
    args: dict[str, Any]
    text: str


class Reason(ServerMessage, frozen=True, tag="reason"):
    """The answer to `why`; the key is null if the action is allowed."""

    id: str
    key: str | None
    rule: str | None
    args: dict[str, Any]
    text: str


class Previewed(ServerMessage, frozen=True, tag="previewed"):
    """The answer to `preview`: the certain events, up to the first uncertain one.

    If no event is uncertain, `whole` is true and `view` is the table after the action.
    """

    id: str
    events: list[Event]
    whole: bool
    view: Any


class PhraseRef(msgspec.Struct, frozen=True):
    """A phrase of the game with its words."""

    key: str
    args: dict[str, Any]


class Understood(ServerMessage, frozen=True, tag="understood"):
    """The answer to `understand`: the actions or phrases that the text stands for."""

    id: str
    actions: list[ActionRef]
    phrases: list[PhraseRef]


class Hinted(ServerMessage, frozen=True, tag="hinted"):
    """The answer to `hint`: what a good bot would do, with reasons if there was time."""

    id: str
    action: ActionRef
    asked: int
    answers: list[HintedAnswer]


class Warming(ServerMessage, frozen=True, tag="warming"):
    """The bots of these seats are weaker than promised while their game compiles.

    It began at `since` and ends at about `end`; null means never. Without seats, all bots play
    at full strength again.
    """

    seats: list[int]
    since: int
    end: int | None


class Unsaved(ServerMessage, frozen=True, tag="unsaved"):
    """A browser that keeps its own tables cannot store this one; it can if `why` is empty."""

    why: str


class LobbyTables(ServerMessage, frozen=True, tag="lobby"):
    """Public tables that are new or have changed, and those that are no longer listed."""

    tables: list[TableCard]
    gone: list[str]


class MyTables(ServerMessage, frozen=True, tag="mine"):
    """Tables where you have a seat that are new or have changed."""

    tables: list[TableCard]


AnyLobbyMessage = LobbyTables | MyTables


class Bye(ServerMessage, frozen=True, tag="bye"):
    """The server closes the socket; reconnect with the last number you have seen."""

    key: str
    text: str
    args: dict[str, Any] = {}


AnyAnswer = (
    Welcome | News | Done | Refused | Reason | Previewed | Understood | Hinted | Warming
    | Unsaved | Bye
)  # fmt: skip

_decoder, _encoder = msgspec.json.Decoder(AnyRequest), msgspec.json.Encoder()


def read(message: str | bytes) -> AnyRequest:
    """Return the request of a text; raises msgspec's errors."""
    return _decoder.decode(message)


def write(answer: AnyAnswer | AnyLobbyMessage) -> str:
    """Return an answer as text."""
    return _encoder.encode(answer).decode()
