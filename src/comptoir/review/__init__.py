"""Reviews of games decision by decision, hints with reasons, and puzzles.

`review(record)` returns a `Review`: every seat's chance of winning over the game, the moves
that the bot `master` would have made, and how luck and choices changed the chances.
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
