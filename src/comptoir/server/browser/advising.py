"""Hints in a browser: what a good bot would do in a seat."""

from comptoir import bots
from comptoir.review.advice import advising
from comptoir.review.playouts import Playouts
from comptoir.server.domain.protocol import wire
from comptoir.server.domain.reading import queries
from comptoir.server.domain.refusals import RequestRefused

from .desk import Desk
from .thinking import bot_named, searching

ADVISER = "master:500ms"


async def hinted(desk: Desk, seat: int | None, asked: wire.Hint) -> wire.Hinted:
    """Return what a good bot would do in a seat, given only what the seat may know."""
    table, match = desk.table, desk.table.match
    if match is None or seat is None or seat not in table.actors:
        raise RequestRefused("nothing_asked")
    number = table.asked[seat]
    own = bots.Seat.at(match, seat, bots.new_dice(desk.dice()))
    if len(own.legal) == 1:
        return wire.Hinted(asked.id, own.legal[0].ref, number or 0, [])
    search = searching(bot_named(ADVISER))
    assert search
    advice = await desk.thinker.work(advising(own, search, Playouts()))
    if table.asked[seat] != number or seat not in table.actors:
        raise RequestRefused("stale")
    answers = [
        found
        for one in advice
        if (found := queries.hinted(match, seat, one.action, one))
    ]
    return wire.Hinted(asked.id, advice[0].action, number or 0, answers)
