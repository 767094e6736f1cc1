"""Builds a review from the evaluations of all moments of a game."""

import itertools
import math
from collections.abc import Generator, Iterable, Sequence
from typing import NamedTuple

import msgspec

from comptoir import bots
from comptoir.bots.search import finish
from comptoir.engine.play.match import Match, replay
from comptoir.engine.play.record import Record
from comptoir.engine.play.ties import ties

from .chances import chances
from .evaluation import CLEAR, SURE, ChoiceEvaluation, MomentEvaluation
from .reasons import reasoning
from .review import (
    Balance,
    Decision,
    Explained,
    Review,
    ReviewedMove,
    SeatReview,
    Turn,
)

TURNS = 3  # turning points
TURN = 0.05  # the least swing of chance for a second turning point
APART = 3  # least moves between two turning points
COSTLIEST = 3  # costliest moves of a seat
SCORED = 1.5  # a lead that no game reaches whose points only mark the winner


def build_review(
    match: Match,
    evaluations: Sequence[MomentEvaluation],
    depth: str,
    own: Sequence[bool] = (),
) -> Review:
    """Return the review of a match from the evaluations of all moments, including the last.

    `own[n]` is True if the seat's player chose move n; by default all moves count as their own.
    The decisions that `to_explain` lists have no reasons yet.
    """
    rows, errors = chances(evaluations)
    if match.over:
        rows[-1], errors[-1] = evaluations[-1].chances, [0.0] * match.seats
    nothing = [0.0] * match.seats
    offers = [one.choice.offered if one.choice else nothing for one in evaluations]
    deal = _less(_less(rows[0], [1 / match.seats] * match.seats), offers[0])
    start = (0, None, None, rows[0], nothing, offers[0], deal, errors[0], nothing)
    moments = [ReviewedMove(*start)]
    for number, move in enumerate(match.moves):
        choice, decision = evaluations[number].choice, None
        change, change_errors = nothing, nothing
        if choice:
            change, change_errors = choice.step, choice.step_errors
            decision = _decision(match, move.seat, choice, not own or own[number])
        row, error, offered = rows[number + 1], errors[number + 1], offers[number + 1]
        luck = _less(_less(_less(row, rows[number]), change), offered)
        about = (number + 1, move.seat, move.action.ref, row)
        parts = (change, offered, luck, error, change_errors)
        moments.append(ReviewedMove(*about, *parts, decision))
    return Review(
        game=match.game.name,
        rules=match.rules,
        depth=depth,
        how="plain" if any(one.plain for one in evaluations) else "compiled",
        over=match.over,
        scores=match.scores,
        ranks=match.ranks,
        ties=ties(match),
        seats=[_seat(match, seat, moments, evaluations) for seat in range(match.seats)],
        moments=moments,
        turning=_turning(match, moments),
        explained=[],
        check=match.record().check,
        labels=match.position.labels,
    )


def to_explain(review: Review) -> list[Explained]:
    """Return the costliest and the best decisions of all seats, still without reasons."""
    found = []
    for one in review.seats:
        for move in [*one.costliest, *([] if one.best is None else [one.best])]:
            moment = review.moments[move]
            decision, played = moment.decision, moment.played
            assert decision
            assert played
            worse = played if move in one.costliest else decision.next
            found.append(Explained(move, decision.best, worse))
    return found


def explained(record: Record, one: Explained) -> Explained:
    """Return a decision of a game with the reasons why one move was better."""
    return finish(explaining(record, one))


def explaining(record: Record, one: Explained) -> Generator[None, None, Explained]:
    """Explain step by step: a host with a single thread does other work in between."""
    now = replay(record, one.move - 1)
    seat = int(record.moves[one.move - 1].partition(" ")[0])
    own = bots.Seat.at(now, seat, bots.new_dice(f"{now.commitment}-{one.move}"))
    better, worse = (now.game.actions.read(ref) for ref in (one.better, one.worse))
    found = yield from reasoning(own, better, worse)
    return msgspec.structs.replace(one, reasons=found)


def _decision(match: Match, seat: int, choice: ChoiceEvaluation, own: bool) -> Decision:
    """Return a choice as a decision; a loss within its standard error counts as none."""
    loss = choice.loss if choice.loss > choice.loss_error else 0.0
    return Decision(
        best=match.game.actions[choice.best].ref,
        chance=choice.chance,
        better=choice.chance + loss,
        others=choice.others,
        loss=loss,
        error=choice.loss_error,
        gap_error=choice.gap_error,
        next=match.game.actions[choice.next].ref,
        points=choice.points[seat],
        points_error=choice.points_errors[seat],
        legal=choice.legal,
        own=own,
    )


def _seat(
    match: Match,
    seat: int,
    moments: list[ReviewedMove],
    evaluations: Sequence[MomentEvaluation],
) -> SeatReview:
    """Return the summary of a seat."""
    name = match.players[seat] if seat < len(match.players) else ""
    own = [m for m in moments if m.seat == seat and m.decision and m.decision.own]
    chances: list[Effect] = []
    points: list[Effect] = []
    for moment, one in zip(moments[1:], evaluations, strict=False):
        if one.choice:
            who = _whose(moment, seat)
            choice = one.choice
            about = choice.change[seat], choice.change_errors[seat]
            chances.append(Effect(who, *about, choice.lost, choice.lost_error))
            about = choice.points[seat], choice.points_errors[seat]
            points.append(
                Effect(who, *about, choice.lost_points, choice.lost_points_error)
            )
    leads = [one.leads[seat] for one in evaluations]
    scored = any(abs(lead) > SCORED for one in evaluations for lead in one.leads)
    return SeatReview(
        name=name,
        chance=_account(chances, 1 / match.seats, moments[-1].chances[seat]),
        points=_account(points, 0.0, leads[-1]) if scored else None,
        decisions=len(own),
        costliest=_costliest(moments, own, seat),
        best=_best(own),
    )


def _whose(moment: ReviewedMove, seat: int) -> str:
    """Return whose choice a move was, from a seat's point of view."""
    if moment.seat != seat:
        return "others"
    return "own" if moment.decision and moment.decision.own else "substitute"


class Effect(NamedTuple):
    """What a choice changed for a seat, and what its own player lost by it."""

    who: str
    change: float
    error: float
    lost: float
    lost_error: float


def _account(changes: Sequence[Effect], start: float, result: float) -> Balance:
    """Add up the changes by choices; luck is the rest of the way to the result."""

    def total(*who: str) -> tuple[float, float]:
        listed = [one for one in changes if one.who in who]
        return sum(o.change for o in listed), _error(o.error for o in listed)

    own = [one for one in changes if one.who == "own"]
    lost, lost_error = sum(o.lost for o in own), _error(o.lost_error for o in own)
    lost = min(0.0, lost)
    offered = total("own")[0] - lost
    (others, others_error), (substitute, _) = total("others"), total("substitute")
    _, every = total("own", "others", "substitute")
    luck = result - start - offered - lost - others - substitute
    mine = (offered, lost, lost_error, substitute)
    return Balance(start, *mine, others, others_error, luck, every, result)


def _error(errors: Iterable[float]) -> float:
    """Return the standard error of a sum of independent estimates."""
    return math.sqrt(sum(one * one for one in errors))


def _turning(match: Match, moments: list[ReviewedMove]) -> list[Turn]:
    """Return the turns in which the chances changed most, some moves apart.

    The greatest change is always included, however small, so every game has a turning point;
    the others must clearly exceed the error of the curve.
    """
    played = itertools.groupby(moments[1:], key=lambda moment: moment.seat)
    turns = [_turn(match, moments, [*group]) for _, group in played]
    found: list[Turn] = []
    for turn in sorted(turns, key=lambda turn: -_swing(turn.change)):
        if len(found) == TURNS or (found and _swing(turn.change) < TURN):
            break
        if found and not _is_sure(moments, turn):
            continue
        if all(
            turn.first > other.last + APART or turn.last < other.first - APART
            for other in found
        ):
            found.append(turn)
    return sorted(found, key=lambda turn: turn.first)


def _turn(match: Match, moments: list[ReviewedMove], group: list[ReviewedMove]) -> Turn:
    """Return consecutive moves of one seat as one turn."""
    first, last = group[0].move, group[-1].move
    change = _less(moments[last].chances, moments[first - 1].chances)
    within = [one.offered for one in group[:-1]]  # taken or missed by the same seat
    steps = zip(*(one.choice for one in group), *within, strict=True)
    choice = [sum(row) for row in steps]
    events = [e for move in match.moves[first - 1 : last] for e in move.events]
    seat, offered = group[0].seat or 0, group[-1].offered
    return Turn(first, last, seat, change, choice, offered, events)


def _is_sure(moments: list[ReviewedMove], turn: Turn) -> bool:
    """Return True if a turn changed somebody's chance by more than the curve's error."""
    before, after = moments[turn.first - 1], moments[turn.last]
    return any(
        abs(change) > SURE * _curve_error(before, after, seat)
        for seat, change in enumerate(turn.change)
    )


def _swing(change: list[float]) -> float:
    return sum(map(abs, change)) / 2


def _best(own: list[ReviewedMove]) -> int | None:
    """Return the own move that was most clearly better than any other.

    The curve must agree: no praise for a move after which an opponent had the decisive one.
    """
    found = []
    for moment in own:
        decision = moment.decision
        assert decision
        assert moment.seat is not None
        gap = decision.chance - decision.others
        stays = moment.chances[moment.seat] > decision.others  # whatever comes next
        if moment.played == decision.best and stays and gap > SURE * decision.gap_error:
            found.append((gap, moment.move))
    gap, move = max(found, default=(0.0, 0))
    return move if gap >= CLEAR else None


def _costliest(
    moments: list[ReviewedMove], own: list[ReviewedMove], seat: int
) -> list[int]:
    """Return the own moves that cost most, where the seat's chances clearly fell as well."""
    found = []
    for moment in own:
        decision = moment.decision
        assert decision
        before = moments[moment.move - 1]
        fell = before.chances[seat] - moment.chances[seat]
        sure = decision.loss > max(CLEAR, SURE * decision.error)
        if sure and fell > _curve_error(before, moment, seat):
            found.append((-decision.loss, moment.move))
    return [move for _, move in sorted(found)[:COSTLIEST]]


def _curve_error(before: ReviewedMove, after: ReviewedMove, seat: int) -> float:
    """Return the standard error of a change in the curve."""
    return math.hypot(before.chance_errors[seat], after.chance_errors[seat])


def _less(one: list[float], other: list[float]) -> list[float]:
    return [a - b for a, b in zip(one, other, strict=True)]
