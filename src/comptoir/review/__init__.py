"""Reviews of games decision by decision, hints with reasons, and puzzles.

`review(record)` returns a `Review`: every seat's chance of winning over the game, what each
choice was worth, and how luck and choices led to the result. `story(review, language, seat)`
tells it in sentences.
"""

from .build import build_review, explained, to_explain
from .depth import DEPTHS, Depth
from .evaluation import Evaluator, MomentEvaluation
from .reasons import Consequence
from .review import (
    Balance,
    Decision,
    Explained,
    Review,
    ReviewedMove,
    SeatReview,
    review,
)
from .story import WORDS, named, story

__all__ = [
    "DEPTHS",
    "WORDS",
    "Balance",
    "Consequence",
    "Decision",
    "Depth",
    "Evaluator",
    "Explained",
    "MomentEvaluation",
    "Review",
    "ReviewedMove",
    "SeatReview",
    "build_review",
    "explained",
    "named",
    "review",
    "story",
    "to_explain",
]
