"""Sums from which every estimate and its interval are computed, for all variants at once.

A metric has a numerator and a denominator for each game and variant. The sums of these numbers
and of their products are kept, across variants too, because paired comparisons need them. An
estimate is a ratio of two sums; its variance comes from the delta method. The variance of a
difference between variants that played the same deals includes their covariance.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import numpy as np

Z = 1.959964  # standard deviations on each side of a 95 % interval
RISK = 0.03  # risk of one false positive among all tests; below 5 %, as a safety margin
RARE = (
    40  # for events seen in fewer games, the normal interval of a share is too narrow
)
FEW = 3.0  # rule of three: the rate of an event unseen in n games is at most 3 / n

Array = np.ndarray[Any, Any]


def wilson(share: float, games: int) -> float:
    """Return the half-width of Wilson's interval (1927) for a share close to 0 or 1.

    If the event is seen in few games, the normal interval is too narrow. For a rare event
    Wilson's interval reaches farther up, for a frequent event farther down.
    """
    rare = min(share, 1 - share)
    spread = rare * (1 - rare) / games + Z * Z / (4 * games * games)
    end = (rare + Z * Z / (2 * games) + Z * math.sqrt(spread)) / (1 + Z * Z / games)
    return end - rare


class Estimate(msgspec.Struct, frozen=True):
    """An estimate from `games` games, with the half-width of its 95 % confidence interval."""

    value: float
    half: float
    games: int

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.value - self.half

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.value + self.half

    @property
    def error(self) -> float:
        """The standard error."""
        return self.half / Z


def holm(estimates: Iterable[Estimate]) -> list[bool]:
    """Return for each estimate if it differs significantly from zero.

    Holm's method keeps the risk of any false positive at RISK.
    """
    chances = [_chance(one) for one in estimates]
    order = sorted(range(len(chances)), key=chances.__getitem__)
    certain = [False] * len(chances)
    for rank, at in enumerate(order):
        if chances[at] > RISK / (len(chances) - rank):
            break
        certain[at] = True
    return certain


def _chance(one: Estimate) -> float:
    """Return an estimate's p-value: the probability of a value this large if the truth is 0."""
    if one.value == 0:
        return 1.0
    return math.erfc(abs(one.value) / max(one.error, 1e-300) / math.sqrt(2))


class Moments(msgspec.Struct):
    """The sums of one metric over games, for the variants that have the metric, in order."""

    variants: list[int]
    games: int
    sums: list[float]  # sums of the numerator and the denominator, for each variant
    products: list[list[float]]

    @classmethod
    def of(
        cls, columns: Mapping[int, tuple[Array, Array]], *, paired: bool
    ) -> "Moments":
        """Return the moments of columns by variant; `paired` if all variants played the same
        deals.
        """
        table = np.array([part for pair in columns.values() for part in pair])
        products = table @ table.T
        # the games of unpaired variants are independent, so their products are not needed
        if not paired:
            own = np.kron(np.eye(len(columns)), np.ones((2, 2))) > 0
            sums = table.sum(axis=1)
            apart = np.outer(sums, sums) / table.shape[1]
            products = np.where(own, products, apart)
        return cls(
            list(columns), table.shape[1], table.sum(axis=1).tolist(), products.tolist()
        )

    def add(self, other: "Moments") -> None:
        """Add the sums of other games."""
        self.games += other.games
        self.sums = (np.array(self.sums) + other.sums).tolist()
        self.products = (np.array(self.products) + other.products).tolist()

    def estimate(self, variant: int) -> Estimate | None:
        """Return the estimate of a variant, or None if the variant lacks this metric."""
        slope = self._slope(variant)
        if slope is None:
            return None
        value = self._ratio(variant)
        one = self._told(value, slope)
        at = 2 * self.variants.index(variant)
        share = (
            self.products[at][at] <= self.sums[at] <= self.sums[at + 1] == self.games
        )
        if share and min(value, 1 - value) * self.games < RARE:
            return Estimate(value, max(one.half, wilson(value, self.games)), self.games)
        return one

    def difference(self, variant: int, base: int) -> Estimate | None:
        """Return the estimated difference between a variant and the variant `base`."""
        one, other = self._slope(variant), self._slope(base)
        if one is None or other is None:
            return None
        value = self._ratio(variant) - self._ratio(base)
        return self._told(value, one - other)

    def unpaired(self, variant: int, base: int) -> Estimate | None:
        """Return the difference as if the variants had played different deals."""
        one, other = self.estimate(variant), self.estimate(base)
        if one is None or other is None:
            return None
        half = math.hypot(one.half, other.half)
        return Estimate(one.value - other.value, half, self.games)

    def _ratio(self, variant: int) -> float:
        at = 2 * self.variants.index(variant)
        return self.sums[at] / self.sums[at + 1]

    def _slope(self, variant: int) -> Array | None:
        """Return the gradient of an estimate with respect to the means of the columns."""
        if variant not in self.variants:
            return None
        at = 2 * self.variants.index(variant)
        if not self.sums[at + 1]:
            return None
        slope = np.zeros(len(self.sums))
        mean = self.sums[at + 1] / self.games
        slope[at], slope[at + 1] = 1 / mean, -self._ratio(variant) / mean
        return slope

    def _told(self, value: float, slope: Array) -> Estimate:
        means = np.array(self.sums) / self.games
        spread = np.array(self.products) / self.games - np.outer(means, means)
        variance = max(float(slope @ spread @ slope), 0.0)
        few = self.games / max(self.games - 1, 1)
        half = Z * math.sqrt(variance * few / self.games)
        if variance < 1e-12:  # noqa: PLR2004 - all games were alike so far
            half = FEW / self.games * max(abs(value), 1.0)
        return Estimate(value, half, self.games)
