"""Evaluates a moment of a game: every seat's chances, and what the move played was worth.

A moment is the position after a number of moves. Its evaluation uses only what seats know: the
tables are imagined by the seats, and those on which moves are compared by the seat to move. A
chance is the expected share of first place when house bots play on. The move played, the best
move and the house bot's move are tried on the same tables with the same dice.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from threading import Event
from typing import NamedTuple

import msgspec
import numpy as np

from comptoir.bots.policy import network_of
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.model.actions import Action, Actions
from comptoir.engine.model.game import Game
from comptoir.engine.play.match import Match

from .depth import LEAST, Depth
from .playouts import Array, Deals, Outcomes, Playouts, first_shares

LIKED = 2  # favourites of the network's policy that are compared
PROMISING = 2  # moves that did best in the first trial of all moves
WIDEST = 12  # most moves in the first trial, the policy's favourites
COMPARED = 4  # deals of a moment per deal on which several moves are compared
AGAIN = 4  # deals of a second look at a costly or excellent decision, per deal of its moment
CLEAR = 0.02  # the least difference in chance for a best or costly choice
SURE = 2.0  # standard errors by which such a difference must exceed 0
LEAD = (
    0.05  # chance that a lead of one standard deviation counts for, among equal chances
)


class Compared(NamedTuple):
    """The results of three moves on equal tables.

    They are the house bot's move, the one played, and the favourite of the network's policy
    (without a network the house bot's move again).
    """

    house: Outcomes
    played: Outcomes
    favourite: Outcomes

    def expected(self, seat: int) -> Outcomes:
        """Return the results of the seat's expected move.

        It is the favourite if it is clearly better for the seat than the house bot's move.
        """
        gap = (self.favourite.shares - self.house.shares)[:, seat : seat + 1]
        is_better = gap.mean() > _errors(gap)[0]
        return self.favourite if is_better else self.house


class ChoiceEvaluation(msgspec.Struct, frozen=True):
    """What the move played was worth, for the seat that moved unless stated otherwise.

    `change` is the change of every seat's chance by the move, compared with the house bot's
    move, and `points` the change of every seat's expected lead. `lost` is the chance of the
    move less that of the network's favourite, if that is a loss, and `lost_points` the same for
    the lead. Losses and the best move are selected on one half of the tables and valued on the
    other, so that the luck of the selection does not inflate them; a move that the network
    likes less than the one played does not count as better. Fields that end in `error` or
    `errors` are standard errors.
    """

    change: list[float]
    change_errors: list[float]
    step: list[
        float
    ]  # the change of every seat's chance, compared with the expected move
    step_errors: list[float]
    points: list[float]
    points_errors: list[float]
    lost: float
    lost_error: float
    lost_points: float
    lost_points_error: float
    chance: float  # after the move played
    best: int  # the number of the best action
    loss: float  # the chance after the best move less that after the move played
    loss_error: float
    next: int  # the number of the best action other than `best`
    others: float  # the chance after it
    gap_error: float  # of the difference between `best` and the next best
    legal: int

    @property
    def offered(self) -> list[float]:
        """What the expected move changes for every seat, compared with the house bot's."""
        return [a - b for a, b in zip(self.change, self.step, strict=True)]


class MomentEvaluation(msgspec.Struct, frozen=True):
    """The evaluation of one moment: all chances, and what the move played was worth.

    The chances are those if the seat to move plays its expected move, and house bots all the
    rest, so that a costly move lowers the next moment's. `leads` are the expected leads in
    points at the end. `playouts` is the number of play-outs on which the chances rest.
    """

    chances: list[float]
    leads: list[float]
    playouts: float
    choice: ChoiceEvaluation | None = None
    stopped: bool = False
    plain: bool = False  # True if the play-outs are few, because nothing is compiled


class Evaluator:
    """Evaluates moments of games; it reuses its batches for later moments.

    `kernels` is the function that returns a game's compiled kernels.
    """

    def __init__(
        self, kernels: Callable[[Game], Compiled | None] | None = None
    ) -> None:
        self.playouts = Playouts(kernels)

    def glance(self, match: Match, depth: Depth) -> MomentEvaluation:
        """Return a rough estimate of the chances at the present moment."""
        if match.over:
            ended = np.array(match.scores)
            leads = ended - (ended.sum() - ended) / (match.seats - 1)
            return MomentEvaluation(first_shares(match.ranks), leads.tolist(), 1)
        everybody = range(match.seats)
        return _level(self._deals(match, everybody, depth.coarse, "glance").play())

    def evaluate(
        self,
        match: Match,
        depth: Depth,
        moments: int,
        move: tuple[int, Action] | None = None,
        stop: Event | None = None,
    ) -> MomentEvaluation:
        """Evaluate the present moment of a match; `move` is the one that was played next."""
        if match.over:
            return self.glance(match, depth)
        count = depth.deals(moments, moments - len(match.moves))
        everybody = [*range(match.seats)]
        if move is None or len(match.legal(move[0])) == 1:
            least = max(LEAST, count // COMPARED)
            return _level(self._deals(match, everybody, least, "all").play())
        seat, played = move
        others = [one for one in everybody if one != seat]
        liked = self._liked(match, seat)
        compared = self.compare(match, seat, played, count, liked)
        rest = self._deals(match, others, max(1, count // 2), "rest").play()
        found = _level(compared.house, rest)
        expected = compared.expected(seat)
        gain = (expected.shares - compared.house.shares).mean(axis=0)
        chances = [a + b for a, b in zip(found.chances, gain.tolist(), strict=True)]
        found = msgspec.structs.replace(found, chances=chances)
        few = self._deals(match, [seat], max(LEAST, count // COMPARED), "few")
        worth: dict[int, Outcomes] = {}
        for action in self._candidates(match, seat, played, depth, liked):
            if stop is not None and stop.is_set():
                return msgspec.structs.replace(found, stopped=True)
            worth[action.number] = few.play(seat, action)
        legal = len(match.legal(seat))
        better = [a.number for a in liked[: liked.index(played)]] if liked else [*worth]
        choice = _choice(worth, seat, played.number, compared, legal, {*better})
        if _stands_out(choice, played):
            again = self._deals(match, [seat], min(AGAIN * count, depth.most), "again")
            choice = _confirmed(choice, seat, played, again, match.game.actions)
        plain = self.playouts.compiled(match.position) is None
        return msgspec.structs.replace(found, choice=choice, plain=plain)

    def compare(
        self,
        match: Match,
        seat: int,
        played: Action,
        count: int,
        liked: Sequence[Action] | None = None,
    ) -> Compared:
        """Compare the move played on equal tables with the house bot's and the favourite."""
        own = self._deals(match, [seat], count, "own")
        liked = self._liked(match, seat) if liked is None else liked
        house = match.position.house(seat) if match.game.has_house else None
        moves = (house, played, liked[0] if liked else house)
        found = {move: own.play(seat, move) for move in dict.fromkeys(moves)}
        return Compared(*(found[move] for move in moves))

    def _candidates(
        self,
        match: Match,
        seat: int,
        played: Action,
        depth: Depth,
        liked: Sequence[Action],
    ) -> list[Action]:
        """Return the moves to compare: those that the bots like, or that do best at first."""
        liked = liked or match.legal(seat)
        kept = [played, *liked[:LIKED]]
        if match.game.has_house:
            kept.append(match.position.house(seat))
        if self.playouts.compiled(match.position) and len(liked) > len({*kept}):
            first = self._deals(match, [seat], depth.first, "first")
            worth = {
                a: _utility(first.play(seat, a), seat).mean() for a in liked[:WIDEST]
            }
            kept += sorted(worth, key=lambda a: (-worth[a], a.number))[:PROMISING]
        return [*dict.fromkeys(kept)]

    def _liked(self, match: Match, seat: int) -> list[Action]:
        """Return a seat's legal moves, those first that the network's policy likes best.

        The list is empty without a network.
        """
        legal, network = match.legal(seat), network_of(match.game)
        if network is None or not network.fits(match.position.box):
            return []
        seen = match.position.observe(seat)
        choices = [match.position.choice(seat, action) for action in legal]
        logits, _ = network.evaluate(seen, choices)
        return [legal[n] for n in np.argsort(-logits, kind="stable")]

    def _deals(
        self, match: Match, viewers: Sequence[int], count: int, what: str
    ) -> Deals:
        seed = f"{match.commitment}-{len(match.moves)}-{what}"
        return self.playouts.deals(match.position, match.options, viewers, count, seed)


def _level(outcomes: Outcomes, rest: Outcomes | None = None) -> MomentEvaluation:
    """Return chances and leads, the mean over the views of all seats.

    With `rest`, the first outcomes are those of one seat's view, `rest` those of the others'.
    """
    count = len(outcomes.shares)
    if rest is None:
        shares, leads = (one.mean(axis=0) for one in outcomes)
        return MomentEvaluation(shares.tolist(), leads.tolist(), count)
    part = 1 / outcomes.shares.shape[1]
    shares, leads = (
        part * one.mean(axis=0) + (1 - part) * other.mean(axis=0)
        for one, other in zip(outcomes, rest, strict=True)
    )
    weight = part**2 / count + (1 - part) ** 2 / len(rest.shares)
    return MomentEvaluation(shares.tolist(), leads.tolist(), 1 / weight)


def _choice(
    worth: Mapping[int, Outcomes],
    seat: int,
    played: int,
    compared: Compared,
    legal: int,
    better: set[int],
) -> ChoiceEvaluation:
    """Compare the move played with the house bot's, the favourite, and the best of `better`."""
    before, after, favourite = compared
    change, points = after.shares - before.shares, after.leads - before.leads
    step = after.shares - compared.expected(seat).shares
    lost = _lost((after.shares - favourite.shares)[:, seat])
    lost_points = _lost((after.leads - favourite.leads)[:, seat])
    value = {number: _utility(outcomes, seat) for number, outcomes in worth.items()}
    among = [number for number in value if number == played or number in better]
    best = max(among, key=lambda number: (value[number].mean(), number == played))
    own = {number: outcomes.shares[:, seat] for number, outcomes in worth.items()}
    rest = [number for number in own if number != best] or [best]
    loss, loss_error = _behind(own, value, own[played], among)
    gap, gap_error = _behind(own, value, own[best], rest)
    return ChoiceEvaluation(
        change.mean(axis=0).tolist(),
        _errors(change).tolist(),
        step.mean(axis=0).tolist(),
        _errors(step).tolist(),
        points.mean(axis=0).tolist(),
        _errors(points).tolist(),
        *lost,
        *lost_points,
        float(own[played].mean()),
        best,
        loss,
        loss_error,
        max(rest, key=lambda number: float(value[number].mean())),
        min(1.0, max(0.0, float(own[best].mean()) + gap)),
        gap_error,
        legal,
    )


def _stands_out(choice: ChoiceEvaluation, played: Action) -> bool:
    """Return True if a decision seems costly or excellent."""
    if choice.best == played.number:
        ahead, error = choice.chance - choice.others, choice.gap_error
    else:
        ahead, error = choice.loss, choice.loss_error
    return ahead > max(CLEAR, SURE * error)


def _confirmed(
    choice: ChoiceEvaluation, seat: int, played: Action, again: Deals, actions: Actions
) -> ChoiceEvaluation:
    """Compare the move played on other tables with the best one, or the next best."""
    costly = choice.best != played.number
    other = actions[choice.best if costly else choice.next]
    mine, its = (again.play(seat, one).shares[:, seat] for one in (played, other))
    gap, chance = float((its - mine).mean()), float(mine.mean())
    error = float(_errors((its - mine)[:, None])[0])
    if costly:
        return msgspec.structs.replace(
            choice, chance=chance, loss=gap, loss_error=error
        )
    return msgspec.structs.replace(
        choice, chance=chance, others=chance + gap, gap_error=error
    )


def lost_by(compared: Compared, seat: int) -> tuple[float, float]:
    """Return the chance and the points that a seat lost by its move."""
    _, played, favourite = compared
    chance, _ = _lost((played.shares - favourite.shares)[:, seat])
    points, _ = _lost((played.leads - favourite.leads)[:, seat])
    return chance, points


def _lost(gaps: Array) -> tuple[float, float]:
    """Return a loss and its standard error.

    Each half of the tables counts if the other half shows a loss beyond its error, so that
    losses that are only noise cancel out in a sum.
    """
    half = len(gaps) // 2
    parts = []
    for select, use in ((gaps[:half], gaps[half:]), (gaps[half:], gaps[:half])):
        is_loss = select.mean() < -_errors(select[:, None])[0]
        parts.append(use if is_loss else np.zeros_like(use))
    found = np.concatenate(parts)
    return float(found.mean()), float(_errors(found[:, None])[0])


def _utility(outcomes: Outcomes, seat: int) -> Array:
    """Return what a seat plays for on each table: first place, then the lead."""
    leads = outcomes.leads[:, seat]
    value: Array = outcomes.shares[:, seat] + LEAD * leads / (leads.std() or 1.0)
    return value


def _behind(
    own: Mapping[int, Array],
    value: Mapping[int, Array],
    against: Array,
    among: list[int],
) -> tuple[float, float]:
    """Return how much more the best of some moves has than another, and the standard error.

    Each half of the tables is used for the move of the highest value on the other half.
    """
    half = len(against) // 2
    halves = slice(half), slice(half, None)
    parts = []
    for select, use in (halves, halves[::-1]):
        best = max(among, key=lambda number: float(value[number][select].mean()))
        parts.append(own[best][use] - against[use])
    found = np.concatenate(parts)
    return float(found.mean()), float(_errors(found[:, None])[0])


def _errors(values: Array) -> Array:
    """Return the standard errors of the means of columns."""
    errors: Array = values.std(axis=0, ddof=1) / math.sqrt(len(values))
    return errors
