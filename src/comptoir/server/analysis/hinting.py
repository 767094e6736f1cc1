"""Hints: what a good bot would do in a seat, computed by a bot worker."""

import asyncio

from comptoir import bots
from comptoir.server.bots.pool import Asker
from comptoir.server.bots.quick import best_guess
from comptoir.server.bots.worker import BotQuestion
from comptoir.server.domain.acting import commands
from comptoir.server.domain.protocol import wire
from comptoir.server.domain.reading import queries
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.rooms.room import Room
from comptoir.server.rooms.services import Services

ADVISER = "master:500ms"
PATIENCE = 4.0  # seconds to wait for the search


async def hinted(
    room: Room, services: Services, seat: int | None, asked: wire.Hint
) -> wire.Hinted:
    """Return what a good bot would do in a seat, given only what the seat may know.

    If the search takes too long, as it does while the game compiles, the policy's favourite
    action is returned, without reasons.
    """
    await room.run(lambda table: commands.advise(table, seat))
    async with room.lock:
        table, match = room.table, room.table.match
        if match is None or seat is None or seat not in table.actors:
            raise RequestRefused("nothing_asked")
        number = table.asked[seat]
        dice = bots.new_dice(services.entropy.dice(table.id, seat, number))
        services.warm_up.want(match.game.name)
        question = BotQuestion.at(match, seat, ADVISER, dice, tell=True)
        asker = Asker(table.places[seat].player, table.id)
        thought = services.tasks.start(services.bots.choose(question, asker))
    done, _ = await asyncio.wait([thought], timeout=PATIENCE)
    async with room.lock:
        if table.asked[seat] != number or seat not in table.actors:
            raise RequestRefused("stale")
        chosen = thought.result().action if done else None
        if chosen is None or table.game.actions[chosen] not in table.legal(seat):
            quick = table.game.actions.read(best_guess(match, seat))
            return wire.Hinted(asked.id, quick.ref, number or 0, [])
        advice = thought.result().advice
        answers = [
            found
            for one in advice
            if (found := queries.hinted(match, seat, one.action, one))
        ]
    best = table.game.actions[chosen].ref
    return wire.Hinted(asked.id, best, number or 0, answers)
