"""The master's eye: games reviewed decision by decision, hints with reasons, puzzles.

`review(record)` returns a `Review`: the chances of every seat over the game, what the master
would have done, and what the cards did apart from what the choices did.
"""

from .build import build_review
from .depth import DEPTHS, Depth
from .evaluation import Evaluator, MomentEvaluation
from .review import Decision, Review, ReviewedMove, SeatReview, review
from .story import WORDS, named, story

__all__ = [
    "DEPTHS",
    "WORDS",
    "Decision",
    "Depth",
    "Evaluator",
    "MomentEvaluation",
    "Review",
    "ReviewedMove",
    "SeatReview",
    "build_review",
    "named",
    "review",
    "story",
]
