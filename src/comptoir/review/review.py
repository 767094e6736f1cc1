"""The review of a game: chances over time, the value of each choice, luck and skill."""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from comptoir.engine.model.actions import ActionRef
from comptoir.engine.play.match import replay
from comptoir.engine.play.record import Record
from comptoir.engine.text.words import Labels

from .depth import Depth, name_of
from .depth import depth as named_depth


class Decision(msgspec.Struct, frozen=True):
    """A player's choice compared with the choice of the bot `master`.

    `chance` is the seat's chance of winning after its choice, `better` the chance after the
    best choice, and `others` the chance after the next best one. All are estimated from what
    the seat knew.
    """

    best: ActionRef
    chance: float
    better: float
    others: float
    loss: float
    accuracy: float
    legal: int


class ReviewedMove(msgspec.Struct, frozen=True):
    """A move, the chances after it, and how choice and luck changed every seat's chance.

    Move 0 is the deal, which is luck alone.
    """

    move: int
    seat: int | None
    played: ActionRef | None
    chances: list[float]
    choice: list[float]
    luck: list[float]
    decision: Decision | None = None

    @property
    def swing(self) -> float:
        """The total chance of winning that moved from some seats to others."""
        return sum(abs(a + b) for a, b in zip(self.choice, self.luck, strict=True)) / 2


class SeatReview(msgspec.Struct, frozen=True):
    """A seat's summary: `result` is the sum of par, luck, own skill and the others' choices."""

    name: str
    par: float
    result: float
    luck: float
    skill: float
    others: float
    decisions: int
    accuracy: float | None  # in percent; None if the seat had no decisions


class Review(msgspec.Struct, frozen=True):
    """The review of a whole game; `moments` begins with the deal.

    `how` tells whether a network guided the search. In an unfinished game, the last chances
    replace the result.
    """

    game: str
    rules: int
    depth: str
    how: str  # guided or search
    over: bool
    seats: list[SeatReview]
    moments: list[ReviewedMove]
    turning: list[int]  # the turning points, as moves in ascending order
    best: int | None  # the best choice where all others were clearly worse
    costliest: int | None
    check: str  # the hash of the record
    labels: Labels = {}  # labels printed on components


Progress = Callable[
    [int, int], None
]  # called with the number of evaluated moments and of all


def review(
    record: Record | str | Path,
    depth: str | Depth = "quick",
    progress: Progress | None = None,
    own: Sequence[bool] = (),
) -> Review:
    """Review a game from its record: a `Record`, its file or its token.

    `own[n]` is True if the seat's player, not a stand-in, chose move n.

    Raises:
        BadRecord: The record was changed, or uses rules not known here.
        BadSetup: There is no such depth.
    """
    from .build import build_review  # noqa: PLC0415 - circular import
    from .evaluation import Evaluator  # noqa: PLC0415 - loads NumPy

    found, wanted = Record.named(record), named_depth(depth)
    match, evaluator = replay(found, 0), Evaluator()
    moves = [_read(move) for move in found.moves]
    evaluations = []
    for number, (seat, action) in enumerate(moves):
        evaluations.append(evaluator.evaluate(match, wanted, len(moves), seat))
        match.play(seat, action)
        if progress:
            progress(number + 1, len(moves))
    evaluations.append(evaluator.evaluate(match, wanted, len(moves)))
    return build_review(match, evaluations, name_of(wanted), own)


def _read(move: str) -> tuple[int, str]:
    seat, _, action = move.partition(" ")
    return int(seat), action
