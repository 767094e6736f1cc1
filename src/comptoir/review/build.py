"""Builds a review from the evaluations of all moments of a game."""

import math
from collections.abc import Sequence

from comptoir.bots.policy import network_of
from comptoir.bots.search import MoveEvaluation
from comptoir.engine.play.match import Match

from .chances import chances
from .evaluation import MomentEvaluation
from .move_chances import move_chances
from .review import Decision, Review, ReviewedMove, SeatReview

SCALE = 0.04  # the loss of chance at which a choice's accuracy is 37 %
TURNS = 3  # turning points mentioned
TURN = 0.05  # the least swing of chance for a second turning point
APART = 3  # least moves between two turning points
CLEAR = 0.03  # the least difference in chance for a best or costliest choice


def build_review(
    match: Match,
    evaluations: Sequence[MomentEvaluation],
    depth: str,
    own: Sequence[bool] = (),
) -> Review:
    """Return the review of a match from the evaluations of all moments, including the last.

    `own[n]` is True if the seat's player chose move n; by default all moves count as their own.
    """
    seats = match.seats
    rows = chances(evaluations)
    if match.over:
        rows[-1] = list(evaluations[-1].firsts)
    par = [1 / seats] * seats
    nothing = [0.0] * seats
    moments = [ReviewedMove(0, None, None, rows[0], nothing, _less(rows[0], par))]
    for number, move in enumerate(match.moves):
        before, after = rows[number], rows[number + 1]
        evaluated = evaluations[number].moves
        decision, choice = None, nothing
        if evaluated:
            decision = _decision(evaluated, move.action.number, before[move.seat])
            choice = _shared_out(decision.chance, move.seat, before)
        luck = _less(_less(after, before), choice)
        about = (number + 1, move.seat, move.action.ref)
        moments.append(ReviewedMove(*about, after, choice, luck, decision))
    network = network_of(match.game)
    guided = network is not None and network.fits(match.position.box)
    return Review(
        game=match.game.name,
        rules=match.rules,
        depth=depth,
        how="guided" if guided else "search",
        over=match.over,
        seats=[_seat(match, seat, moments, own) for seat in range(seats)],
        moments=moments,
        turning=_turning(moments),
        best=_best(moments),
        costliest=_costliest(moments),
        check=match.record().check,
        labels=match.position.labels,
    )


def _decision(evaluated: list[MoveEvaluation], played: int, chance: float) -> Decision:
    """Assess a choice, from the search's values and the seat's chance of winning before it."""
    left = move_chances(evaluated, chance)
    number = next(n for n, one in enumerate(evaluated) if one.action.number == played)
    loss = max(0.0, left[0] - left[number])
    return Decision(
        best=evaluated[0].action.ref,
        chance=left[number],
        better=left[0],
        others=max(left[1:]),
        loss=loss,
        accuracy=100 * math.exp(-loss / SCALE),
        legal=len(evaluated),
    )


def _shared_out(chance: float, seat: int, before: list[float]) -> list[float]:
    """Return how a choice changed all chances; other seats' chances change in proportion."""
    change, rest = chance - before[seat], 1 - before[seat]
    shares = [
        -change * other / rest if rest > 0 else -change / (len(before) - 1)
        for other in before
    ]
    shares[seat] = change
    return shares


def _seat(
    match: Match, seat: int, moments: list[ReviewedMove], chosen: Sequence[bool]
) -> SeatReview:
    """Return the summary of a seat; only its own player's choices count for accuracy."""
    name = match.players[seat] if seat < len(match.players) else ""
    own = [m for m in moments if m.seat == seat]
    right = [
        moment.decision.accuracy
        for moment in own
        if moment.decision and (not chosen or chosen[moment.move - 1])
    ]
    skill = sum(moment.choice[seat] for moment in own)
    return SeatReview(
        name=name,
        par=1 / match.seats,
        result=moments[-1].chances[seat],
        luck=sum(moment.luck[seat] for moment in moments),
        skill=skill,
        others=sum(moment.choice[seat] for moment in moments) - skill,
        decisions=len(right),
        accuracy=sum(right) / len(right) if right else None,
    )


def _turning(moments: list[ReviewedMove]) -> list[int]:
    """Return the moves after which the chances changed most, some moves apart.

    The greatest change is always included, however small, so every game has a turning point.
    """
    found: list[int] = []
    for moment in sorted(moments[1:], key=lambda moment: -moment.swing):
        if len(found) == TURNS or (found and moment.swing < TURN):
            break
        if all(abs(moment.move - other) > APART for other in found):
            found.append(moment.move)
    return sorted(found)


def _best(moments: list[ReviewedMove]) -> int | None:
    """Return the game's best move, where the player chose the only clearly best option."""
    found = [
        (moment.decision.chance - moment.decision.others, moment.move)
        for moment in moments
        if moment.decision and moment.played == moment.decision.best
    ]
    gap, move = max(found, default=(0.0, 0))
    return move if gap >= CLEAR else None


def _costliest(moments: list[ReviewedMove]) -> int | None:
    found = [(m.decision.loss, m.move) for m in moments if m.decision]
    loss, move = max(found, default=(0.0, 0))
    return move if loss >= CLEAR else None


def _less(one: list[float], other: list[float]) -> list[float]:
    return [a - b for a, b in zip(one, other, strict=True)]
