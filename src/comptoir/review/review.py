"""The review of a game: chances over time, the value of each choice, luck and skill."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from comptoir.engine.model.actions import ActionRef
from comptoir.engine.model.events import Event
from comptoir.engine.play.match import replay
from comptoir.engine.play.record import Record
from comptoir.engine.play.ties import Tie
from comptoir.engine.text.words import Labels

from .depth import Depth, name_of
from .depth import depth as named_depth
from .reasons import Consequence


class Decision(msgspec.Struct, frozen=True):
    """A player's choice compared with the best one that was found.

    `chance` is the seat's chance of winning after its choice, `better` the chance after the
    best one, and `others` the chance after the best of the other moves. All rest on what the
    seat knew. `loss` is `better` − `chance`, or 0 if that is less than its standard error
    `error`. `gap_error` is the standard error of `better` − `others`.
    """

    best: ActionRef
    chance: float
    better: float
    others: float
    loss: float
    error: float
    gap_error: float
    next: ActionRef  # the best move other than `best`
    points: float  # what the choice added to the seat's expected lead in points
    points_error: float
    legal: int
    own: bool = True  # False if a substitute chose


class ReviewedMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move, the chances after it, and what changed every seat's chance.

    `choice` is the effect of the move played, compared with the move expected, and `offered`
    what good play of the seat that moves next is worth: its expected move, compared with the
    house bot's. The rest is `luck`. Move 0 is the deal. Fields that end in `errors` are
    standard errors.
    """

    move: int
    seat: int | None
    played: ActionRef | None
    chances: list[float]
    choice: list[float]
    offered: list[float]
    luck: list[float]
    chance_errors: list[float]
    choice_errors: list[float]
    decision: Decision | None = None


class Turn(msgspec.Struct, frozen=True):
    """Consecutive moves of one seat, such as a purchase and its payments.

    `change` is the change of all chances, `choice` the part that the moves chosen account for,
    and `offered` what good play is worth to the seat that moves next.
    """

    first: int
    last: int
    seat: int
    change: list[float]
    choice: list[float]
    offered: list[float]
    events: list[Event] = []


class Balance(msgspec.Struct, frozen=True):
    """How a seat came to its result.

    `start` + `offered` + `own` + `substitute` + `others` + `luck` = `result`. `own` is what the
    player's choices lost, compared with the favourites of the network's policy, and `offered`
    the rest of what they changed, compared with the house bot's: what good play was worth.
    `substitute` comes from the choices of a substitute in the seat and `others` from those of
    the other seats, both compared with the house bot's choices. Fields that end in `error` are
    standard errors.
    """

    start: float
    offered: float
    own: float
    own_error: float
    substitute: float
    others: float
    others_error: float
    luck: float
    luck_error: float
    result: float


class SeatReview(msgspec.Struct, frozen=True):
    """A seat's summary, in chances of first place and in points.

    `points` accounts for the lead: the seat's points less the mean of the others'. It is None
    in games without points. `costliest` are up to three own moves that cost most, and
    `best` the own move that was most clearly better than any other.
    """

    name: str
    chance: Balance
    points: Balance | None
    decisions: int
    costliest: list[int] = []
    best: int | None = None

    @property
    def account(self) -> Balance:
        """The account that says most: in points if the game has them."""
        return self.points or self.chance


class Explained(msgspec.Struct, frozen=True):
    """A costly or excellent decision: the better of two moves, the other one, and why.

    At a costly decision `worse` is the move played, at an excellent one the next best.
    """

    move: int
    better: ActionRef
    worse: ActionRef
    reasons: list[Consequence] = []


class Review(msgspec.Struct, frozen=True):
    """The review of a whole game; `moments` begins with the deal.

    In an unfinished game, the last chances replace the result. While a review is computed,
    `moments` has rough chances and decisions are missing.
    """

    game: str
    rules: int
    depth: str
    how: Literal["compiled", "plain"]  # plain: few play-outs, wide errors
    over: bool
    scores: list[int]  # points of all seats after the last move
    ranks: list[int]
    ties: list[Tie]
    seats: list[SeatReview]
    moments: list[ReviewedMove]
    turning: list[Turn]  # the turning points, in ascending order
    explained: list[Explained]  # the costliest and the best moves of all seats
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

    `own[n]` is True if the seat's player, not a substitute, chose move n.

    Raises:
        BadRecord: The record was changed, or uses rules not known here.
        BadSetup: There is no such depth.
    """
    from .build import build_review, explained, to_explain  # noqa: PLC0415 - circular import
    from .evaluation import Evaluator  # noqa: PLC0415 - circular import

    found, wanted = Record.named(record), named_depth(depth)
    match, evaluator = replay(found, 0), Evaluator()
    evaluations = []
    for number, text in enumerate(found.moves):
        seat, _, action = text.partition(" ")
        move = int(seat), match.game.actions.read(action)
        evaluations.append(evaluator.evaluate(match, wanted, len(found.moves), move))
        match.play(*move)
        if progress:
            progress(number + 1, len(found.moves))
    evaluations.append(evaluator.evaluate(match, wanted, len(found.moves)))
    seen = build_review(match, evaluations, name_of(wanted), own)
    told = [explained(found, one) for one in to_explain(seen)]
    return msgspec.structs.replace(seen, explained=told)
