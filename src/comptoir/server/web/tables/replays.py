"""Games as replays and texts; once a game is over, from any seat's view."""

import asyncio
from hashlib import blake2s
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Request, Response, get, post, put
from litestar.params import Parameter

from comptoir import bots
from comptoir.engine.errors import BadRecord, ComptoirError
from comptoir.engine.play.match import Match
from comptoir.engine.play.match import replay as replayed
from comptoir.engine.play.record import Record
from comptoir.server.domain.acting import creating
from comptoir.server.domain.protocol import bodies
from comptoir.server.domain.protocol.bodies import BranchRequest, Replay, ReplaySeat
from comptoir.server.domain.reading import export, projections, replaying
from comptoir.server.domain.reading.replaying import Moment
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.settings import Language, TableSettings
from comptoir.server.domain.state.events import Advised, AnyEvent
from comptoir.server.domain.state.table import OnlineTable
from comptoir.server.export.export_worker import ExportWorker
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.players import Players
from comptoir.server.storage.rows import PlayerRow
from comptoir.server.storage.store import SLICE
from comptoir.server.web.shared import identity
from comptoir.server.web.shared.middleware import client_of
from comptoir.server.web.tables.api import table_seen_by

Call = Request[Any, Any, Any]
TableId = Annotated[str, Parameter(max_length=40)]
Eyes = Literal["all", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]


@get("/api/tables/{table:str}/replay", tags=["records"])
async def replay(
    request: Call,
    table: TableId,
    rooms: Rooms,
    players: Players,
    export_worker: ExportWorker,
) -> Response[Replay]:
    """Return a finished game, move by move."""
    player = await identity.maybe(request, players)
    room = await rooms.room(table)
    async with room.lock:
        past = _past(room.table)
        asked = replaying.MovesQuestion(past.record())
        seats = [ReplaySeat(place.name, place.bot) for place in room.table.places]
        info = projections.info(room.table, player.id if player else "", room.created)
    client = client_of(request.scope)
    moves = msgspec.Raw(await export_worker.tell(client, asked.record.check, asked))
    whole = Replay(info, seats, moves, past.ranks, past.ending, past.seed)  # type: ignore[arg-type]
    return lasting(request, msgspec.json.encode(whole), MediaType.JSON)


@get("/api/tables/{table:str}/replay/{move:int}", tags=["records"])
async def moment(
    request: Call,
    table: TableId,
    move: int,
    rooms: Rooms,
    players: Players,
    export_worker: ExportWorker,
    eyes: Eyes = "all",
) -> Response[Moment]:
    """Return the table after a number of moves, as a seat or everybody sees it.

    In a running game you get only your own seat's view, and only with open notes.
    """
    player = await identity.maybe(request, players)
    room = await rooms.room(table)
    async with room.lock:
        seat = None if eyes == "all" else int(eyes)
        own = room.table.seat_of(player.id) if player else None
        remembered = seat is not None and seat == own and _open_notes(room.table)
        past = (room.table.match if remembered else None) or _past(room.table)
        if seat is not None and seat >= past.seats:
            raise RequestRefused("no_seat", seats=past.seats)
        if not 0 <= move <= len(past.moves):
            raise RequestRefused("undo_where", moves=len(past.moves))
        asked = replaying.MomentQuestion(past.record(move), seat)
    name = (asked.record.check, seat)
    answer = await export_worker.tell(client_of(request.scope), name, asked)
    return lasting(request, answer, MediaType.JSON)


@get("/api/tables/{table:str}/text", tags=["records"], media_type=MediaType.TEXT)
async def text(
    request: Call,
    table: TableId,
    rooms: Rooms,
    players: Players,
    export_worker: ExportWorker,
    language: Language = "en",
) -> Response[str]:
    """Return the game so far as a text."""
    player = await identity.maybe(request, players)
    room = await rooms.room(table)
    async with room.lock:
        seat = room.table.seat_of(player.id) if player else None
        asked = export.story(room.table, seat, language)
        names = tuple(room.table.names())  # a deleted account loses its name
        name = (room.table.id, room.table.public, seat, language, names)
    answer = await export_worker.tell(client_of(request.scope), name, asked)
    return lasting(request, answer, MediaType.TEXT)


@post("/api/tables/{table:str}/branch", tags=["records"], status_code=201)
async def branch(
    request: Call, table: TableId, data: BranchRequest, rooms: Rooms, players: Players
) -> bodies.TableState:
    """Continue from a moment of a finished game against bots, at a new table."""
    player = await identity.known(request, players)
    room = await rooms.room(table)
    async with room.lock:
        past = _past(room.table)
        before = await _until(past, room.table, data.move)
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
    return bodies.TableState(info, made.table.public, state)


@post("/api/records", tags=["records"], status_code=201)
async def continue_record(
    request: Call, data: bodies.GivenRecord, rooms: Rooms, players: Players
) -> bodies.TableState:
    """Continue a recorded game, played without this server, at a new, unrated table.

    You take the first person's seat. Bots play for the others, who may take over their seats.
    """
    player = await identity.known(request, players)
    text = data.record.strip()
    record = Record.read(text) if text.startswith("{") else Record.from_token(text)
    record.verify()
    before = await _replayed(record)
    if before.over:
        raise RequestRefused("over")
    names = [*record.players, *[""] * record.seats][: record.seats]
    people = [seat for seat, name in enumerate(names) if not bots.built_in(name)]
    settings = data.settings or TableSettings(record.game)
    settings = msgspec.structs.replace(
        settings, game=record.game, seats=record.seats, options=record.options
    )
    stand_in = settings.substitute
    who: dict[int, PlayerRow | str] = {
        seat: stand_in if seat in people else name for seat, name in enumerate(names)
    }
    own = people[0] if people else 0
    sent = f"record {blake2s(text.encode(), digest_size=16).hexdigest()}"
    made = await rooms.create(player, settings, sent, {**who, own: player}, before)
    return await table_seen_by(made, player)


@post("/api/tables/{table:str}/along", tags=["records"], status_code=200)
async def take_along(
    request: Call, table: TableId, rooms: Rooms, players: Players
) -> bodies.GivenRecord:
    """Return the record of a running game, to continue it offline.

    It reveals every card, so only the only person at a table gets it, and only if nothing is
    at stake: the game is unrated, or becomes so for a guest.
    """
    player = await identity.known(request, players)
    room = await rooms.room(table)

    def taken(table: OnlineTable) -> list[AnyEvent]:
        seat = _seat_alone(table, player)
        if player.login and not table.unrated:
            raise RequestRefused("not_over")
        return [] if table.unrated else [Advised(seat)]

    await room.run(taken)
    async with room.lock:
        assert room.table.match
        return bodies.GivenRecord(room.table.match.record().token)


@put("/api/tables/{table:str}/along", tags=["records"])
async def bring_back(
    request: Call,
    table: TableId,
    data: bodies.GivenRecord,
    rooms: Rooms,
    players: Players,
) -> bodies.TableState:
    """Continue a game at its table with the moves that its only person played offline.

    Moves that the table already has change nothing. If the table has gone on differently, the
    record is refused.
    """
    player = await identity.known(request, players)
    room = await rooms.room(table)
    record = Record.from_token(data.record.strip())
    record.verify()
    match = await _replayed(record)

    def come_back(table: OnlineTable) -> list[AnyEvent]:
        _seat_alone(table, player)
        if not table.match or table.match.seed != record.seed:
            raise RequestRefused("game_differs")
        return creating.gone_on(table, match)

    await room.run(come_back)
    return await table_seen_by(room, player)


def _seat_alone(table: OnlineTable, player: PlayerRow) -> int:
    """Return the seat of the only person who has played at a running table."""
    seat = table.seat_of(player.id)
    if seat is None or not table.match or {*table.seen} != {player.id}:
        raise RequestRefused("not_seated")
    return seat


async def _replayed(record: Record) -> Match:
    """Replay a record in slices, so that other tasks get their turn."""
    match = replayed(record, 0)
    for number, move in enumerate(record.moves, 1):
        seat, _, action = move.partition(" ")
        try:
            match.play(int(seat), action)
        except (ComptoirError, ValueError) as error:
            raise BadRecord(f"move {number}, {move[:40]!r}: {error}") from None
        if number % SLICE == 0:
            await asyncio.sleep(0)
    return match


HANDLERS = [replay, moment, text, branch, continue_record, take_along, bring_back]


def lasting(request: Call, body: bytes, kind: MediaType) -> Response[Any]:
    """Return a response with an ETag, so that browsers can cache and revalidate it."""
    tag = f'"{blake2s(body, digest_size=12).hexdigest()}"'
    headers = {"etag": tag, "cache-control": "private, no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)


def _open_notes(table: OnlineTable) -> bool:
    return table.settings.memory == "open"


def _past(table: OnlineTable) -> Match:
    if table.match is None or not table.match.over:
        raise RequestRefused("not_over")
    return table.match


def _begin(past: Match, table: OnlineTable) -> Match:
    names, rules = table.names(), past.rules
    return Match(table.game, past.seats, past.seed, past.options, names, rules)


async def _until(past: Match, table: OnlineTable, move: int) -> Match:
    if not 0 <= move <= len(past.moves):
        raise RequestRefused("undo_where", moves=len(past.moves))
    match = _begin(past, table)
    for number, played in enumerate(past.moves[:move], 1):
        match.play(played.seat, played.action)
        if number % SLICE == 0:
            await asyncio.sleep(0)  # other tasks get a turn
    return match
