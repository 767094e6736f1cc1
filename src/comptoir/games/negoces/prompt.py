"""The prompt: the message key for what the table waits for, and its arguments."""

from typing import Any

from .data import Box, Phase
from .ending import count_goods
from .market import buyers_done
from .state import Table


def prompt(t: Table, box: Box, seat: int) -> tuple[str, dict[str, Any]]:
    """Return the key and arguments of the prompt for a seat."""
    phase = Phase(t.phase)
    if phase == Phase.OVER:
        return "over", {}
    if phase == Phase.AUCTION:
        return "auction", {"seat": t.high_bidder, "high": t.high_bid}
    if phase != Phase.SALE:
        return phase.name.lower(), {}
    return _part(t, box, seat), {"goods": count_goods(t, seat)}


def _part(t: Table, box: Box, seat: int) -> str:
    """Return the part a seat has in a sale; if nobody waits for it, what it may still do."""
    if seat != t.seller:
        return "ready" if box.free and t.ready[seat] else "buyer"
    if buyers_done(t, box):
        return "free_close" if box.free else "close"
    return "waits" if t.ready[seat] else "seller"
