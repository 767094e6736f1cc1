"""Hints as they are sent; `review.advice` has the same facts with more beside them."""

from typing import Any, Literal

import msgspec

from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.events import Event


class HintedGain(msgspec.Struct, frozen=True):
    """Points that an answer brings within the next moves, by the key of their source."""

    source: str
    points: float
    args: dict[str, Any] = {}


class HintedLead(msgspec.Struct, frozen=True):
    """What follows an answer more often than the others, or is spared by it.

    `key` is that of the game's words for it. It comes about in a part `often` of the tables
    that are imagined, and after the other answers `otherwise`.
    """

    key: str
    often: float
    otherwise: float
    args: dict[str, Any] = {}


class ExpectedMove(msgspec.Struct, frozen=True):
    """What somebody is expected to do, and what who sees no hand would see of it."""

    seat: int
    action: ActionRef
    events: list[Event] = []


class HintedAnswer(msgspec.Struct, frozen=True):
    """One of the best answers: what it leads to, the chance it gives, and how surely.

    `events` is what surely happens; `leads` is what it brings about or spares within the
    next moves, more than the other answers, `gains` are points it brings then, on average,
    and `line` is what is expected to follow. All from what the seat may know.
    """

    action: ActionRef
    chance: float
    sure: Literal["clear", "likely", "close"]
    events: list[Event]
    leads: list[HintedLead]
    gains: list[HintedGain]
    line: list[ExpectedMove]
