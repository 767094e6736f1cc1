"""The chance that each action leaves its seat, from a search's comparison of the actions."""

import math
from collections.abc import Sequence

from comptoir.bots.search import MoveEvaluation

DOUBT = 4  # visits of the prior, a pessimistic estimate for every action
UNTRIED = 0.1  # by which the prior is below the average
SURE = 0.02  # chances are kept this far from 0 and 1


def move_chances(moves: Sequence[MoveEvaluation], chance: float) -> list[float]:
    """Return the chance that each action leaves, given the seat's chance before it.

    The search says how much better or worse an action is than its average, on a scale of its
    own; `chance` fixes the level. No action is better than the first, the search's favourite:
    one that seems better was tried too seldom.
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
    """Return the logit of a share, kept away from 0 and 1."""
    held = min(max(share, SURE), 1 - SURE)
    return math.log(held / (1 - held))
