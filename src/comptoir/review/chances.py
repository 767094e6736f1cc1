"""The chances of all seats over a game, estimated from play-outs and smoothed.

The play-outs of neighbouring moments are added with a weight, which is higher the closer the
moments are and the less the chances changed in between. What choices changed and what good
play offers is known from comparisons on equal tables; it is taken out before the smoothing and
put back afterwards.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .evaluation import MomentEvaluation

NEAR = 0.25  # distance between two moments where nothing changes
JUMP = 0.25  # added distance where the chances change by one standard error
ROUNDS = 3  # iterations of the smoothing

Array = np.ndarray[Any, Any]
Rows = list[list[float]]


def chances(evaluations: Sequence[MomentEvaluation]) -> tuple[Rows, Rows]:
    """Return every seat's chance of first place at each moment, and its standard error.

    Each row of chances adds up to 1.
    """
    raw = np.array([one.chances for one in evaluations])
    played = np.array([[float(one.playouts)] for one in evaluations])
    offer, known = np.zeros_like(raw), np.zeros_like(raw)
    for number, one in enumerate(evaluations[:-1]):
        if one.choice:
            offer[number] = one.choice.offered
            known[number + 1] = one.choice.change
    known = known.cumsum(axis=0)
    rest = raw - offer - known
    held = np.clip(raw, 1 / (played + 2), 1 - 1 / (played + 2))
    rough = held * (1 - held) / played
    steps = np.full(len(evaluations) - 1, 1.0)
    found, counts = raw, played
    for _ in range(ROUNDS):
        nearness = np.exp(-steps)
        counts = _lent(played, nearness)
        found = _lent(rest * played, nearness) / counts
        changed = (np.diff(found, axis=0) ** 2 / rough[:-1]).max(axis=1)
        steps = NEAR + JUMP * changed
    level = np.clip(found + known + offer, 0.0, None)
    level = (level * counts + 1 / raw.shape[1]) / (counts + 1)
    level /= level.sum(axis=1, keepdims=True)
    return level.tolist(), np.sqrt(level * (1 - level) / counts).tolist()


def _lent(own: Array, nearness: Array) -> Array:
    """Return each moment's own values plus the weighted values of those before and after it."""
    onward, back = own.copy(), own.copy()
    for number, part in enumerate(nearness):
        onward[number + 1] += part * onward[number]
    for number in reversed(range(len(nearness))):
        back[number] += nearness[number] * back[number + 1]
    whole: Array = onward + back - own
    return whole
