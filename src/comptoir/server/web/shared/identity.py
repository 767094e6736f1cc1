"""The identity of a request: a cookie in browsers, a bearer token in programs."""

from typing import Any

from litestar.datastructures import Cookie

from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.storage.players import Players
from comptoir.server.storage.rows import PlayerRow

COOKIE = "comptoir"
YEAR = 365 * 24 * 3600


def token_of(connection: Any) -> str:
    """Return the token of a connection; empty if it has none."""
    header = connection.headers.get("authorization", "")
    kind, _, token = header.partition(" ")
    if kind.lower() == "bearer":
        return str(token.strip())
    return str(connection.cookies.get(COOKIE, ""))


async def maybe(connection: Any, players: Players) -> PlayerRow | None:
    """Return the player of a connection, or None."""
    return await players.by_token(token_of(connection))


async def known(
    connection: Any, players: Players, *, banned: bool = False
) -> PlayerRow:
    """Return the player of a connection; only some routes serve `banned` players too.

    Raises:
        RequestRefused: The connection has no valid token, or its player is banned.
    """
    player = await maybe(connection, players)
    if player is None:
        raise RequestRefused("who")
    if not banned:
        players.check_not_banned(player)
    return player


def cookie(token: str, *, secure: bool) -> Cookie:
    """Return a cookie that scripts cannot read and other sites cannot use."""
    return Cookie(
        COOKIE, value=token, max_age=YEAR, httponly=True, samesite="lax", secure=secure
    )
