"""The chances of all seats over a game, estimated from play-outs and smoothed.

A hundred play-outs of one moment give a rough estimate. The play-outs of neighbouring
moments are added with a weight, which is higher the closer the moments are and the less
the chances changed in between.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .evaluation import MomentEvaluation

NEAR = 0.25  # distance between two moments where nothing changes
JUMP = 0.25  # added distance where the chances change by one standard error
ROUNDS = 3  # iterations of the smoothing

Array = np.ndarray[Any, Any]


def chances(evaluations: Sequence[MomentEvaluation]) -> list[list[float]]:
    """Return every seat's chance of first place at each moment; each row adds up to 1."""
    firsts = np.array([one.firsts for one in evaluations])
    played = np.array([[float(one.playouts)] for one in evaluations])
    steps = np.full(len(evaluations) - 1, 1.0)
    for _ in range(ROUNDS):
        nearness = np.exp(-steps)
        found = (_lent(firsts, nearness) + 1 / firsts.shape[1]) / (
            _lent(played, nearness) + 1
        )
        rough = found * (1 - found) / played
        changed = (np.diff(found, axis=0) ** 2 / rough[:-1]).max(axis=1)
        steps = NEAR + JUMP * changed
    rows: list[list[float]] = found.tolist()
    return rows


def _lent(own: Array, nearness: Array) -> Array:
    """Return each moment's own values plus the weighted values of those before and after it."""
    onward, back = own.copy(), own.copy()
    for number, part in enumerate(nearness):
        onward[number + 1] += part * onward[number]
    for number in reversed(range(len(nearness))):
        back[number] += nearness[number] * back[number + 1]
    whole: Array = onward + back - own
    return whole
