"""Who is how close to winning: each seat's chance, from goods, coins and the ninth card.

A seat's score depends on how many different goods it holds, whether it sells next, and its
coins. Its chance of winning is its share of the exponentials of all scores. A good is worth
something from the first one on: bots that wait for the last goods only pass cards to and fro.
"""

from collections.abc import Sequence
from math import exp

from .data import GOODS, Box

BUYER = (0.0, 0.1, 0.3, 0.6, 0.9, 1.3, 1.8, 2.5, 3.5)  # score by goods held
SELLER = (0.5, 0.6, 0.8, 1.1, 1.4, 1.8, 2.8, 5.5, 7.0)  # the same with nine cards
MISSING = 0.3  # lost for each coin below those needed
SPARE = 0.06  # gained for each coin above them,
MOST_SPARE = 8  # up to so many
WON = 12.0  # the score of a seat that has won


def score(goods: float, coins: int, sells: bool, box: Box) -> float:
    """Return the score of a seat that holds so many goods, perhaps a fraction."""
    over = coins - box.goal_coins
    if goods >= GOODS and (over >= 0 or box.goal_2008):
        return WON
    if box.goal_2008 and coins > box.rich:
        return WON
    table = SELLER if sells else BUYER
    low = min(int(goods), GOODS - 1)
    value = table[low] + (table[low + 1] - table[low]) * (goods - low)
    return value + (SPARE * min(over, MOST_SPARE) if over > 0 else MISSING * over)


def chances(
    goods: Sequence[float], coins: Sequence[int], seller: int, box: Box
) -> list[float]:
    """Return the chance of each seat to win, if `seller` holds nine cards."""
    odds = [
        exp(score(goods[seat], coins[seat], seat == seller, box))
        for seat in range(len(goods))
    ]
    total = sum(odds)
    return [one / total for one in odds]
