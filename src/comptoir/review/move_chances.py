"""What each action would leave a seat of its chances, by how a search compares them."""

import math
from collections.abc import Sequence

from comptoir.bots.search import MoveEvaluation

DOUBT = 4  # visits that an action's own must outweigh
UNTRIED = 0.1  # by which an action that was never tried is thought to be worse
SURE = 0.02  # nearer to 0 or 1 nothing is believed


def move_chances(moves: Sequence[MoveEvaluation], chance: float) -> list[float]:
    """Return the chance that each action would leave, from a seat's chance before it.

    The search tells how much better or worse an action is than what it does on average, on
    a scale of its own; the chance tells from where. None is better than the first, which the
    search prefers: where it seems so, it was tried too seldom.
    """
    visits = sum(one.visits for one in moves) or 1
    mean = sum(one.visits * one.win for one in moves) / visits
    level = logit(chance) - logit(mean)

    def left(one: MoveEvaluation) -> float:
        own = one.visits * one.win + DOUBT * (mean - UNTRIED)
        return 1 / (1 + math.exp(-level - logit(own / (one.visits + DOUBT))))

    best = left(moves[0])
    return [min(best, left(one)) for one in moves]


def logit(share: float) -> float:
    """Return the logarithm of the odds; nothing is taken for quite sure."""
    held = min(max(share, SURE), 1 - SURE)
    return math.log(held / (1 - held))
