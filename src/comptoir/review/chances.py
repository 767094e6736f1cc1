"""The chances of all seats over a game: what speaks for them, set right by its play-outs.

The network was trained among bots of another strength and misjudges how sure a lead is; a
handful of play-outs judges that well, and is rough at every single moment. So a few weights
are fitted to all play-outs of the game, and each moment's own play-outs correct the rest.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from .glance import Glance

PRIOR = 48.0  # play-outs that the fitted weights count for
RIDGE = 1.0  # how much weights are held back
STEPS = 30  # of Newton's method

Array = np.ndarray[Any, Any]


def chances(glances: Sequence[Glance]) -> list[list[float]]:
    """Return every seat's chance of the first place at each moment; each row adds up to 1."""
    signs = _rows(glances)
    firsts = np.array([glance.firsts for glance in glances])
    played = np.array([[float(glance.playouts)] for glance in glances])
    weights = _fitted(signs, firsts, played)
    found = (PRIOR * _softmax(signs @ weights) + firsts) / (PRIOR + played)
    rows: list[list[float]] = found.tolist()
    return rows


def _rows(glances: Sequence[Glance]) -> Array:
    """Return the signs of all moments, each also by how far the game is, less their means."""
    signs = np.array([glance.signs for glance in glances])
    far = np.linspace(0, 1, len(glances))[:, None, None]
    rows = np.concatenate([signs, signs * far], axis=2)
    centred: Array = rows - rows.mean(axis=1, keepdims=True)
    return centred


def _fitted(rows: Array, firsts: Array, played: Array) -> Array:
    """Return the weights under which the play-outs are likeliest (multinomial logit)."""
    size = rows.shape[2]
    weights = np.zeros(size)
    for _ in range(STEPS):
        shares = _softmax(rows @ weights)
        slope = np.einsum("ksf,ks->f", rows, firsts - played * shares) - RIDGE * weights
        mean = np.einsum("ksf,ks->kf", rows, shares)
        spread = np.einsum("ksf,ksg,ks->fg", rows, rows, played * shares)
        spread -= np.einsum("kf,kg,k->fg", mean, mean, played[:, 0])
        step = np.linalg.solve(spread + RIDGE * np.eye(size), slope)
        weights = weights + step
        if float(np.abs(step).max()) < 1e-6:  # noqa: PLR2004 - nothing changes any more
            break
    return weights


def _softmax(logits: Array) -> Array:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Array = raised / raised.sum(axis=1, keepdims=True)
    return shares
