"""Hints as they are sent to clients; `review.advice` has the same facts and more."""

from typing import Any, Literal

import msgspec

from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.events import Event


class HintedGain(msgspec.Struct, frozen=True):
    """Points that an answer brings on average within the next moves, by source."""

    source: str
    points: float
    args: dict[str, Any] = {}


class HintedLead(msgspec.Struct, frozen=True):
    """An event that follows an answer more often, or less often, than the other answers.

    `key` is the key of the game's words for it. It happens at a share `often` of the imagined
    tables after this answer, and at a share `otherwise` after the other answers.
    """

    key: str
    often: float
    otherwise: float
    args: dict[str, Any] = {}


class ExpectedMove(msgspec.Struct, frozen=True):
    """A move that a seat is expected to make, with its events as a spectator would see them."""

    seat: int
    action: ActionRef
    events: list[Event] = []


class HintedAnswer(msgspec.Struct, frozen=True):
    """One of the best answers: what it leads to, the chance it gives, and how surely.

    `events` is what surely happens. `leads` is what it makes more or less likely within the
    next moves than the other answers do, `gains` are the points it brings then on average, and
    `line` is the expected continuation. All of it follows from what the seat may know.
    """

    action: ActionRef
    chance: float
    sure: Literal["clear", "likely", "close"]
    events: list[Event]
    leads: list[HintedLead]
    gains: list[HintedGain]
    line: list[ExpectedMove]
