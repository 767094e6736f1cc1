"""Bots choose their moves, a slice of time after the other, so that the page is answered."""

import asyncio
from functools import cache
from typing import Any

import msgspec

from comptoir import bots
from comptoir.bots.bargainer import Bargainer
from comptoir.engine.model.talk import BotTurn


class BotMove(msgspec.Struct, frozen=True):
    """What a bot chose: an action's number, or None if it failed; see `bot_moves.Choice`."""

    action: int | None
    short: str = ""
    iterations: int = 0
    of: int = 0
    turn: BotTurn | None = None


class Thinker:
    """Lets bots choose, one at a time."""

    def __init__(self) -> None:
        self._free = asyncio.Lock()

    async def choose(self, seat: bots.Seat, name: str) -> BotMove:
        """Return a bot's choice from what its seat may know."""
        async with self._free:
            try:
                bot = _bot(name)
                turn = bot.bargained(seat) if isinstance(bot, Bargainer) else None
                if turn:
                    return BotMove(turn.action, turn=turn)
                action = seat.game.actions.read(bot(seat))
            except Exception:  # noqa: BLE001 - the house bot moves instead
                return BotMove(None)
        return BotMove(action.number)


@cache
def _bot(name: str) -> Any:
    return bots.find(name)
