"""A game that is over, move by move: through anyone's eyes, and on from any moment."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, get, post
from litestar.params import Parameter
from msgspec import Meta

from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.events import Event
from comptoir.engine.play.match import Match
from comptoir.server.protocol.wire import RequestId, TableInfo
from comptoir.server.storage.players import Players
from comptoir.server.storage.store import PlayerRow
from comptoir.server.tables import projections
from comptoir.server.tables.refusals import RequestRefused
from comptoir.server.tables.rooms import Rooms
from comptoir.server.tables.settings import BotName
from comptoir.server.tables.table import OnlineTable

from . import identity, schemas

Call = Request[Any, Any, Any]
TableId = Annotated[str, Parameter(max_length=40)]
Eyes = Literal["all", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]


class ReplayMove(msgspec.Struct, frozen=True):
    """A move, all that it caused, and everyone's points after it; the deal has no seat."""

    seat: int | None
    action: ActionRef | None
    events: list[Event]
    scores: list[int]


class ReplaySeat(msgspec.Struct, frozen=True):
    """Who played."""

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


class Moment(msgspec.Struct, frozen=True):
    """The table after so many moves, as one seat or, without one, everybody sees it."""

    move: int
    view: Any
    actors: list[int]


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Go on from a moment against bots: a new table, which is never rated."""

    move: Annotated[int, Meta(ge=0)]
    request: RequestId
    seat: Annotated[int, Meta(ge=0, le=9)] = 0
    bot: BotName = "casual"


@get("/api/tables/{table:str}/replay", tags=["records"])
async def replay(
    request: Call, table: TableId, rooms: Rooms, players: Players
) -> Replay:
    """Return a finished game, move by move."""
    player = await identity.maybe(request, players)
    room = await rooms.room(table)
    async with room.lock:
        past = _past(room.table)
        match = _begin(past, room.table)
        moves = [ReplayMove(None, None, match.opening, match.scores)]
        for move in past.moves:
            events = match.play(move.seat, move.action)
            moves.append(ReplayMove(move.seat, move.action.ref, events, match.scores))
        seats = [ReplaySeat(place.name, place.bot) for place in room.table.places]
        info = projections.info(room.table, player.id if player else "", room.created)
        return Replay(info, seats, moves, past.ranks, past.ending, past.seed)


@get("/api/tables/{table:str}/replay/{move:int}", tags=["records"])
async def moment(table: TableId, move: int, rooms: Rooms, eyes: Eyes = "all") -> Moment:
    """Return the table after so many moves of a finished game, through somebody's eyes."""
    room = await rooms.room(table)
    async with room.lock:
        past = _past(room.table)
        match = _until(past, room.table, move)
    if eyes == "all":
        return Moment(move, match.referee_view(), match.actors)
    if int(eyes) >= match.seats:
        raise RequestRefused("no_seat", seats=match.seats)
    return Moment(move, match.view(int(eyes)), match.actors)


@post("/api/tables/{table:str}/branch", tags=["records"], status_code=201)
async def branch(
    request: Call, table: TableId, data: Branch, rooms: Rooms, players: Players
) -> schemas.TableState:
    """Go on from a moment of a finished game against bots."""
    player = await identity.known(request, players)
    room = await rooms.room(table)
    async with room.lock:
        past = _past(room.table)
        before = _until(past, room.table, data.move)
        seats = room.table.seats
        if data.seat >= seats:
            raise RequestRefused("no_seat", seats=seats)
        if before.over:
            raise RequestRefused("over")
        who: dict[int, PlayerRow | str] = dict.fromkeys(range(seats), data.bot)
        who[data.seat] = player
        settings = msgspec.structs.replace(
            room.table.settings, seats=seats, clock=None, public=False
        )
    made = await rooms.create(player, settings, data.request, who, before)
    state = projections.state(made.table, data.seat)
    info = projections.info(made.table, player.id, made.created)
    return schemas.TableState(info, made.table.public, state)


HANDLERS = [replay, moment, branch]


def _past(table: OnlineTable) -> Match:
    if table.match is None or not table.match.over:
        raise RequestRefused("not_over")
    return table.match


def _begin(past: Match, table: OnlineTable) -> Match:
    names, rules = table.names(), past.rules
    return Match(table.game, past.seats, past.seed, past.options, names, rules)


def _until(past: Match, table: OnlineTable, move: int) -> Match:
    if not 0 <= move <= len(past.moves):
        raise RequestRefused("undo_where", moves=len(past.moves))
    match = _begin(past, table)
    for played in past.moves[:move]:
        match.play(played.seat, played.action)
    return match
