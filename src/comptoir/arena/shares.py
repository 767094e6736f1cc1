"""95 % confidence intervals of shares for games that are clustered by deal.

Games of the same deal have similar results, so they carry less information than as many games
of different deals. The variance between deals gives an estimate of how much less.
"""

from collections.abc import Sequence
from typing import NamedTuple

from comptoir.engine.runs.intervals import wilson

# a bot's total over the games of a deal, and the number of these games
Deal = tuple[float, int]


class Share(NamedTuple):
    """A share from 0 to 1 with its 95 % interval; all values are None if there are no games."""

    part: float | None
    low: float
    high: float

    def of(self, copies: int) -> "Share":
        """Return the share of one copy of a bot if `copies` of it have this share in total."""
        part = None if self.part is None else self.part / copies
        return Share(part, self.low / copies, self.high / copies)


def share(deals: Sequence[Deal]) -> Share:
    """Return the share over all games, with Wilson's interval for the effective sample size."""
    games = sum(count for _, count in deals)
    if not games:
        return Share(None, 0.0, 1.0)
    part = sum(got for got, _ in deals) / games
    return Share(part, *wilson(part, games / design_effect(deals)))


def design_effect(deals: Sequence[Deal]) -> float:
    """Return the design effect: how many games clustered by deal equal one independent game.

    It is the variance between deals divided by the variance that independent games would have,
    and at least 1. Two pseudo-deals are added, one with every game won and one with none, so
    that a bot that always won, or a small number of deals, does not look certain.
    """
    size = max(count for _, count in deals)
    more = [*deals, (float(size), size), (0.0, size)]
    games = sum(count for _, count in more)
    part = sum(got for got, _ in more) / games
    apart = sum((got - part * count) ** 2 for got, count in more)
    return max(1.0, apart / (part * (1 - part) * games))
