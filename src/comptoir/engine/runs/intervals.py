"""Confidence intervals of shares."""

import math

Z = 1.959964  # standard deviations on each side of the middle 95 %


def wilson(part: float, games: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share of independent games."""
    weight = Z * Z / games
    middle = (part + weight / 2) / (1 + weight)
    spread = math.sqrt(weight * (part * (1 - part) + weight / 4)) / (1 + weight)
    return max(0.0, middle - spread), min(1.0, middle + spread)
