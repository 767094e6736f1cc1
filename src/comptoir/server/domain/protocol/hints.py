"""Hints in the form sent to clients; `review.advice` computes them."""

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
    """An event that one answer makes more likely, or less likely, than the others do.

    `key` is the key of the game's words for the event. `often` is the share of imagined
    tables where it happens after this answer, `otherwise` the share after the other answers.
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
    """One of the best answers: its effects, its chance of winning, and how certain it is.

    `events` are the certain effects. `leads` are events within the next moves that the answer
    makes more or less likely than the other answers do, and `gains` are the points it brings
    in these moves on average. `line` is the expected continuation. All of it follows from
    what the seat may know.
    """

    action: ActionRef
    chance: float
    sure: Literal["clear", "likely", "close"]
    events: list[Event]
    leads: list[HintedLead]
    gains: list[HintedGain]
    line: list[ExpectedMove]
