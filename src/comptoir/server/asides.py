"""What a seat may ask without anything happening: why not, what then, and a hint."""

import secrets
from typing import Any

from comptoir import bots
from comptoir.engine.errors import UnknownAction
from comptoir.engine.preview import preview
from comptoir.engine.refusal import Refusal

from . import wire
from .manners import Refused
from .room import Room
from .table import Table
from .thinker import Question
from .wishes import Forbidden

ADVISER = "search:500ms"


def why(table: Table, seat: int | None, action: str) -> Refusal | None:
    """Return why an action is not allowed now, or None if it is."""
    if table.match is None:
        return Refused("not_started").refusal
    if seat is None:
        return Refused("not_seated").refusal
    try:
        return table.match.explain(seat, action)
    except UnknownAction:
        return Refused("unknown_action").refusal


def previewed(table: Table, seat: int | None, asked: wire.Preview) -> wire.Previewed:
    """Return what an action would surely do."""
    refusal = why(table, seat, asked.action)
    if refusal:
        raise Forbidden(refusal)
    assert table.match
    assert seat is not None
    outcome: Any = preview(table.match, seat, asked.action)
    return wire.Previewed(asked.id, outcome.events, outcome.whole, outcome.view)


async def hinted(room: Room, seat: int | None, asked: wire.Hint) -> wire.Hinted:
    """Return what a good bot would do in a seat, from what the seat may know."""
    async with room.lock:
        table = room.table
        if table.match is None or seat is None or seat not in table.actors:
            raise Refused("nothing_asked")
        dice = bots.new_dice(secrets.token_hex(16))
        question = Question.at(table.match, seat, ADVISER, dice)
    choice = await room.hall.thinkers.choose(question)
    if choice.action is None:
        return wire.Hinted(asked.id, None)
    return wire.Hinted(asked.id, str(table.game.actions[choice.action]))
