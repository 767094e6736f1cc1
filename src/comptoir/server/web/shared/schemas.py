"""What the HTTP interface takes and gives; the WebSocket's messages are in `wire.py`."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from comptoir.engine.model.actions import ActionRef
from comptoir.server.domain.emblems import Emblem
from comptoir.server.domain.protocol.wire import RequestId, State, TableInfo
from comptoir.server.domain.settings import DAY, BotName, Clock, Language, TableSettings
from comptoir.server.storage.people import Aversion
from comptoir.server.storage.ratings import GameRating

Secret = Annotated[str, Meta(min_length=1, max_length=200)]
Name = Annotated[str, Meta(min_length=1, max_length=100)]


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: dict[str, str]  # by language
    about: dict[str, str]
    tale: dict[str, str]  # the game in a sentence or two; empty where it has none
    goal: dict[str, str]  # how it is won, in one sentence, likewise
    length: dict[str, str]  # how long it takes, likewise
    rules: int  # the version
    seats: list[int]
    actions: list[ActionRef]
    options: dict[str, Any]  # a JSON schema, with the defaults of people's tables
    proxy: list[str] | None  # the verbs to raise and to pass, where a proxy can
    phrases: dict[str, dict[str, list[str | int]]]
    characters: list[str]  # bots that have a manner of their own in it


class BotInfo(msgspec.Struct, frozen=True):
    """A bot that can be seated here."""

    name: str
    about: dict[str, str]


class NewPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody wants to be called."""

    name: Name
    language: Language = "en"


class Me(msgspec.Struct, frozen=True):
    """Who you are. The token is given once, to programs: browsers keep it as a cookie."""

    name: str
    language: str
    login: str | None
    password: bool = False  # whether there is one
    emblem: str = ""
    own_emblem: bool = False  # whether it was chosen, and does not follow from the name
    token: str | None = None


class OwnEmblem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sign and a colour, as `anchor-blue`; empty: as the name has it."""

    emblem: Emblem


class Recovery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A secret that makes another device yours; it works once."""

    secret: Secret


class Account(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name and password of an account."""

    login: Name
    password: Secret


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another password, and the one before it if there is one."""

    new: Secret
    old: Annotated[str, Meta(max_length=200)] = ""


class AccountName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of an account."""

    name: Name


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey as `PublicKeyCredential.toJSON` has it, and a name for a new account."""

    credential: dict[str, Any]
    name: Name


class UsedPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey that has signed, as `PublicKeyCredential.toJSON` has it."""

    credential: dict[str, Any]


class Passkey(msgspec.Struct, frozen=True):
    """A passkey of yours."""

    id: str
    created: int


Friend = Literal["yes", "no", "asked", "asks"]


class Profile(msgspec.Struct, frozen=True):
    """Somebody who has an account."""

    name: str
    emblem: str
    you: bool
    kinds: list[str]  # what they are to you: friend, mute, block
    friend: Friend  # whether both want it; `asked`: you do, `asks`: they do
    ratings: list[GameRating]


class Opponent(msgspec.Struct, frozen=True):
    """Somebody else in a game; a guest has no name."""

    name: str
    bot: bool
    place: int


class PlayedGame(msgspec.Struct, frozen=True):
    """A rated game; its table if the reader may look at it."""

    game: str
    ended: int
    place: int
    points: int
    table: str | None
    others: list[Opponent]


class Acquaintance(msgspec.Struct, frozen=True):
    """Somebody you have to do with."""

    name: str
    kinds: list[str]
    friend: Friend
    emblem: str
    guest: str = ""  # who has no account is known by this


class PersonThere(msgspec.Struct, frozen=True):
    """Somebody else at a table, and what they are to you."""

    seat: int
    account: str  # the name of it; empty: a guest
    kinds: list[str]


Place = Annotated[int, Meta(ge=0, le=9)]
LineNumber = Annotated[int, Meta(ge=1, le=1_000_000_000)]


class Towards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What you want of somebody at a table: in a seat, or who has said a line."""

    kind: Aversion
    on: bool = True
    seat: Place | None = None
    line: LineNumber | None = None


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For whom a seat is kept."""

    name: Name


class PlayerReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong with somebody at a table: in a seat, or who has said a line."""

    table: Annotated[str, Meta(max_length=40)]
    reason: Annotated[str, Meta(min_length=1, max_length=1000)]
    seat: Place | None = None
    line: LineNumber | None = None


class Announcements(msgspec.Struct, frozen=True):
    """How you are told of your turns, and what is possible here."""

    email: str | None  # confirmed
    mail: bool  # whether this server writes letters
    push_key: str  # what a browser subscribes with
    pushes: int  # browsers that are called


class PushHere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a browser is called, and what it reads."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=2000)]
    key: Secret
    auth: Secret


class PushEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a browser is called no more."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=2000)]


class Mail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An address to write to; empty: none."""

    email: Annotated[
        str,
        Meta(
            max_length=200,
            pattern=r"^([\w.!$%'*+/=^`{|}~-]+@[^\s@<>?&#,;:()\"\\\[\]]+)?$",
        ),
    ]


class MailConfirmed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stood in a letter."""

    secret: Secret
    email: Annotated[str, Meta(max_length=200)]


class MatchRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody would like to play with whoever is there."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=10)]
    request: RequestId
    clock: Clock | None = None
    language: Language = "en"
    fill: Annotated[float, Meta(ge=1, le=DAY)] | None = None
    """Seconds until bots take the seats that are still free; none: never."""
    level: BotName = "casual"
    """Which bots these are, at a table that is made."""


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of the reader's own: its name and its text."""

    name: Annotated[str, Meta(max_length=200)]
    text: Annotated[str, Meta(max_length=100_000)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made. The same request again returns the same table."""

    settings: TableSettings
    request: RequestId
    seat: Annotated[int, Meta(ge=0, le=9)] | None = 0
    """Your own seat; none to look on."""
    bots: list[BotName | None] = []
    """Bots by seat; null leaves a seat free."""


class NextTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same people again: the same game, or another one."""

    settings: TableSettings | None = None


class BotSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to play in a seat."""

    bot: BotName


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A repeat of the same request changes nothing."""

    request: RequestId | None = None


class TableState(msgspec.Struct, frozen=True):
    """A table as you may see it now."""

    table: TableInfo
    number: int
    state: State


class SeatSummary(msgspec.Struct, frozen=True):
    """Who plays, in a list of tables."""

    name: str
    bot: str
    you: bool
    emblem: str


class TableSummary(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    settings: TableSettings
    state: Literal["waiting", "playing", "paused", "over"]
    changed: int
    seats: list[SeatSummary]
    asked: list[int]
    your_turn: bool


class Fault(msgspec.Struct, frozen=True):
    """Why something was refused."""

    error: str
    text: str
    rule: str | None = None
    args: dict[str, Any] = {}


class Health(msgspec.Struct, frozen=True):
    """Whether the server and its database answer."""

    status: Literal["ok"]
    version: str
    tables: int
    sockets: int
