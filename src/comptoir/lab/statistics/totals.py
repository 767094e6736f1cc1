"""Sums over the games of a study, from which its answers are computed."""

from typing import Any

import msgspec

from . import metrics
from .moments import Moments


class StudyTotals(msgspec.Struct):
    """Sums over games; each list has one entry per variant."""

    games: int = 0
    moments: dict[str, Moments] = {}
    offered: list[dict[str, int]] = []  # by action; only in games that record offers
    chosen: list[dict[str, int]] = []
    worth: list[dict[str, list[int]]] = []  # see `kernels.facts`
    lengths: list[list[int]] = []  # histograms of minutes

    def add(self, other: "StudyTotals") -> None:
        """Add the sums of other games."""
        if not self.games:
            empty: list[Any] = [{} for _ in other.lengths]
            self.offered, self.chosen, self.worth = (
                [dict(one) for one in empty] for _ in range(3)
            )
            self.lengths = [[0] * metrics.MOST_BINS for _ in other.lengths]
        self.games += other.games
        for name, moments in other.moments.items():
            if name in self.moments:
                self.moments[name].add(moments)
            else:
                self.moments[name] = msgspec.convert(
                    msgspec.to_builtins(moments), Moments
                )
        for at in range(len(self.lengths)):
            for mine, theirs in (
                (self.offered[at], other.offered[at]),
                (self.chosen[at], other.chosen[at]),
            ):
                for action, count in theirs.items():
                    mine[action] = mine.get(action, 0) + count
            for action, row in other.worth[at].items():
                before = self.worth[at].get(action, [0] * len(row))
                self.worth[at][action] = [
                    a + b for a, b in zip(before, row, strict=True)
                ]
            pairs = zip(self.lengths[at], other.lengths[at], strict=True)
            self.lengths[at] = [a + b for a, b in pairs]
