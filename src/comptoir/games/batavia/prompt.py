"""What the table asks for now: the key of a question, and what it speaks of."""

from typing import Any

from comptoir.engine.rules.table import NOBODY

from .data import Box, Phase
from .merchant import companies_held
from .state import Table
from .turn import may_stop


def prompt(t: Table, box: Box, seat: int) -> tuple[str, dict[str, Any]]:
    """Return the key and arguments of the question the table asks, whoever looks."""
    phase = Phase(t.phase)
    args: dict[str, Any] = {}
    if phase == Phase.AUCTION:
        args["high"] = t.high_bid
        if t.high_bidder != NOBODY:
            args["seat"] = t.high_bidder
    if phase == Phase.LAYING:
        args["stop"] = "yes" if may_stop(t, t.turn) else "no"
    if phase == Phase.EXCHANGE:
        count = companies_held(t, t.turn)
        args |= {"tiles": count, "gold": box.exchange[count]}
    return phase.name.lower(), args
