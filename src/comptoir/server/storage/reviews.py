"""Stored reviews: one per game and depth.

Reviews of an older form are left alone until somebody asks for the review again.
"""

import base64
import zlib

import msgspec

from comptoir.review import Review

from .database import Conflict
from .store import Store

ADD = """
INSERT INTO reviews (table_id, depth, made, body) VALUES ($1, $2, $3, $4)
ON CONFLICT (table_id, depth) DO UPDATE SET made = $3, body = $4"""
FORM = "5:"  # begins every body; raise it when `Review` changes
GET = "SELECT body FROM reviews WHERE table_id = $1 AND depth = $2"


class KeptReviews:
    """The reviews in a database."""

    def __init__(self, store: Store):
        self._store = store

    async def add(self, table: str, body: str, depth: str, at: int) -> None:
        """Store a review."""
        try:
            await self._store.write((ADD, (table, depth, at, body)))
        except Conflict:
            return

    async def get(self, table: str, depth: str) -> str | None:
        """Return a stored review, still compressed; None if there is none."""
        rows = await self._store.database.read(GET, table, depth)
        body = rows[0][0] if rows else ""
        return body if body.startswith(FORM) else None


def packed(review: Review) -> str:
    """Return a review in its stored form."""
    return FORM + base64.b64encode(zlib.compress(msgspec.json.encode(review))).decode()


def unpacked(body: str) -> Review:
    """Return a review from its stored form."""
    return msgspec.json.decode(
        zlib.decompress(base64.b64decode(body.removeprefix(FORM))), type=Review
    )
