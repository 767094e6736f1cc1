"""The HTTP interface: tables, seats, records and ratings."""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Request, delete, get, post, put
from litestar.params import Parameter

from comptoir.engine.model import registry
from comptoir.engine.play.record import Record
from comptoir.server.domain.acting import seating
from comptoir.server.domain.acting.seating import Events, Sender
from comptoir.server.domain.protocol import bodies
from comptoir.server.domain.protocol.wire import Line
from comptoir.server.domain.reading import export, projections
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.settings import TableSettings
from comptoir.server.domain.state.events import SentRequest
from comptoir.server.rooms.room import Room
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.people import People
from comptoir.server.storage.players import Players
from comptoir.server.storage.ratings import PlayerRating, Ratings
from comptoir.server.storage.rows import PlayerRow
from comptoir.server.storage.store import LAST, Summary
from comptoir.server.web.shared import identity

LOBBY = 7 * 24 * 3600 * 1000  # milliseconds that an inactive table stays in the lobby

Call = Request[Any, Any, Any]
TableId = Annotated[str, Parameter(max_length=40)]
Since = Annotated[int, Parameter(ge=0, le=1_000_000_000)]


@get("/api/tables", tags=["tables"])
async def lobby(
    request: Call, rooms: Rooms, players: Players, people: People
) -> list[bodies.TableSummary]:
    """List the public tables that are not over, except those of people you avoid."""
    player = await identity.maybe(request, players)
    apart = await people.apart_from(player.id if player else "")
    found = await rooms.store.lobby(rooms.now() - LOBBY)
    return [
        _summary(table, player)
        for table in found
        if apart.isdisjoint(place[1] for place in table.places)
    ]


@get("/api/me/tables", tags=["tables"])
async def own_tables(
    request: Call,
    rooms: Rooms,
    players: Players,
    before: Annotated[int, Parameter(ge=0, le=LAST)] = LAST,
    game: Annotated[str, Parameter(max_length=40, pattern=r"^\w*$")] = "",
    name: Annotated[str, Parameter(max_length=40)] = "",
    most: Annotated[int, Parameter(ge=1, le=100)] = 100,
) -> list[bodies.TableSummary]:
    """List the tables where you have a seat, the latest first.

    You can filter by game and by a player's name; `before` gives the next page.
    """
    player = await identity.known(request, players)
    found = await rooms.store.tables_of(player.id, before, game, name, most)
    return [_summary(table, player) for table in found]


@post("/api/tables", tags=["tables"], status_code=201)
async def make_table(
    request: Call, data: bodies.NewTable, rooms: Rooms, players: Players
) -> bodies.TableState:
    """Make a table; with bots in all other seats the game starts at once."""
    player = await identity.known(request, players)
    seats: dict[int, PlayerRow | str] = {n: b for n, b in enumerate(data.bots) if b}
    if data.seat is not None:
        seats[data.seat] = player
    room = await rooms.create(player, data.settings, data.request, seats)
    return await table_seen_by(room, player)


@get("/api/tables/{table:str}", tags=["tables"])
async def table_state(
    request: Call, table: TableId, rooms: Rooms, players: Players
) -> bodies.TableState:
    """Return a table as you may see it."""
    player = await identity.maybe(request, players)
    return await table_seen_by(await rooms.room(table), player)


@get("/api/tables/{table:str}/log", tags=["tables"])
async def log(
    request: Call,
    table: TableId,
    rooms: Rooms,
    players: Players,
    people: People,
    since: Since = 0,
) -> list[Line]:
    """Return the table's events, as far as you may see them and the table's log keeps them.

    Chat of people you have muted is left out.
    """
    player = await identity.maybe(request, players)
    muted = await people.muted_by(player.id if player else "")
    room = await rooms.room(table)
    async with room.reading():
        return projections.remembered(room.table, _seat(room, player), since, muted)


@get("/api/tables/{table:str}/record", tags=["records"])
async def record(table: TableId, rooms: Rooms) -> Record:
    """Return the record of a finished game: `comptoir replay` reads it."""
    room = await rooms.room(table)
    async with room.lock:
        return export.record(room.table)


@post("/api/tables/{table:str}/seats/{seat:int}", tags=["seats"], status_code=200)
async def sit(
    request: Call,
    table: TableId,
    seat: int,
    rooms: Rooms,
    players: Players,
    people: People,
    data: bodies.SeatRequest,
) -> bodies.TableState:
    """Take a seat: a free one, or that of a bot that does not stand in for a player."""
    player = await identity.known(request, players)
    apart = await people.apart_from(player.id)
    there = (await rooms.room(table)).table
    if apart.intersection([there.host, *(place.player for place in there.places)]):
        raise RequestRefused("apart")
    return await _run(
        request,
        rooms,
        players,
        table,
        seating.sit,
        seat,
        sent=SentRequest.of(data.request, ("sit", seat)) if data.request else None,
    )


@delete("/api/tables/{table:str}/seats/{seat:int}", tags=["seats"], status_code=200)
async def leave(
    request: Call, table: TableId, seat: int, rooms: Rooms, players: Players
) -> bodies.TableState:
    """Give up your seat, or decline it; in a running game a bot takes over.

    As the host you may free anybody's seat before the start.
    """
    return await _run(request, rooms, players, table, seating.leave, seat)


@put("/api/tables/{table:str}/settings", tags=["tables"], status_code=200)
async def change(
    request: Call, table: TableId, data: TableSettings, rooms: Rooms, players: Players
) -> bodies.TableState:
    """Change your table's options, clock or number of seats, until the cards are dealt.

    Free seats are added at the end, or the last of them removed.
    """
    settings = rooms.check_settings(data)
    return await _run(request, rooms, players, table, seating.change, settings)


@put("/api/tables/{table:str}/seats/{seat:int}/name", tags=["seats"], status_code=200)
async def rename(
    request: Call, table: TableId, seat: int, rooms: Rooms, players: Players
) -> bodies.TableState:
    """Use your present name and emblem at this table: `POST /api/me` changes the name."""
    return await _run(request, rooms, players, table, seating.rename, seat)


@put("/api/tables/{table:str}/seats/{seat:int}/bot", tags=["seats"], status_code=200)
async def seat_bot(
    request: Call,
    table: TableId,
    seat: int,
    data: bodies.BotSeat,
    rooms: Rooms,
    players: Players,
) -> bodies.TableState:
    """Put a bot in your own seat, or, as the host before the deal, in a free seat."""
    bot = rooms.check_bot(data.bot)
    return await _run(request, rooms, players, table, seating.seat_bot, seat, bot)


@delete("/api/tables/{table:str}/seats/{seat:int}/bot", tags=["seats"], status_code=200)
async def dismiss_bot(
    request: Call, table: TableId, seat: int, rooms: Rooms, players: Players
) -> bodies.TableState:
    """Take your seat back from the bot, or remove a bot from a table that has not started."""
    return await _run(request, rooms, players, table, seating.dismiss_bot, seat)


@post("/api/tables/{table:str}/again", tags=["tables"], status_code=201)
async def again(
    request: Call,
    table: TableId,
    data: bodies.NextTable,
    rooms: Rooms,
    players: Players,
) -> bodies.TableState:
    """Invite the same people and bots to play again: the same game, or another.

    The game starts when all invited players have sat down. Nobody else may take their seats
    until they decline (`DELETE` of the seat) or you free the seats.
    """
    player = await identity.known(request, players)
    made = await rooms.rematch(await rooms.room(table), player, data.settings)
    return await table_seen_by(made, player)


@get("/api/ratings/{game:str}", tags=["ratings"])
async def list_ratings(
    game: str,
    rooms: Rooms,
    ratings: Ratings,
    seats: Annotated[int, Parameter(ge=1, le=10)] | None = None,
) -> list[PlayerRating]:
    """List the ratings of people and bots in a game, with 95 % confidence intervals.

    `seats` limits the list to tables of that size; only bots and accounts are rated.
    """
    if game not in registry.names():
        raise RequestRefused("unknown_game")
    return await ratings.of(game, rooms.now(), seats)


HANDLERS = [
    lobby, own_tables, make_table, table_state, log, record,
    change, sit, leave, rename, seat_bot, dismiss_bot, again, list_ratings,
]  # fmt: skip


async def _run(
    request: Call,
    rooms: Rooms,
    players: Players,
    table: str,
    command: Callable[..., Events],
    *args: int | str | TableSettings,
    sent: SentRequest | None = None,
) -> bodies.TableState:
    """Carry out a command of the requesting player, and return the table after it."""
    player = await identity.known(request, players)
    room = await rooms.room(table)
    by = Sender.of(player)
    await room.run(lambda table: command(table, by, *args), player.id, sent)
    return await table_seen_by(room, player)


def _seat(room: Room, player: PlayerRow | None) -> int | None:
    return room.table.seat_of(player.id) if player else None


async def table_seen_by(room: Room, player: PlayerRow | None) -> bodies.TableState:
    """Return a table as a player may see it."""
    async with room.reading() as table:
        info = projections.info(table, player.id if player else "", room.created)
        state = projections.state(table, _seat(room, player))
        return bodies.TableState(info, table.public, state)


def _summary(table: Summary, player: PlayerRow | None) -> bodies.TableSummary:
    own = player.id if player else None
    seats = [
        bodies.SeatSummary(name, bot, who == own and bool(who), emblem)
        for _, who, name, bot, emblem in table.places
    ]
    mine = [number for number, who, *_ in table.places if who and who == own]
    return bodies.TableSummary(
        id=table.id,
        game=table.settings.game,
        settings=_brief(table.settings),
        state=table.state,  # type: ignore[arg-type]
        changed=table.changed,
        seats=seats,
        asked=table.asked,
        your_turn=any(seat in table.asked for seat in mine),
    )


def _brief(settings: TableSettings) -> TableSettings:
    """Return settings for a list, without custom cards and other long options."""
    plain = {k: v for k, v in settings.options.items() if isinstance(v, (bool, int))}
    return msgspec.structs.replace(settings, options=plain)
