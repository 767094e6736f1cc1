"""Requests and responses about tables over HTTP; for the WebSocket see `wire.py`."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.events import Event
from comptoir.server.domain.settings import BotName, Language, TableSettings

from .wire import RequestId, State, TableInfo

Name = Annotated[str, Meta(min_length=1, max_length=100)]


class NewPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's name and language."""

    name: Name
    language: Language = "en"


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file uploaded by the reader: its name and its text."""

    name: Annotated[str, Meta(max_length=200)]
    text: Annotated[str, Meta(max_length=100_000)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made. A repeated request returns the same table."""

    settings: TableSettings
    request: RequestId
    seat: Annotated[int, Meta(ge=0, le=9)] | None = 0
    """Your own seat; null to watch."""
    bots: list[BotName | None] = []
    """Bots by seat; null leaves a seat free."""


class NextTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rematch with the same people: the same game, or another one."""

    settings: TableSettings | None = None


class BotSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bot for a seat."""

    bot: BotName


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a seat; repeating it changes nothing."""

    request: RequestId | None = None


class SharedSeat(SeatRequest, frozen=True, forbid_unknown_fields=True):
    """A request for a seat in a browser that keeps its own tables.

    With a name, it seats another person who shares the device.
    """

    name: Name | None = None


class GivenRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to continue: its record, as JSON or as a token, and a table's settings."""

    record: Annotated[str, Meta(max_length=1_000_000)]
    settings: TableSettings | None = None


class TableState(msgspec.Struct, frozen=True):
    """A table as you may see it now."""

    table: TableInfo
    number: int
    state: State


class SeatSummary(msgspec.Struct, frozen=True):
    """A seat's player, in a list of tables."""

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
    """The reason for a refusal."""

    error: str
    text: str
    rule: str | None = None
    args: dict[str, Any] = {}


class ReplayMove(msgspec.Struct, frozen=True):
    """A move with its events and everyone's score after it; the deal has no seat."""

    seat: int | None
    action: ActionRef | None
    events: list[Event]
    scores: list[int]


class ReplaySeat(msgspec.Struct, frozen=True):
    """A seat's player or bot."""

    name: str
    bot: str


class Replay(msgspec.Struct, frozen=True):
    """A whole game; `moves` begins with the deal."""

    table: TableInfo
    seats: list[ReplaySeat]
    moves: list[ReplayMove]
    ranks: list[int]
    ending: str
    seed: str


class BranchRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to continue from a moment against bots, at a new, unrated table."""

    move: Annotated[int, Meta(ge=0)]
    request: RequestId
    seat: Annotated[int, Meta(ge=0, le=9)] = 0
    bot: BotName = "casual"
