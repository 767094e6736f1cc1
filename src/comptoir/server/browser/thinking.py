"""Bots choose their moves, a slice of time after the other, so that the page is answered."""

import asyncio
from functools import cache
from typing import Any

import msgspec

from comptoir import bots
from comptoir.engine.play.match import Match


class BotMove(msgspec.Struct, frozen=True):
    """What a bot chose: an action's number, or None if it failed; see `bot_moves.Choice`."""

    action: int | None
    short: str = ""
    iterations: int = 0
    of: int = 0


class Thinker:
    """Lets bots choose, one at a time."""

    def __init__(self) -> None:
        self._free = asyncio.Lock()

    async def choose(
        self, match: Match, seat: int, bot: str, dice: list[int]
    ) -> BotMove:
        """Return a bot's choice from what its seat may know."""
        imagined = bots.Seat.at(match, seat, dice)
        async with self._free:
            try:
                action = match.game.actions.read(_bot(bot)(imagined))
            except Exception:  # noqa: BLE001 - the house bot moves instead
                return BotMove(None)
        return BotMove(action.number)


@cache
def _bot(name: str) -> Any:
    return bots.find(name)
