"""Hints as they travel."""

from typing import Literal

import msgspec

from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.events import Event
from comptoir.review.advice import Foreseen, Gain


class HintedAnswer(msgspec.Struct, frozen=True):
    """One of the best answers: what it leads to, the chance it gives, and how surely.

    `events` is what surely happens; `gains` are points it brings within the next moves, on
    average, and `line` is what is expected to follow. All from what the seat may know.
    """

    action: ActionRef
    chance: float
    sure: Literal["clear", "likely", "close"]
    events: list[Event]
    gains: list[Gain]
    line: list[Foreseen]
