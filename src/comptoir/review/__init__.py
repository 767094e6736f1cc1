"""The master's eye: games reviewed decision by decision, hints with reasons, puzzles.

`review(record)` returns a `Review`: the chances of every seat over the game, what the master
would have done, and what the cards did apart from what the choices did.
"""

from .depth import DEPTHS, Depth
from .fold import fold
from .glance import Glance, Onlooker
from .review import Decision, Review, ReviewedMove, SeatReview, review
from .story import WORDS, named, story

__all__ = [
    "DEPTHS",
    "WORDS",
    "Decision",
    "Depth",
    "Glance",
    "Onlooker",
    "Review",
    "ReviewedMove",
    "SeatReview",
    "fold",
    "named",
    "review",
    "story",
]
