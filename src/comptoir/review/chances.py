"""The chances of all seats over a game, by how often its play-outs let each come first.

A hundred play-outs of one moment are rough. Those of the moments around it tell of it too:
the nearer they are, and the less changed between, the more.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .glance import Glance

NEAR = 0.25  # how far one moment is from the next where nothing changes
JUMP = 0.25  # how much further, where chances change as much as play-outs are rough
ROUNDS = 3  # of looking at how much they change

Array = np.ndarray[Any, Any]


def chances(glances: Sequence[Glance]) -> list[list[float]]:
    """Return every seat's chance of the first place at each moment; each row adds up to 1."""
    firsts = np.array([glance.firsts for glance in glances])
    played = np.array([[float(glance.playouts)] for glance in glances])
    steps = np.full(len(glances) - 1, 1.0)
    for _ in range(ROUNDS):
        heed = np.exp(-steps)
        found = (_lent(firsts, heed) + 1 / firsts.shape[1]) / (_lent(played, heed) + 1)
        rough = found * (1 - found) / played
        changed = (np.diff(found, axis=0) ** 2 / rough[:-1]).max(axis=1)
        steps = NEAR + JUMP * changed
    rows: list[list[float]] = found.tolist()
    return rows


def _lent(own: Array, heed: Array) -> Array:
    """Return each moment's own with what those before and after it lend."""
    onward, back = own.copy(), own.copy()
    for number, part in enumerate(heed):
        onward[number + 1] += part * onward[number]
    for number in reversed(range(len(heed))):
        back[number] += heed[number] * back[number + 1]
    whole: Array = onward + back - own
    return whole
