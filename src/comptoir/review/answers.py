"""Requests and answers about reviews and chances, as a page sends and reads them."""

from typing import Literal

import msgspec

from .review import Review

DepthName = Literal["quick", "deep"]


class ReviewRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to review a finished game."""

    depth: DepthName = "quick"


class ReviewProgress(msgspec.Struct, frozen=True):
    """The progress of a review: moments done, and their number."""

    done: int
    of: int


class ReviewState(msgspec.Struct, frozen=True):
    """A review with its text, or its progress; neither if nobody has requested a review.

    While a review is in progress, `review` is what is done so far, without text. The text is
    for the player in `seat`, or for anybody.
    """

    progress: ReviewProgress | None
    review: Review | None
    story: list[str]
    seat: int | None = None


class Chances(msgspec.Struct, frozen=True):
    """Every seat's chance of first place after this many moves."""

    move: int
    chances: list[float]
