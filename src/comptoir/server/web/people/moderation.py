"""The HTTP interface for moderators: reports, penalties, removals, and the audit log."""

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.moderation import (
    MODERATOR,
    AuditLine,
    FiledReport,
    Measure,
    Moderation,
    Suspect,
)
from comptoir.server.storage.players import Players
from comptoir.server.storage.rows import PlayerRow
from comptoir.server.storage.store import LAST
from comptoir.server.web.shared import identity
from comptoir.server.web.tables.api import Call


@get("/api/moderation/reports", tags=["moderation"])
async def reports(
    request: Call, players: Players, moderation: Moderation, *, closed: bool = False
) -> list[FiledReport]:
    """List the open reports, or with `closed` all of them."""
    await _moderator(request, players)
    return await moderation.reports(closed=closed)


@get("/api/moderation/people", tags=["moderation"])
async def suspects(
    request: Call,
    rooms: Rooms,
    players: Players,
    moderation: Moderation,
    name: Annotated[str, Parameter(min_length=1, max_length=100)],
) -> list[Suspect]:
    """Find players by name or id, with the penalties in force."""
    await _moderator(request, players)
    return await moderation.find(name, rooms.now())


@get("/api/moderation/audit", tags=["moderation"])
async def audit(
    request: Call,
    players: Players,
    moderation: Moderation,
    before: Annotated[int, Parameter(ge=0, le=LAST)] = LAST,
    player: Annotated[str, Parameter(max_length=40)] = "",
) -> list[AuditLine]:
    """List what moderators have done, the latest first; `before` gives the next page."""
    await _moderator(request, players)
    return await moderation.audit(before, player)


@post("/api/moderation/measures", tags=["moderation"], status_code=204)
async def measure(
    request: Call, data: Measure, rooms: Rooms, players: Players, moderation: Moderation
) -> None:
    """Warn, mute or ban somebody, lift a penalty, remove words or a name, or close reports."""
    moderator = await _moderator(request, players)
    await moderation.carry_out(data, rooms.now(), moderator)


HANDLERS = [reports, suspects, audit, measure]


async def _moderator(request: Call, players: Players) -> PlayerRow:
    """Return the player of a request; refuse all but moderators."""
    player = await identity.known(request, players)
    if player.role != MODERATOR:
        raise RequestRefused("not_moderator")
    return player
