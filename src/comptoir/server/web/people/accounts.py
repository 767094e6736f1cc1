"""The HTTP interface: your identity, with or without an account."""

import contextlib
from functools import partial
from typing import Any

import msgspec
from litestar import Request, Response, delete, get, post, put

from comptoir.server.domain.acting import seating
from comptoir.server.domain.acting.seating import Sender
from comptoir.server.domain.emblems import usual
from comptoir.server.domain.protocol import bodies
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.operations.limits import Allowances
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.moderation import MODERATOR, Moderation
from comptoir.server.storage.people import People
from comptoir.server.storage.players import Players
from comptoir.server.storage.quotas import SharedLimit
from comptoir.server.storage.rows import PlayerRow
from comptoir.server.web.shared import identity, schemas
from comptoir.server.web.shared.middleware import client_of

from .announcements import warn_owner

DRESSED = 20  # most tables at which a new emblem is shown at once
GUESS = 5  # extra cost, in sign-ups, of trying a name that is taken

Call = Request[Any, Any, Any]


class Adoption:
    """Moves a guest's seats and games to the account that the guest logs in to."""

    def __init__(self, rooms: Rooms, players: Players):
        self.rooms = rooms
        self.players = players
        self.people = People(rooms.store)

    async def of_guest(self, request: Call, player: PlayerRow) -> None:
        """Move the seats and games of this device's guest to an account."""
        guest = await identity.maybe(request, self.players)
        if guest is None or guest.login is not None or player.login is None:
            return
        by = Sender.of(player)
        for table in await self.people.tables_of(guest.id):
            with contextlib.suppress(RequestRefused):
                room = await self.rooms.room(table)
                await room.run(
                    lambda table: seating.adopt(table, by, guest.id), player.id
                )
        await self.people.adopt(guest.id, player.id, self.rooms.now())


@post("/api/me", tags=["you"], status_code=201)
async def introduce(
    request: Call,
    data: bodies.NewPlayer,
    rooms: Rooms,
    players: Players,
    moderation: Moderation,
    sign_ups: SharedLimit,
) -> Response[schemas.Me]:
    """Give your name, or change it. No account is needed."""
    player = await identity.maybe(request, players)
    if player:
        players.check_not_banned(player)
        if data.name != player.name:
            await moderation.check_may_speak(player.id, rooms.now())
        player = await players.rename(player, data.name, data.language)
        return signed_in(request, player, None)
    await _count(request, sign_ups)
    made = await players.create(data.name, data.language, rooms.now())
    rooms.metrics.sign_ups.labels("guest").inc()
    return signed_in(request, *made)


@get("/api/me", tags=["you"])
async def who_am_i(
    request: Call,
    rooms: Rooms,
    players: Players,
    people: People,
    moderation: Moderation,
) -> Response[schemas.Me]:
    """Return who you are; a browser's cookie then lasts another year."""
    player = await identity.known(request, players, banned=True)
    told = me(player, None)
    penalties = await moderation.penalties(player.id, rooms.now())
    requests = await people.requests(player.id)
    answer = Response(
        msgspec.structs.replace(told, penalties=penalties, requests=requests)
    )
    if "authorization" not in request.headers:
        secure, token = request.url.scheme == "https", identity.token_of(request)
        answer.set_cookie(identity.cookie(token, secure=secure))
    return answer


@post("/api/me/warning", tags=["you"], status_code=204)
async def warning_read(request: Call, players: Players, moderation: Moderation) -> None:
    """Confirm that you have read a moderator's warning."""
    player = await identity.known(request, players, banned=True)
    await moderation.read_warning(player.id)


@put("/api/me/emblem", tags=["you"])
async def choose_emblem(
    request: Call,
    data: schemas.OwnEmblem,
    rooms: Rooms,
    players: Players,
    allowances: Allowances,
) -> schemas.Me:
    """Choose your emblem, also for your latest tables; empty: the default for your name."""
    player = await identity.known(request, players)
    allowances.talk.take(player.id, client_of(request.scope))  # tables are notified
    player = await players.dress(player, data.emblem)
    for table in await rooms.store.tables_of(player.id, most=DRESSED):
        if table.state != "over":
            room, by = await rooms.room(table.id), Sender.of(player)
            await room.run(partial(seating.dress, sender=by), player.id)
    return me(player, None)


@post("/api/me/recovery", tags=["you"], status_code=201)
async def new_recovery(
    request: Call, rooms: Rooms, players: Players
) -> schemas.Recovery:
    """Return a secret for a recovery link, valid for a year; the latest five links work."""
    player = await identity.known(request, players)
    return schemas.Recovery(await players.new_recovery(player, rooms.now()))


@post("/api/recover", tags=["you"], status_code=200)
async def recover(
    request: Call,
    data: schemas.Recovery,
    rooms: Rooms,
    players: Players,
    sign_ups: SharedLimit,
    adoption: Adoption,
) -> Response[schemas.Me]:
    """Log in on this device with a recovery secret."""
    await _count(request, sign_ups)
    found = await players.recover(data.secret, rooms.now())
    await adoption.of_guest(request, found[0])
    return signed_in(request, *found)


@post("/api/account", tags=["you"], status_code=201)
async def claim(
    request: Call,
    data: schemas.Account,
    rooms: Rooms,
    players: Players,
    sign_ups: SharedLimit,
) -> Response[schemas.Me]:
    """Turn your guest into an account with a password; name and seats stay.

    A browser is given a new cookie, and the guest's other devices are logged out.
    """
    await _count(request, sign_ups)
    player = await identity.known(request, players)
    try:
        at = rooms.now()
        player = await players.claim(player, data.login, data.password, at)
    except RequestRefused as refused:
        if refused.refusal.key == "login_taken":  # slow down attempts at many names
            await sign_ups.charge(client_of(request.scope), GUESS)
        raise
    rooms.metrics.sign_ups.labels("account").inc()
    return await claimed(request, players, player, at)


@put("/api/me/password", tags=["you"], status_code=204)
async def set_password(
    request: Call,
    data: schemas.NewPassword,
    rooms: Rooms,
    players: Players,
    sign_ups: SharedLimit,
) -> None:
    """Change your password, or add one beside your passkeys.

    All other devices are logged out.
    """
    await _count(request, sign_ups)
    player = await identity.known(request, players)
    token = identity.token_of(request)
    client = client_of(request.scope)
    await players.set_password(player, data.old, data.new, token, client, rooms.now())


@post("/api/login", tags=["you"], status_code=200)
async def log_in(
    request: Call,
    data: schemas.Account,
    rooms: Rooms,
    players: Players,
    sign_ups: SharedLimit,
    adoption: Adoption,
) -> Response[schemas.Me]:
    """Log in to an account; the games of this device's guest move to it."""
    await _count(request, sign_ups)
    client, at = client_of(request.scope), rooms.now()
    try:
        found = await players.log_in(data.login, data.password, client, at)
    except RequestRefused as refused:
        if refused.refusal.key == "guessed":
            rooms.services.tasks.start(warn_owner(rooms, players, data.login))
        raise
    await adoption.of_guest(request, found[0])
    return signed_in(request, *found)


@delete("/api/me/devices", tags=["you"], status_code=204)
async def log_out_elsewhere(request: Call, players: Players) -> None:
    """Log out all devices but this one."""
    player = await identity.known(request, players, banned=True)
    await players.log_out_elsewhere(player, identity.token_of(request))


@get("/api/me/export", tags=["you"])
async def export(
    request: Call, rooms: Rooms, players: Players, people: People
) -> dict[str, Any]:
    """Return all data stored about you, and where the records of your games are."""
    player = await identity.known(request, players, banned=True)
    kept = await people.export(player)
    tables = await people.tables_of(player.id)
    return {**kept, "tables": [f"/api/tables/{table}/record" for table in tables]}


@post("/api/me/goodbye", tags=["you"], status_code=204)
async def goodbye(
    request: Call,
    data: schemas.AccountName,
    rooms: Rooms,
    players: Players,
    people: People,
) -> Response[None]:
    """Delete your account: name and chat are removed, and bots play on in its seats.

    Your finished games stay for the others, without your name. Repeat your name to confirm.
    """
    player = await identity.known(request, players, banned=True)
    if data.name != player.name:
        raise RequestRefused("wrong_name")
    tables = await people.tables_of(player.id)
    by = Sender.of(player)
    for table in tables:
        with contextlib.suppress(RequestRefused):
            room = await rooms.room(table)
            await room.run(lambda table: seating.give_up(table, by), player.id)
    for table in await people.forget(player.id):
        await rooms.rewritten(table)
    rooms.forget_exports()
    return _without_cookie()


@post("/api/logout", tags=["you"], status_code=204)
async def log_out(request: Call, players: Players) -> Response[None]:
    """Log out this device."""
    await players.log_out(identity.token_of(request))
    return _without_cookie()


HANDLERS = [
    introduce, who_am_i, warning_read, choose_emblem, new_recovery, recover, claim,
    set_password, log_in, log_out, log_out_elsewhere, export, goodbye,
]  # fmt: skip


def me(player: PlayerRow, token: str | None) -> schemas.Me:
    """Return the data that a player gets about themselves."""
    password = player.password is not None
    emblem = (player.emblem or usual(player.name), bool(player.emblem))
    who = (player.name, player.language, player.login)
    moderator = player.role == MODERATOR
    return schemas.Me(*who, password, *emblem, token, moderator=moderator)


async def claimed(
    request: Call, players: Players, player: PlayerRow, at: int
) -> Response[schemas.Me]:
    """Return a new account's player, and log the player's other devices out.

    A browser gets a new cookie; a program, which sends its token itself, keeps it.
    """
    if "authorization" not in request.headers:
        return signed_in(request, player, await players.renew(player, at), 201)
    await players.log_out_elsewhere(player, identity.token_of(request))
    return signed_in(request, player, None, 201)


def signed_in(
    request: Call, player: PlayerRow, token: str | None, status: int = 200
) -> Response[schemas.Me]:
    """Return the response to a logged-in player, with a cookie if the token is new."""
    secure = request.url.scheme == "https"
    cookies = [identity.cookie(token, secure=secure)] if token else []
    status = 201 if request.url.path == "/api/me" else status
    return Response(me(player, token), cookies=cookies, status_code=status)


def _without_cookie() -> Response[None]:
    answer: Response[None] = Response(None, status_code=204)
    answer.delete_cookie(identity.COOKIE)
    return answer


async def _count(request: Call, sign_ups: SharedLimit) -> None:
    await sign_ups.take(client_of(request.scope))
