"""Reviews and chances in a browser; see `comptoir.review`."""

from typing import TYPE_CHECKING, Any

from comptoir.server.domain.refusals import RequestRefused

if TYPE_CHECKING:
    from .answers import PageRequest


async def review_of(asked: "PageRequest") -> Any:
    """Return the review of a finished game, or its progress."""
    raise RequestRefused("no_review")


async def begin_review(asked: "PageRequest") -> Any:
    """Start the review of a finished game."""
    raise RequestRefused("no_review")


async def picture_of(asked: "PageRequest") -> Any:
    """Return the chart of a review as an SVG picture."""
    raise RequestRefused("no_review")


async def chances_of(asked: "PageRequest") -> Any:
    """Return the chances in a running game, as its only person knows them."""
    raise RequestRefused("no_chances")
