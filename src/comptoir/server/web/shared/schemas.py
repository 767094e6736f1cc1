"""Requests and responses of the HTTP interface; for the WebSocket see `wire.py`."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from comptoir.engine.model.actions import ActionRef
from comptoir.server.domain.emblems import Emblem
from comptoir.server.domain.protocol.bodies import Name
from comptoir.server.domain.protocol.wire import RequestId
from comptoir.server.domain.settings import DAY, BotName, Clock, Language
from comptoir.server.storage.moderation import Penalty
from comptoir.server.storage.people import Aversion
from comptoir.server.storage.ratings import GameRating

Secret = Annotated[str, Meta(min_length=1, max_length=200)]


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: dict[str, str]  # by language
    about: dict[str, str]
    tale: dict[str, str]  # the game in a sentence or two; may be empty
    goal: dict[str, str]  # how it is won, in one sentence; may be empty
    length: dict[str, str]  # how long it takes; may be empty
    rules: int  # the version of its rules
    seats: list[int]
    actions: list[ActionRef]
    options: dict[str, Any]  # a JSON schema, with the default values of online tables
    proxy: list[str] | None  # the verbs to raise and to pass, in games with proxy bids
    phrases: dict[str, dict[str, list[str | int]]]
    characters: list[str]  # bots with a style of their own in this game
    puzzles: int  # number of puzzles


class BotInfo(msgspec.Struct, frozen=True):
    """A bot that can be seated here."""

    name: str
    about: dict[str, str]


class Me(msgspec.Struct, frozen=True):
    """Your identity. Programs receive the token here, once; browsers keep it as a cookie."""

    name: str
    language: str
    login: str | None
    password: bool = False  # whether a password is set
    emblem: str = ""
    own_emblem: bool = False  # whether it was chosen, not derived from the name
    token: str | None = None
    moderator: bool = False
    penalties: list[Penalty] = []  # in force; also unread warnings
    requests: int = 0  # friend requests that wait for your answer


class OwnEmblem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An emblem, such as `anchor-blue`; an empty text selects the default for your name."""

    emblem: Emblem


class Recovery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A secret that logs another device in, once."""

    secret: Secret


class Account(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name and password of an account."""

    login: Name
    password: Secret


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new password, and the old one if there is one."""

    new: Secret
    old: Annotated[str, Meta(max_length=200)] = ""


class AccountName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of an account."""

    name: Name


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey, as `PublicKeyCredential.toJSON` returns it, and a name for a new account."""

    credential: dict[str, Any]
    name: Name


class UsedPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey's signature, as `PublicKeyCredential.toJSON` returns it."""

    credential: dict[str, Any]


class Passkey(msgspec.Struct, frozen=True):
    """A passkey of yours."""

    id: str
    created: int


Friend = Literal["yes", "no", "asked", "asks"]


class Profile(msgspec.Struct, frozen=True):
    """The profile of an account."""

    name: str
    emblem: str
    you: bool
    kinds: list[str]  # your relations to them: friend, mute, block
    friend: Friend  # `yes`: both agreed, `asked`: you asked, `asks`: they asked
    ratings: list[GameRating]


class Opponent(msgspec.Struct, frozen=True):
    """Another player of a game; a guest has no name."""

    name: str
    bot: bool
    place: int


class PlayedGame(msgspec.Struct, frozen=True):
    """A rated game; it names its table if the reader may see it."""

    game: str
    ended: int
    place: int
    points: int
    table: str | None
    others: list[Opponent]


class Acquaintance(msgspec.Struct, frozen=True):
    """A person with whom you have a relation."""

    name: str
    kinds: list[str]
    friend: Friend
    emblem: str
    guest: str = ""  # the id of a guest; empty for an account
    online: bool = False  # a friend who is here now


class PersonThere(msgspec.Struct, frozen=True):
    """Another person at a table, and your relations to them."""

    seat: int
    account: str  # the name of the account; empty: a guest
    kinds: list[str]


Place = Annotated[int, Meta(ge=0, le=9)]
LineNumber = Annotated[int, Meta(ge=1, le=1_000_000_000)]


class Towards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A relation to somebody at a table, named by their seat or by a line of chat."""

    kind: Aversion
    on: bool = True
    seat: Place | None = None
    line: LineNumber | None = None


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player for whom a seat is reserved."""

    name: Name


class PlayerReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report about somebody at a table, named by their seat or by a line of chat."""

    table: Annotated[str, Meta(max_length=40)]
    reason: Annotated[str, Meta(min_length=1, max_length=1000)]
    seat: Place | None = None
    line: LineNumber | None = None


class Announcements(msgspec.Struct, frozen=True):
    """How you are notified of your turns, and what this server offers."""

    email: str | None  # confirmed
    mail: bool  # whether this server sends e-mail
    push_key: str  # the VAPID key with which a browser subscribes
    pushes: int  # number of browsers with a push subscription


class PushHere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's push subscription."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=2000)]
    key: Secret
    auth: Secret


class PushEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The endpoint of a push subscription to remove."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=2000)]


class Mail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your e-mail address; an empty text removes it."""

    email: Annotated[
        str,
        Meta(
            max_length=200,
            pattern=r"^([\w.!$%'*+/=^`{|}~-]+@[^\s@<>?&#,;:()\"\\\[\]]+)?$",
        ),
    ]


class MailConfirmed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret from a confirmation e-mail, and the address."""

    secret: Secret
    email: Annotated[str, Meta(max_length=200)]


class MatchRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to play with anybody who wants the same game, seats and clock."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=10)]
    request: RequestId
    clock: Clock | None = None
    language: Language = "en"
    fill: Annotated[float, Meta(ge=1, le=DAY)] | None = None
    """Seconds until bots take the seats that are still free; null: never."""
    level: BotName = "casual"
    """The level of these bots, if a table is made."""


class Health(msgspec.Struct, frozen=True):
    """The state of a healthy server."""

    status: Literal["ok"]
    version: str
    tables: int
    sockets: int
