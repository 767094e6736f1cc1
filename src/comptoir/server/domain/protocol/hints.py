"""Hints as they travel."""

from typing import Literal

import msgspec

from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.events import Event
from comptoir.review.advice import Foreseen, Gain, Lead


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
    leads: list[Lead]
    gains: list[Gain]
    line: list[Foreseen]
