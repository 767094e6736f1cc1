"""The review of a game: chances over time, what each choice was worth, luck and skill."""

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
    """What somebody chose, what the master would have done, and what the difference was.

    `chance` is what the choice left the seat, `better` what the master's would have left it,
    from what the seat knew; `others` is what the next best would have left.
    """

    best: ActionRef
    chance: float
    better: float
    others: float
    loss: float
    accuracy: float
    legal: int


class ReviewedMove(msgspec.Struct, frozen=True):
    """A move, the chances after it, and what the choice and what luck did to each seat.

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
        """How much chance went from some seats to others."""
        return sum(abs(a + b) for a, b in zip(self.choice, self.luck, strict=True)) / 2


class SeatReview(msgspec.Struct, frozen=True):
    """A seat over the whole game; par, luck, own and others' choices make up the result."""

    name: str
    par: float
    result: float
    luck: float
    skill: float
    others: float
    decisions: int
    accuracy: float | None  # in percent; None if there was nothing to decide


class Review(msgspec.Struct, frozen=True):
    """A whole game as the master sees it; `moments` begins with the deal.

    `how` says whether a network guided the search. Of a game that was broken off, the last
    chances stand for the result.
    """

    game: str
    rules: int
    depth: str
    how: str  # guided or search
    over: bool
    seats: list[SeatReview]
    moments: list[ReviewedMove]
    turning: list[int]  # moves, in their order
    best: int | None  # the move that was found where little else was good
    costliest: int | None
    check: str  # of the record
    labels: Labels = {}  # what components show


Progress = Callable[[int, int], None]  # how many moments of how many


def review(
    record: Record | str | Path,
    depth: str | Depth = "quick",
    progress: Progress | None = None,
    own: Sequence[bool] = (),
) -> Review:
    """Review a game from its record: a `Record`, its file or its token.

    `own` says of each move whether the seat's player chose it, and not a stand-in.

    Raises:
        BadRecord: The record was changed, or is of rules not known here.
        BadSetup: There is no such depth.
    """
    from .build import build_review  # noqa: PLC0415 - it needs what stands here
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
