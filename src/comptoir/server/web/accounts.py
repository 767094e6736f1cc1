"""The HTTP interface: who you are, with or without an account."""

from typing import Any

from litestar import Request, Response, get, post

from comptoir.server.storage.players import Players
from comptoir.server.storage.store import PlayerRow
from comptoir.server.tables.refusals import RequestRefused
from comptoir.server.tables.rooms import Rooms

from . import identity, schemas
from .limits import Buckets
from .middleware import client_of

GUESS = 5  # sign-ups that a claim of a name that is taken costs

Call = Request[Any, Any, Any]


@post("/api/me", tags=["you"], status_code=201)
async def introduce(
    request: Call,
    data: schemas.NewPlayer,
    rooms: Rooms,
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
        request, *await players.create(data.name, data.language, rooms.now())
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
    rooms: Rooms,
    players: Players,
    sign_ups: Buckets,
) -> Response[schemas.Me]:
    """Become the player of a recovery secret, on this device too."""
    _count(request, sign_ups)
    return _signed_in(request, *await players.recover(data.secret, rooms.now()))


@post("/api/account", tags=["you"], status_code=201)
async def claim(
    request: Call, data: schemas.Account, players: Players, sign_ups: Buckets
) -> schemas.Me:
    """Keep your seats under a name and a password."""
    _count(request, sign_ups)
    player = await identity.known(request, players)
    try:
        return _me(await players.claim(player, data.login, data.password), None)
    except RequestRefused as refused:
        if refused.refusal.key == "login_taken":  # nobody tries many names
            sign_ups.charge(client_of(request.scope), GUESS)
        raise


@post("/api/login", tags=["you"], status_code=200)
async def log_in(
    request: Call,
    data: schemas.Account,
    rooms: Rooms,
    players: Players,
    sign_ups: Buckets,
) -> Response[schemas.Me]:
    """Become the player of an account, on this device too."""
    _count(request, sign_ups)
    found = await players.log_in(data.login, data.password, rooms.now())
    return _signed_in(request, *found)


@post("/api/logout", tags=["you"], status_code=204)
async def log_out(request: Call, players: Players) -> Response[None]:
    """Forget this device."""
    await players.log_out(identity.token_of(request))
    answer: Response[None] = Response(None, status_code=204)
    answer.delete_cookie(identity.COOKIE)
    return answer


HANDLERS = [introduce, who_am_i, new_recovery, recover, claim, log_in, log_out]


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
    sign_ups.take(client_of(request.scope))
