"""The prompt: the message key for what the table waits for, and its arguments."""

from typing import Any

from .cards import count_coins
from .data import COLOUR_NAMES, Box, Phase
from .market import price_for
from .state import Table


def prompt(t: Table, box: Box, seat: int) -> tuple[str, dict[str, Any]]:
    """Return the key and arguments of the prompt for a seat.

    Only the seat to act is told if it cannot pay for the market.
    """
    phase = Phase(t.phase)
    args: dict[str, Any] = {}
    if phase == Phase.TURN:
        args["price"] = price_for(t, box, t.turn)
        coins = count_coins(box, t.hand[t.turn])
        if seat == t.turn and coins < args["price"]:
            return "short", args | {"coins": coins}
    if phase == Phase.PAYING:
        args["due"] = t.due
    if phase == Phase.COVERING:
        args |= {"colour": COLOUR_NAMES[t.cover], "symbols": t.symbols}
    return phase.name.lower(), args
