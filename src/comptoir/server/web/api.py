"""The HTTP interface: who you are, tables, seats, records and ratings."""

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, delete, get, post, put
from litestar.params import Parameter

from comptoir import bots
from comptoir.engine.model import registry
from comptoir.engine.play.record import Record
from comptoir.engine.text.words import LANGUAGES, Words
from comptoir.server.protocol.wire import Line
from comptoir.server.storage.players import Players
from comptoir.server.storage.ratings import Rating, Ratings
from comptoir.server.storage.store import PlayerRow, Summary
from comptoir.server.tables import export, projections
from comptoir.server.tables.commands import Player, Wish
from comptoir.server.tables.refusals import Refused
from comptoir.server.tables.room import Room
from comptoir.server.tables.rooms import Hall
from comptoir.server.tables.settings import Language

from . import identity, schemas
from .limits import Buckets

LOBBY = 7 * 24 * 3600 * 1000  # milliseconds a quiet table stays in the lobby

Call = Request[Any, Any, Any]
TableId = Annotated[str, Parameter(max_length=40)]
Since = Annotated[int, Parameter(ge=0, le=1_000_000_000)]


@get("/api/games", tags=["games"], sync_to_thread=False)
def list_games() -> list[schemas.GameInfo]:
    """List the games that can be played here."""
    return [_game_info(name) for name in registry.names()]


@get(
    "/api/games/{game:str}/rules",
    tags=["games"],
    media_type=MediaType.TEXT,
    sync_to_thread=False,
)
def rules(game: str, language: Language = "en") -> str:
    """Return the rules of a game, in our own words, as Markdown."""
    if game not in registry.names():
        raise Refused("unknown_game")
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    return (registry.load(game).folder / name).read_text(encoding="utf-8")


@get("/api/bots", tags=["games"], sync_to_thread=False)
def list_bots(hall: Hall) -> list[schemas.BotInfo]:
    """List the bots that can be seated; `search:500ms` and the like besides."""
    spoken = {language: Words(language, bots.WORDS) for language in LANGUAGES}

    def about(name: str) -> dict[str, str]:
        key = f"bot.{name}"
        return {lang: words.say(key) for lang, words in spoken.items() if key in words}

    return [
        schemas.BotInfo(name, about(name)) for name in (*bots.NAMES, *hall.own_bots)
    ]


@post("/api/me", tags=["you"], status_code=201)
async def introduce(
    request: Call,
    data: schemas.NewPlayer,
    hall: Hall,
    players: Players,
    sign_ups: Buckets,
) -> Response[schemas.Me]:
    """Say who you are, or take another name. No account is needed."""
    player = await identity.maybe(request, players)
    if player:
        player = await players.rename(player, data.name, data.language)
        return _signed_in(request, player, None)
    _count(request, sign_ups)
    return _signed_in(
        request, *await players.create(data.name, data.language, hall.now())
    )


@get("/api/me", tags=["you"])
async def who_am_i(request: Call, players: Players) -> schemas.Me:
    """Return who you are."""
    return _me(await identity.known(request, players), None)


@post("/api/me/recovery", tags=["you"], status_code=201)
async def new_recovery(request: Call, players: Players) -> schemas.Recovery:
    """Return a secret for a recovery link; the one before it ends."""
    player = await identity.known(request, players)
    return schemas.Recovery(await players.new_recovery(player))


@post("/api/recover", tags=["you"], status_code=200)
async def recover(
    request: Call,
    data: schemas.Recovery,
    hall: Hall,
    players: Players,
    sign_ups: Buckets,
) -> Response[schemas.Me]:
    """Become the player of a recovery secret, on this device too."""
    _count(request, sign_ups)
    return _signed_in(request, *await players.recover(data.secret, hall.now()))


@post("/api/account", tags=["you"], status_code=201)
async def claim(
    request: Call, data: schemas.Account, players: Players, sign_ups: Buckets
) -> schemas.Me:
    """Keep your seats under a name and a password."""
    _count(request, sign_ups)
    player = await identity.known(request, players)
    return _me(await players.claim(player, data.login, data.password), None)


@post("/api/login", tags=["you"], status_code=200)
async def log_in(
    request: Call,
    data: schemas.Account,
    hall: Hall,
    players: Players,
    sign_ups: Buckets,
) -> Response[schemas.Me]:
    """Become the player of an account, on this device too."""
    _count(request, sign_ups)
    found = await players.log_in(data.login, data.password, hall.now())
    return _signed_in(request, *found)


@post("/api/logout", tags=["you"], status_code=204)
async def log_out(request: Call, players: Players) -> Response[None]:
    """Forget this device."""
    await players.log_out(identity.token_of(request))
    answer: Response[None] = Response(None, status_code=204)
    answer.delete_cookie(identity.COOKIE)
    return answer


@get("/api/tables", tags=["tables"])
async def lobby(
    request: Call, hall: Hall, players: Players
) -> list[schemas.TableSummary]:
    """List the public tables that are not over."""
    player = await identity.maybe(request, players)
    found = await hall.store.lobby(hall.now() - LOBBY)
    return [_summary(table, player) for table in found]


@get("/api/me/tables", tags=["tables"])
async def own_tables(
    request: Call, hall: Hall, players: Players
) -> list[schemas.TableSummary]:
    """List the tables where you have a seat, the latest first."""
    player = await identity.known(request, players)
    return [_summary(table, player) for table in await hall.store.tables_of(player.id)]


@post("/api/tables", tags=["tables"], status_code=201)
async def make_table(
    request: Call, data: schemas.NewTable, hall: Hall, players: Players
) -> schemas.TableState:
    """Make a table; with bots in all other seats the game begins at once."""
    player = await identity.known(request, players)
    seats: dict[int, PlayerRow | str] = {n: b for n, b in enumerate(data.bots) if b}
    if data.seat is not None:
        seats[data.seat] = player
    room = await hall.create(player, data.settings, data.request, seats)
    return _state(room, player)


@get("/api/tables/{table:str}", tags=["tables"])
async def table_state(
    request: Call, table: TableId, hall: Hall, players: Players
) -> schemas.TableState:
    """Return a table as you may see it."""
    player = await identity.maybe(request, players)
    room = await hall.room(table)
    async with room.lock:
        return _state(room, player)


@get("/api/tables/{table:str}/log", tags=["tables"])
async def log(
    request: Call, table: TableId, hall: Hall, players: Players, since: Since = 0
) -> list[Line]:
    """Return what happened, as far as you may see and the table's memory goes."""
    player = await identity.maybe(request, players)
    room = await hall.room(table)
    async with room.lock:
        return projections.remembered(room.table, _seat(room, player), since)


@get("/api/tables/{table:str}/record", tags=["records"])
async def record(table: TableId, hall: Hall) -> Record:
    """Return the record of a finished game: `comptoir replay` reads it."""
    room = await hall.room(table)
    async with room.lock:
        return export.record(room.table)


@get("/api/tables/{table:str}/text", tags=["records"], media_type=MediaType.TEXT)
async def text(
    request: Call,
    table: TableId,
    hall: Hall,
    players: Players,
    language: Language = "en",
) -> str:
    """Return the game so far in sentences."""
    player = await identity.maybe(request, players)
    room = await hall.room(table)
    async with room.lock:
        return export.text(room.table, _seat(room, player), language)


@post("/api/tables/{table:str}/seats/{seat:int}", tags=["seats"], status_code=200)
async def sit(
    request: Call,
    table: TableId,
    seat: int,
    hall: Hall,
    players: Players,
    data: schemas.SeatRequest,
) -> schemas.TableState:
    """Take a seat: a free one, or that of a bot that plays for nobody."""
    return await _wish(
        request, hall, players, table, data.request, lambda p: p.sit(seat)
    )


@delete("/api/tables/{table:str}/seats/{seat:int}", tags=["seats"], status_code=200)
async def leave(
    request: Call, table: TableId, seat: int, hall: Hall, players: Players
) -> schemas.TableState:
    """Give your seat up; in a game that has begun a bot plays on."""
    return await _wish(request, hall, players, table, None, lambda p: p.leave(seat))


@put("/api/tables/{table:str}/seats/{seat:int}/bot", tags=["seats"], status_code=200)
async def seat_bot(
    request: Call,
    table: TableId,
    seat: int,
    data: schemas.BotSeat,
    hall: Hall,
    players: Players,
) -> schemas.TableState:
    """Let a bot play: in a free seat, for yourself, or for somebody who is away."""
    bot = hall.check_bot(data.bot)
    return await _wish(
        request, hall, players, table, None, lambda p: p.seat_bot(seat, bot)
    )


@delete("/api/tables/{table:str}/seats/{seat:int}/bot", tags=["seats"], status_code=200)
async def dismiss_bot(
    request: Call, table: TableId, seat: int, hall: Hall, players: Players
) -> schemas.TableState:
    """Take your seat back from the bot, or a bot away from a table that waits."""

    def wish(player: Player) -> Wish:
        def either(found: Any, at: int) -> None:
            own = found.seat_of(player.player) == seat
            (player.come_back if own else player.empty)(seat)(found, at)

        return either

    return await _wish(request, hall, players, table, None, wish)


@post("/api/tables/{table:str}/again", tags=["tables"], status_code=201)
async def again(
    request: Call, table: TableId, data: schemas.NextTable, hall: Hall, players: Players
) -> schemas.TableState:
    """Play again with the same people and bots: the same game, or another."""
    player = await identity.known(request, players)
    room = await hall.room(table)
    before = room.table
    if before.again:
        return _state(await hall.room(before.again), player)
    if before.state != "over":
        raise Refused("not_over")
    if before.seat_of(player.id) is None:
        raise Refused("not_seated")
    settings = data.settings or before.settings
    if settings.game not in registry.names():
        raise Refused("unknown_game")
    most = registry.load(settings.game).check_seats(settings.seats)
    seats: dict[int, PlayerRow | str] = {}
    for number, place in enumerate(before.places[:most]):
        if place.player:
            seats[number] = PlayerRow(
                place.player, place.name, before.settings.language
            )
        elif place.bot:
            seats[number] = place.bot
    host = PlayerRow(before.host, "", before.settings.language)
    made = await hall.create(host, settings, f"again {table}", seats)
    await room.act(Player(player.id, player.name).again(made.table.id), player.id)
    return _state(await hall.room(room.table.again), player)


@get("/api/ratings/{game:str}", tags=["ratings"])
async def list_ratings(game: str, hall: Hall, ratings: Ratings) -> list[Rating]:
    """List how strong people and bots are in a game, with 95 % intervals."""
    if game not in registry.names():
        raise Refused("unknown_game")
    return await ratings.of(game, hall.now())


HANDLERS = [
    list_games, rules, list_bots, introduce, who_am_i, new_recovery, recover, claim, log_in,
    log_out, lobby, own_tables, make_table, table_state, log, record, text, sit, leave,
    seat_bot, dismiss_bot, again, list_ratings,
]  # fmt: skip


async def _wish(
    request: Call, hall: Hall, players: Players, table: str, name: str | None, wish: Any
) -> schemas.TableState:
    player = await identity.known(request, players)
    room = await hall.room(table)
    await room.act(wish(Player(player.id, player.name, name)), player.id, name)
    return _state(room, player)


def _seat(room: Room, player: PlayerRow | None) -> int | None:
    return room.table.seat_of(player.id) if player else None


def _state(room: Room, player: PlayerRow | None) -> schemas.TableState:
    info = room.info(player.id if player else "")
    state = projections.state(room.table, _seat(room, player))
    return schemas.TableState(info, room.table.public, state)


def _summary(table: Summary, player: PlayerRow | None) -> schemas.TableSummary:
    own = player.id if player else None
    seats = [
        schemas.SeatSummary(name, bot, who == own and bool(who))
        for _, who, name, bot in table.places
    ]
    mine = [number for number, who, _, _ in table.places if who and who == own]
    return schemas.TableSummary(
        id=table.id,
        game=table.settings.game,
        settings=table.settings,
        state=table.state,  # type: ignore[arg-type]
        changed=table.changed,
        seats=seats,
        asked=table.asked,
        your_turn=any(seat in table.asked for seat in mine),
    )


def _game_info(name: str) -> schemas.GameInfo:
    game = registry.load(name)

    def said(key: str) -> dict[str, str]:
        spoken = ((language, game.words(language)) for language in LANGUAGES)
        return {
            language: words.say(key) if key in words else ""
            for language, words in spoken
        }

    return schemas.GameInfo(
        name=name,
        title=said("title"),
        about=said("about"),
        tale=said("tale"),
        length=said("length"),
        rules=game.version,
        seats=list(game.seats),
        actions=[action.ref for action in game.actions],
        options=msgspec.json.schema(game.options),
        proxy=list(game.proxy) if game.proxy else None,
        phrases={
            key: {slot: list(words) for slot, words in slots.items()}
            for key, slots in game.phrases.items()
        },
    )


def _me(player: PlayerRow, token: str | None) -> schemas.Me:
    return schemas.Me(player.name, player.language, player.login, token)


def _signed_in(
    request: Call, player: PlayerRow, token: str | None
) -> Response[schemas.Me]:
    secure = request.url.scheme == "https"
    cookies = [identity.cookie(token, secure=secure)] if token else []
    status = 201 if request.url.path == "/api/me" else 200
    return Response(_me(player, token), cookies=cookies, status_code=status)


def _count(request: Call, sign_ups: Buckets) -> None:
    client = request.client
    sign_ups.take(client.host if client else "?")
