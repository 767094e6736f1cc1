"""How sure a share is: 95 % intervals for games that come in deals.

The games of one deal are alike, so they tell less than as many games of different deals.
How much less is read off how far the deals lie apart.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

Z = 1.959964  # standard deviations on each side of the middle 95 %

Deal = tuple[
    float, int
]  # what a bot got in the games of a deal, and how many they were


class Share(NamedTuple):
    """A part of a whole, 0 to 1, and its 95 % interval; no games, no part."""

    part: float | None
    low: float
    high: float

    def of(self, copies: int) -> "Share":
        """Return the share of each of some copies of a bot that take the whole together."""
        part = None if self.part is None else self.part / copies
        return Share(part, self.low / copies, self.high / copies)


def share(deals: Sequence[Deal]) -> Share:
    """Return the share of all games, with Wilson's interval for games of equal worth."""
    games = sum(count for _, count in deals)
    if not games:
        return Share(None, 0.0, 1.0)
    part = sum(got for got, _ in deals) / games
    return Share(part, *wilson(part, games / design_effect(deals)))


def wilson(part: float, games: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a part of some independent games."""
    weight = Z * Z / games
    middle = (part + weight / 2) / (1 + weight)
    spread = math.sqrt(weight * (part * (1 - part) + weight / 4)) / (1 + weight)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def design_effect(deals: Sequence[Deal]) -> float:
    """Return the design effect of games that come in clusters, the deals.

    So many of these games tell as much as one independent game.

    That is the variance between deals over the one that independent games would have,
    and never less than 1. Two deals more are counted, one with everything and one with
    nothing: so a bot that always won, or a handful of deals, is not taken for certain.
    """
    size = max(count for _, count in deals)
    more = [*deals, (float(size), size), (0.0, size)]
    games = sum(count for _, count in more)
    part = sum(got for got, _ in more) / games
    apart = sum((got - part * count) ** 2 for got, count in more)
    return max(1.0, apart / (part * (1 - part) * games))
