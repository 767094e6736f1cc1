"""Emblems: a small coloured symbol, shown beside a player's name."""

from hashlib import sha256
from typing import Annotated

from msgspec import Meta

from .names import skeleton

SIGNS = (
    "anchor", "ship", "barrel", "fish", "star", "leaf",
    "key", "lantern", "sun", "moon", "wave", "flag",
)  # fmt: skip
COLOURS = ("brick", "amber", "olive", "green", "teal", "blue", "violet", "plum")
PATTERN = rf"^(({'|'.join(SIGNS)})-({'|'.join(COLOURS)}))?$"

Emblem = Annotated[str, Meta(pattern=PATTERN, max_length=20)]


def usual(name: str) -> str:
    """Return the default emblem for a player's name; names that look alike share one."""
    number = int.from_bytes(sha256(skeleton(name).encode()).digest()[:4], "big")
    sign, colour = number % len(SIGNS), number // len(SIGNS) % len(COLOURS)
    return f"{SIGNS[sign]}-{COLOURS[colour]}"
