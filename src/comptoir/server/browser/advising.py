"""Hints in a browser: what a good bot would do in a seat."""

from comptoir import bots
from comptoir.server.domain.acting import autopilot
from comptoir.server.domain.protocol import wire
from comptoir.server.domain.refusals import RequestRefused

from .desk import Desk


async def hinted(desk: Desk, seat: int | None, asked: wire.Hint) -> wire.Hinted:
    """Return what a good bot would do in a seat, given only what the seat may know."""
    table, match = desk.table, desk.table.match
    if match is None or seat is None or seat not in table.actors:
        raise RequestRefused("nothing_asked")
    number = table.asked[seat]
    dice = bots.new_dice(desk.dice())
    choice = await desk.thinker.choose(bots.Seat.at(match, seat, dice), "master")
    if table.asked[seat] != number or seat not in table.actors:
        raise RequestRefused("stale")
    if choice.action is None:
        quick = table.game.actions.read(autopilot.house(match, seat))
        return wire.Hinted(asked.id, quick.ref, number or 0, [])
    return wire.Hinted(asked.id, table.game.actions[choice.action].ref, number or 0, [])
