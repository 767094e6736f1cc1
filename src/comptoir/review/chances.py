"""The chances of all seats over a game, estimated from play-outs and smoothed.

The play-outs of neighbouring moments are added with a weight, which is higher the closer the
moments are and the less the chances changed in between. What choices changed and what expected
moves are worth is known from comparisons on equal tables; it is taken out before the smoothing
and put back afterwards.
"""

from collections.abc import Sequence
from itertools import accumulate
from math import exp, sqrt

from .evaluation import MomentEvaluation

NEAR = 0.25  # distance between two moments where nothing changes
JUMP = 0.25  # added distance where the chances change by one standard error
ROUNDS = 3  # iterations of the smoothing

Rows = list[list[float]]


def chances(evaluations: Sequence[MomentEvaluation]) -> tuple[Rows, Rows]:
    """Return every seat's chance of first place at each moment, and its standard error.

    Each row of chances adds up to 1.
    """
    seats, last = len(evaluations[0].chances), len(evaluations) - 1
    played = [float(one.playouts) for one in evaluations]
    known = [*zip(*(_known(evaluations, seat) for seat in range(seats)), strict=True)]
    rest = [
        [chance - step for chance, step in zip(one.chances, row, strict=True)]
        for one, row in zip(evaluations, known, strict=True)
    ]
    found: Sequence[Sequence[float]] = [one.chances for one in evaluations]
    counts, steps = played, [1.0] * last
    rough = [*map(_rough, found, played)]
    for _ in range(ROUNDS):
        nearness = [exp(-step) for step in steps]
        counts = _lent(played, nearness)
        weighed = zip(*map(_times, rest, played), strict=True)
        lent = zip(*(_lent(column, nearness) for column in weighed), strict=True)
        found = [
            _times(row, 1 / count) for row, count in zip(lent, counts, strict=True)
        ]
        steps = [
            NEAR + JUMP * max((b - a) ** 2 / r for a, b, r in zip(*rows, strict=True))
            for rows in zip(found, found[1:], rough, strict=False)
        ]
    levels, errors = [], []
    for row, more, count in zip(found, known, counts, strict=True):
        held = [max(0.0, a + b) for a, b in zip(row, more, strict=True)]
        level = [(one * count + 1 / seats) / (count + 1) for one in held]
        level = _times(level, 1 / sum(level))
        levels.append(level)
        errors.append([sqrt(one * (1 - one) / count) for one in level])
    return levels, errors


def _known(evaluations: Sequence[MomentEvaluation], seat: int) -> list[float]:
    """Return the known part of a seat's chance at each moment.

    It is what all choices before it changed, and what the expected move is worth.
    """
    choices = [one.choice for one in evaluations[:-1]]
    changes = (choice.change[seat] if choice else 0.0 for choice in choices)
    offers = [choice.offered[seat] if choice else 0.0 for choice in choices]
    sums = accumulate(changes, initial=0.0)
    return [a + b for a, b in zip(sums, [*offers, 0.0], strict=True)]


def _rough(row: Sequence[float], played: float) -> list[float]:
    """Return the variance of each chance of a moment by itself."""
    least = 1 / (played + 2)
    held = [min(max(chance, least), 1 - least) for chance in row]
    return [chance * (1 - chance) / played for chance in held]


def _times(row: Sequence[float], factor: float) -> list[float]:
    return [one * factor for one in row]


def _lent(own: Sequence[float], nearness: Sequence[float]) -> list[float]:
    """Return each moment's own value plus the weighted values of those before and after it."""
    onward, back = [*own], [*own]
    for number, part in enumerate(nearness):
        onward[number + 1] += part * onward[number]
    for number in reversed(range(len(nearness))):
        back[number] += nearness[number] * back[number + 1]
    return [a + b - c for a, b, c in zip(onward, back, own, strict=True)]
