"""A few rules of thumb: sell if it pays enough, else take what will pay later."""

from collections.abc import Sequence

from comptoir.design import rule

from .table import DRAW, KINDS, MOST_SOLD, SELL, TAKE, Box, Phase, Table

WORTH = 14  # coins that a sale should bring while there is time


@rule
def house(t: Table, box: Box, seat: int, moves: Sequence[int], count: int) -> int:
    """Sell the best lot if it brings enough; else collect what fits best."""
    best = moves[0]
    most = -1
    for n in range(count):
        worth = worth_of(t, seat, moves[n])
        if worth > most:
            best = moves[n]
            most = worth
    return best


@rule
def worth_of(t: Table, seat: int, action: int) -> int:
    """Estimate the worth of an action in coins."""
    last = t.phase == Phase.LAST
    if SELL <= action < SELL + KINDS * MOST_SOLD:
        lot = action - SELL
        coins = (lot % MOST_SOLD + 1) * t.price[lot // MOST_SOLD]
        return 100 + coins if last or coins >= WORTH else 2 * coins - WORTH
    if last:
        return 0
    if TAKE <= action < TAKE + KINDS:
        good = action - TAKE
        return t.price[good] * (1 + t.hand[seat][good])
    return t.price[0] if action == DRAW else 0
