"""The prompt: the message key for what the table waits for, and its arguments."""

from typing import Any

from comptoir.engine.rules.table import NOBODY

from .cards import count_cards
from .data import Box, Phase
from .merchant import companies_held
from .state import Table


def prompt(t: Table, box: Box, seat: int) -> tuple[str, dict[str, Any]]:
    """Return the key and arguments of the prompt, which are the same for all viewers."""
    phase = Phase(t.phase)
    args: dict[str, Any] = {}
    if phase == Phase.AUCTION:
        args["high"] = t.high_bid
        if t.high_bidder != NOBODY:
            args["seat"] = t.high_bidder
    if phase == Phase.TURN:
        args["cards"] = min(2, count_cards(t.pile))
    if phase == Phase.LAYING:
        args["seal"] = "yes" if t.turn in t.seal else "no"
    if phase == Phase.EXCHANGE:
        count = companies_held(t, t.turn)
        args |= {"tiles": count, "gold": box.exchange[count]}
    return phase.name.lower(), args
