"""The chances of all seats over a game, by how often its play-outs let each come first.

A hundred play-outs of one moment are rough. Those of the moments around it tell of it too:
the nearer they are, and the less changed between, the more.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .evaluation import MomentEvaluation

NEAR = 0.25  # how far one moment is from the next where nothing changes
JUMP = 0.25  # how much further, where chances change as much as play-outs are rough
ROUNDS = 3  # of looking at how much they change

Array = np.ndarray[Any, Any]


def chances(evaluations: Sequence[MomentEvaluation]) -> list[list[float]]:
    """Return every seat's chance of the first place at each moment; each row adds up to 1."""
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
    """Return each moment's own with what those before and after it lend."""
    onward, back = own.copy(), own.copy()
    for number, part in enumerate(nearness):
        onward[number + 1] += part * onward[number]
    for number in reversed(range(len(nearness))):
        back[number] += nearness[number] * back[number + 1]
    whole: Array = onward + back - own
    return whole
