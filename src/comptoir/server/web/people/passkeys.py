"""The HTTP interface: sign up and log in with a passkey (WebAuthn)."""

from typing import Annotated, Any

from litestar import Response, delete, get, post
from litestar.params import Parameter

from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.passkeys import Passkeys, Site
from comptoir.server.storage.players import Players
from comptoir.server.storage.quotas import SharedLimit
from comptoir.server.web.shared import identity, schemas
from comptoir.server.web.shared.middleware import client_of

from .accounts import Adoption, Call, claimed, signed_in


@post("/api/me/passkeys/options", tags=["you"], status_code=200)
async def options_to_add(
    request: Call,
    data: schemas.AccountName,
    rooms: Rooms,
    players: Players,
    passkeys: Passkeys,
) -> dict[str, Any]:
    """Return the options of `navigator.credentials.create`; a name that is taken is refused."""
    player = await identity.known(request, players)
    name = player.name if player.login else data.name
    await players.check_free(name, player.id)
    return await passkeys.options_to_add(player, name, _site(request), rooms.now())


@post("/api/me/passkeys", tags=["you"], status_code=201)
async def add_passkey(
    request: Call,
    data: schemas.NewPasskey,
    rooms: Rooms,
    players: Players,
    passkeys: Passkeys,
    sign_ups: SharedLimit,
) -> Response[schemas.Me]:
    """Store a passkey that a browser has created; a guest gets an account with it."""
    await sign_ups.take(client_of(request.scope))
    player = await identity.known(request, players)
    kept = await passkeys.new(player, data.credential, _site(request), rooms.now())
    if player.login is None:
        at = rooms.now()
        player = await players.claim(player, data.name, None, at, kept)
        rooms.metrics.sign_ups.labels("account").inc()
        return await claimed(request, players, player, at)
    await players.store.write(kept)
    return signed_in(request, player, None, 201)


@get("/api/me/passkeys", tags=["you"])
async def list_passkeys(
    request: Call, players: Players, passkeys: Passkeys
) -> list[schemas.Passkey]:
    """List your passkeys."""
    player = await identity.known(request, players)
    return [schemas.Passkey(*one) for one in await passkeys.of(player.id)]


@delete("/api/me/passkeys/{passkey:str}", tags=["you"], status_code=204)
async def drop_passkey(
    request: Call,
    passkey: Annotated[str, Parameter(max_length=2000)],
    players: Players,
    passkeys: Passkeys,
) -> None:
    """Delete one of your passkeys; the last one only if you have a password."""
    await passkeys.drop(await identity.known(request, players), passkey)


@post("/api/login/options", tags=["you"], status_code=200)
async def options_to_log_in(
    request: Call, rooms: Rooms, passkeys: Passkeys, sign_ups: SharedLimit
) -> dict[str, Any]:
    """Return the options of `navigator.credentials.get`."""
    await sign_ups.take(client_of(request.scope))
    return await passkeys.options_to_log_in(_site(request), rooms.now())


@post("/api/login/passkey", tags=["you"], status_code=200)
async def log_in_by_passkey(
    request: Call,
    data: schemas.UsedPasskey,
    rooms: Rooms,
    players: Players,
    passkeys: Passkeys,
    adoption: Adoption,
) -> Response[schemas.Me]:
    """Log in on this device with a passkey."""
    owner = await passkeys.owner(data.credential, _site(request), rooms.now())
    found = await players.enter(owner, rooms.now())
    await adoption.of_guest(request, found[0])
    return signed_in(request, *found)


HANDLERS = [
    options_to_add, add_passkey, list_passkeys, drop_passkey, options_to_log_in,
    log_in_by_passkey,
]  # fmt: skip


def _site(request: Call) -> Site:
    """Return the site that the browser shows, from the request's headers."""
    url = request.url
    return Site(url.hostname or "", f"{url.scheme}://{url.netloc}")
