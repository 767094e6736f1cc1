"""Reviews over HTTP: start one, get its progress, its result or its picture."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.params import Parameter

from comptoir.review import named, story
from comptoir.review.answers import (
    Chances,
    DepthName,
    ReviewRequest,
    ReviewState,
)
from comptoir.review.picture import svg
from comptoir.server.analysis.chances import LiveChances
from comptoir.server.analysis.reviewing import Reviewing
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.settings import Language
from comptoir.server.domain.state.seats import called
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.players import Players
from comptoir.server.storage.reviews import unpacked
from comptoir.server.web.shared import identity
from comptoir.server.web.shared.middleware import client_of

from .replays import lasting

Call = Request[Any, Any, Any]
TableId = Annotated[str, Parameter(max_length=40)]


@post("/api/tables/{table:str}/review", tags=["reviews"], status_code=202)
async def begin(
    request: Call,
    table: TableId,
    data: ReviewRequest,
    rooms: Rooms,
    players: Players,
    reviewing: Reviewing,
) -> ReviewState:
    """Start the review of a finished game; `GET` returns its progress and its result."""
    await identity.known(request, players)
    room = await rooms.room(table)
    async with room.lock:
        await reviewing.begin(room, data.depth, client_of(request.scope))
    return ReviewState(reviewing.progress(table, data.depth), None, [])


@get("/api/tables/{table:str}/review", tags=["reviews"])
async def state(
    request: Call,
    table: TableId,
    rooms: Rooms,
    reviewing: Reviewing,
    players: Players,
    depth: DepthName = "quick",
    language: Language = "en",
    seat: Annotated[int | None, Parameter(ge=0, le=15)] = None,
) -> Response[ReviewState]:
    """Return the review of a finished game, or its progress and what is done so far.

    `seat` is the seat for whose player the text is written, by default the reader's own.
    """
    names = await _over(rooms, table)
    progress = reviewing.progress(table, depth)
    body = None if progress else await reviewing.kept.get(table, depth)
    if body is None:
        rough = await reviewing.draft(table, depth)
        return Response(ReviewState(progress, rough, []))
    if seat is None:
        player = await identity.maybe(request, players)
        room = await rooms.room(table)
        seat = room.table.seat_of(player.id) if player else None
    reader = seat if seat is not None and seat < len(names) else None

    def render() -> bytes:
        review = unpacked(body)
        told = story(named(review, names), language, reader)
        return msgspec.json.encode(ReviewState(None, review, told, reader))

    return lasting(request, await asyncio.to_thread(render), MediaType.JSON)


@get("/api/tables/{table:str}/review.svg", tags=["reviews"])
async def picture(
    request: Call,
    table: TableId,
    rooms: Rooms,
    reviewing: Reviewing,
    depth: DepthName = "quick",
    language: Language = "en",
) -> Response[bytes]:
    """Return the chart of a review as an SVG picture."""
    names = await _over(rooms, table)
    body = await reviewing.kept.get(table, depth)
    if body is None:
        raise RequestRefused("no_review")
    drawn = await asyncio.to_thread(
        lambda: svg(named(unpacked(body), names), language).encode()
    )
    answer = lasting(request, drawn, MediaType.XML)
    answer.media_type = "image/svg+xml"
    return answer


@get("/api/tables/{table:str}/chances", tags=["reviews"])
async def live(
    request: Call, table: TableId, rooms: Rooms, players: Players, chances: LiveChances
) -> Chances:
    """Return the chances in a running game: delayed for spectators, current for a lone player.

    Players with human opponents get none. For the only person among bots, the chances
    are based on what that player knows, and the request counts as a hint.
    """
    player = await identity.maybe(request, players)
    room = await rooms.room(table)
    return await chances.seen_by(room, player.id if player else "")


HANDLERS = [begin, state, picture, live]


async def _over(rooms: Rooms, table: str) -> list[str]:
    """Return the players' names; refuse a game that is not over."""
    room = await rooms.room(table)
    if room.table.state != "over":
        raise RequestRefused("not_over")
    return called(room.table.places)
