"""Hints in the form sent to clients; `review.advice` computes them."""

from typing import Any, Literal

import msgspec

from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.events import Event


class HintedReason(msgspec.Struct, frozen=True):
    """A consequence in which one answer differs from another, over the coming turns.

    `points` come from a source, to the seat or to an opponent. `event` and `rival` count the
    imagined tables, as a share, on which something happens to the seat or to an opponent.
    `left` counts what the seat has left after its turn. `key` is the key of the game's words,
    `amount` the mean after the better answer, `otherwise` after the other one, and `error` the
    standard error of the difference.
    """

    kind: Literal["points", "event", "rival", "left"]
    key: str
    seat: int
    amount: float
    otherwise: float
    error: float
    args: dict[str, Any] = {}


class ExpectedMove(msgspec.Struct, frozen=True):
    """A move that a seat is expected to make, with its events as a spectator would see them."""

    seat: int
    action: ActionRef
    events: list[Event] = []


class HintedAnswer(msgspec.Struct, frozen=True):
    """One of the best answers: its effects, its chance of winning, and how certain it is.

    `events` are the certain effects. The best answer is compared with the next one, each other
    answer with the best: `error` is the standard error of the difference in chances, `reasons`
    are the consequences that make the better of the two better. `line` is the expected
    continuation. Everything is computed only from what the seat may know.
    """

    action: ActionRef
    chance: float
    error: float
    sure: Literal["clear", "likely", "close"]
    events: list[Event]
    reasons: list[HintedReason]
    line: list[ExpectedMove]
