"""Bots and reviews think in slices of time, so that the page is answered in between."""

import asyncio
from collections.abc import Generator
from functools import cache
from typing import Any, TypeVar

import msgspec

from comptoir import bots
from comptoir.bots.bargainer import Bargainer
from comptoir.bots.search import Search
from comptoir.engine.model.talk import BotTurn

Result = TypeVar("Result")


class BotMove(msgspec.Struct, frozen=True):
    """What a bot chose: an action's number, or None if it failed; see `bot_moves.Choice`."""

    action: int | None
    short: str = ""
    iterations: int = 0
    of: int = 0
    turn: BotTurn | None = None


class Thinker:
    """Lets bots choose and moments be evaluated, one at a time."""

    def __init__(self) -> None:
        self._free = asyncio.Lock()

    async def work(self, steps: Generator[None, None, Result]) -> Result:
        """Take all steps, with a pause after each; return the result."""
        async with self._free:
            while True:
                try:
                    next(steps)
                except StopIteration as end:
                    found: Result = end.value
                    return found
                await asyncio.sleep(0)

    async def choose(self, seat: bots.Seat, name: str) -> BotMove:
        """Return a bot's choice from what its seat may know."""
        try:
            bot = bot_named(name)
            turn = bot.bargained(seat) if isinstance(bot, Bargainer) else None
            if turn:
                return BotMove(turn.action, turn=turn)
            if search := searching(bot):
                found = await self.work(search.deciding(seat))
                of = search.budget_for(seat.game).iterations or 0
                return BotMove(found.action.number, found.short, found.iterations, of)
            action = seat.game.actions.read(bot(seat))
        except Exception:  # noqa: BLE001 - the house bot moves instead
            return BotMove(None)
        return BotMove(action.number)


@cache
def bot_named(name: str) -> Any:
    """Return a bot, which keeps what it has allocated."""
    return bots.find(name)


def searching(bot: Any) -> Search | None:
    """Return the search of a bot; None if it moves at once."""
    own = bot.bot if isinstance(bot, Bargainer) else bot
    return own if isinstance(own, Search) else None
