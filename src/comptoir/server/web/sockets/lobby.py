"""The lobby over WebSocket, and matchmaking over HTTP."""

import asyncio
from contextlib import nullcontext, suppress
from functools import partial
from typing import Any

from litestar import WebSocket, post, websocket
from litestar.exceptions import WebSocketDisconnect

from comptoir.server.domain.acting import seating
from comptoir.server.domain.acting.seating import Events, Sender
from comptoir.server.domain.protocol import bodies
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.settings import TableSettings, check_game
from comptoir.server.domain.state.table import OnlineTable
from comptoir.server.operations.limits import Allowances
from comptoir.server.rooms.lobby import QUIET, Watcher
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.people import People
from comptoir.server.storage.players import Players
from comptoir.server.storage.rows import PlayerRow
from comptoir.server.storage.store import Summary
from comptoir.server.web.shared import identity, schemas
from comptoir.server.web.shared.middleware import client_of
from comptoir.server.web.tables.api import Call, table_seen_by

from .outbox import Outbox

CLOSED = 4000  # WebSocket close codes of our own: 4000 and an HTTP status


@websocket("/api/lobby", opt={"exclude_from_csrf": True})
async def watch(
    socket: WebSocket[Any, Any, Any],
    rooms: Rooms,
    players: Players,
    people: People,
    allowances: Allowances,
    whole: bool = False,
) -> None:
    """Watch the lobby: open tables and running games, and your own tables, as they change.

    At first it sends only some of the open tables; with `whole`, nearly all of them.
    """
    await socket.accept()
    try:
        with allowances.sockets.one(client_of(socket.scope)):
            player = await identity.maybe(socket, players)
            own = allowances.player_sockets.one(player.id) if player else nullcontext()
            with own, rooms.metrics.sockets.track_inprogress():
                await _serve(socket, rooms, people, player, whole)
    except RequestRefused as refused:
        with suppress(RuntimeError, OSError, WebSocketDisconnect):
            await socket.close(CLOSED + refused.status, refused.refusal.key)


async def _serve(
    socket: WebSocket[Any, Any, Any],
    rooms: Rooms,
    people: People,
    player: PlayerRow | None,
    whole: bool,
) -> None:
    """Send until one of the two sides closes; clients send nothing on this socket."""
    name, outbox = player.id if player else "", Outbox(socket)
    watcher = Watcher(name, await people.apart_from(name), outbox.put)
    parts = {asyncio.create_task(outbox.run()), asyncio.create_task(_gone(socket))}
    try:
        await rooms.lobby.welcome(watcher, whole=whole)
        done, _ = await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
    finally:
        rooms.lobby.forget(watcher)
        for part in parts:
            part.cancel()
        await asyncio.gather(*parts, return_exceptions=True)
    for error in (part.exception() for part in done):
        if isinstance(error, RequestRefused):
            raise error


async def _gone(socket: WebSocket[Any, Any, Any]) -> None:
    """Wait until the reader disconnects; refuse a reader who sends anything."""
    event = await socket.receive()
    if event["type"] == "websocket.receive":
        raise RequestRefused("nonsense")


@post("/api/match", tags=["tables"], status_code=201)
async def match(
    request: Call,
    data: schemas.MatchRequest,
    rooms: Rooms,
    players: Players,
    people: People,
) -> bodies.TableState:
    """Take a seat where somebody waits for the same game, seats and clock; or make a table.

    A new table is public and uses the usual options. Players who let bots fill the free seats
    after a while are seated only with others who do; the shortest wait chosen applies.
    """
    player = await identity.known(request, players)
    settings = rooms.check_settings(
        TableSettings(
            game=check_game(data.game),
            seats=data.seats,
            clock=data.clock,
            language=data.language,
            public=True,
            fill=data.fill,
            substitute=data.level,
        )
    )
    until = rooms.now() + int(data.fill * 1000) if data.fill else 0
    join = partial(_join, by=Sender.of(player), until=until)
    apart = await people.apart_from(player.id)
    for found in await rooms.store.lobby(rooms.now() - QUIET, WANTED, 0):
        if _fits(found, settings, apart):
            room = await rooms.room(found.id)
            with suppress(RequestRefused):  # somebody else took the seat first
                await room.run(join, player.id)
                return await table_seen_by(room, player)
    room = await rooms.create(player, settings, data.request, {0: player})
    return await table_seen_by(room, player)


WANTED = 200  # waiting tables that are searched
HANDLERS: list[Any] = [watch, match]


def _fits(found: Summary, wanted: TableSettings, apart: set[str]) -> bool:
    """Return True if a table fits the wanted settings and seats no player in `apart`."""
    given = found.settings
    same = (given.game, found.seats, given.clock, given.options) == (
        wanted.game,
        wanted.seats,
        wanted.clock,
        wanted.options,
    ) and (given.fill is None) == (wanted.fill is None)
    return same and apart.isdisjoint(place[1] for place in found.places)


def _join(table: OnlineTable, by: Sender, until: int) -> Events:
    """Take the first free seat."""
    free = (n for n, at in enumerate(table.places) if at.free and not at.invited)
    seat = next(free, None)
    if seat is None or table.match:
        raise RequestRefused("started")
    return seating.sit(table, by, seat, until)
