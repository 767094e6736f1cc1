"""The seat's chance of winning after each action, from a search's comparison of actions."""

import math
from collections.abc import Sequence

from comptoir.bots.search import MoveEvaluation

DOUBT = 4  # visits of the prior, a pessimistic estimate for every action
UNTRIED = 0.1  # how far the prior is below the average
SURE = 0.02  # chances are kept this far from 0 and 1


def move_chances(moves: Sequence[MoveEvaluation], chance: float) -> list[float]:
    """Return the seat's chance of winning after each action; `chance` is its chance before.

    The search only tells how much better or worse an action is than the average action, so
    `chance` fixes the level. The first action is the search's favourite. No other action gets
    a higher chance: one that seems better was tried too seldom.
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
    """Return the logit of a share, which is first moved away from 0 and 1."""
    held = min(max(share, SURE), 1 - SURE)
    return math.log(held / (1 - held))
