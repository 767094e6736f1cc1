"""Evaluates a moment of a game: every seat's chances, and what the move played was worth.

A moment is the position after a number of moves. Its evaluation uses only what seats know: the
tables are imagined by the seats, and those on which moves are compared by the seat to move. A
chance is the expected share of first place when house bots play on. The move played, the best
move and the house bot's move are tried on the same tables with the same dice.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from threading import Event
from typing import NamedTuple

import msgspec

from comptoir.bots.policy import network_of
from comptoir.bots.search import finish
from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import Game
from comptoir.engine.play.match import Match

from .columns import Column, error, less, mean, spread
from .depth import LEAST, Depth
from .playouts import AnyKernels, Deals, Outcomes, Playouts, first_shares

Steps = Generator[None, None, "MomentEvaluation"]

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
        gaps = less(self.favourite.shares[seat], self.house.shares[seat])
        return self.favourite if mean(gaps) > error(gaps) else self.house


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
    step: list[float]  # as `change`, but compared with the expected move
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
        return less(self.change, self.step)


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
    """Evaluates moments of games.

    `kernels` is the function that returns a game's compiled kernels.
    """

    def __init__(
        self, kernels: Callable[[Game], AnyKernels | None] | None = None
    ) -> None:
        self.playouts = Playouts(kernels)

    def glance(self, match: Match, depth: Depth) -> MomentEvaluation:
        """Return a rough estimate of the chances at the present moment."""
        return finish(self.glancing(match, depth))

    def glancing(self, match: Match, depth: Depth) -> Steps:
        """Estimate step by step: a host with a single thread does other work in between."""
        if match.over:
            total, scores = sum(match.scores), match.scores
            leads = [one - (total - one) / (match.seats - 1) for one in scores]
            return MomentEvaluation(first_shares(match.ranks), leads, 1)
        everybody = range(match.seats)
        deals = self._deals(match, everybody, depth.coarse, "glance")
        return _level((yield from deals.playing()))

    def evaluate(
        self,
        match: Match,
        depth: Depth,
        moments: int,
        move: tuple[int, Action] | None = None,
        stop: Event | None = None,
    ) -> MomentEvaluation:
        """Evaluate the present moment of a match; `move` is the one that was played next."""
        return finish(self.evaluating(match, depth, moments, move, stop))

    def evaluating(
        self,
        match: Match,
        depth: Depth,
        moments: int,
        move: tuple[int, Action] | None = None,
        stop: Event | None = None,
    ) -> Steps:
        """Evaluate step by step, as `glancing` estimates."""
        if match.over:
            return self.glance(match, depth)
        count = depth.deals(moments, moments - len(match.moves))
        everybody = [*range(match.seats)]
        if move is None or len(match.legal(move[0])) == 1:
            least = max(LEAST, count // COMPARED)
            deals = self._deals(match, everybody, least, "all")
            return _level((yield from deals.playing()))
        seat, played = move
        others = [one for one in everybody if one != seat]
        liked = self._liked(match, seat)
        compared = yield from self._comparing(match, seat, played, count, liked)
        deals = self._deals(match, others, max(1, count // 2), "rest")
        found = _level(compared.house, (yield from deals.playing()))
        expected = compared.expected(seat)
        gain = map(mean, _gaps(expected.shares, compared.house.shares))
        chances = [a + b for a, b in zip(found.chances, gain, strict=True)]
        found = msgspec.structs.replace(found, chances=chances)
        few = self._deals(match, [seat], max(LEAST, count // COMPARED), "few")
        worth: dict[int, Outcomes] = {}
        for action in (yield from self._candidates(match, seat, played, depth, liked)):
            if stop is not None and stop.is_set():
                return msgspec.structs.replace(found, stopped=True)
            worth[action.number] = yield from few.playing(seat, action)
        legal = len(match.legal(seat))
        better = [a.number for a in liked[: liked.index(played)]] if liked else [*worth]
        choice = _choice(worth, seat, played.number, compared, legal, {*better})
        if _stands_out(choice, played):
            again = self._deals(match, [seat], min(AGAIN * count, depth.most), "again")
            other = choice.next if choice.best == played.number else choice.best
            mine = yield from again.playing(seat, played)
            its = yield from again.playing(seat, match.game.actions[other])
            choice = _confirmed(choice, played, mine.shares[seat], its.shares[seat])
        plain = self.playouts.compiled(match.position) is None
        return msgspec.structs.replace(found, choice=choice, plain=plain)

    def compare(
        self,
        match: Match,
        seat: int,
        played: Action,
        count: int,
    ) -> Compared:
        """Compare the played move, the house bot's and the network's on the same tables."""
        liked = self._liked(match, seat)
        return finish(self._comparing(match, seat, played, count, liked))

    def _comparing(
        self,
        match: Match,
        seat: int,
        played: Action,
        count: int,
        liked: Sequence[Action],
    ) -> Generator[None, None, Compared]:
        own = self._deals(match, [seat], count, "own")
        house = match.position.house(seat) if match.game.has_house else None
        moves = (house, played, liked[0] if liked else house)
        found = {}
        for move in dict.fromkeys(moves):
            found[move] = yield from own.playing(seat, move)
        return Compared(*(found[move] for move in moves))

    def _candidates(
        self,
        match: Match,
        seat: int,
        played: Action,
        depth: Depth,
        liked: Sequence[Action],
    ) -> Generator[None, None, list[Action]]:
        """Return the moves to compare: those that the bots like, or that do best at first."""
        liked = liked or match.legal(seat)
        kept = [played, *liked[:LIKED]]
        if match.game.has_house:
            kept.append(match.position.house(seat))
        if self.playouts.compiled(match.position) and len(liked) > len({*kept}):
            first, worth = self._deals(match, [seat], depth.first, "first"), {}
            for action in liked[:WIDEST]:
                outcomes = yield from first.playing(seat, action)
                worth[action] = mean(_utility(outcomes, seat))
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
        return [legal[n] for n in sorted(range(len(legal)), key=lambda n: -logits[n])]

    def _deals(
        self, match: Match, viewers: Sequence[int], count: int, what: str
    ) -> Deals:
        seed = f"{match.commitment}-{len(match.moves)}-{what}"
        return self.playouts.deals(match.position, viewers, count, seed)


def _level(outcomes: Outcomes, rest: Outcomes | None = None) -> MomentEvaluation:
    """Return chances and leads, the mean over the views of all seats.

    With `rest`, the first outcomes are those of one seat's view, `rest` those of the others'.
    """
    count = len(outcomes.shares[0])
    shares, leads = ([*map(mean, columns)] for columns in outcomes)
    if rest is None:
        return MomentEvaluation(shares, leads, count)
    part = 1 / len(shares)

    def mixed(own: Column, columns: Sequence[Column]) -> list[float]:
        others = map(mean, columns)
        return [part * a + (1 - part) * b for a, b in zip(own, others, strict=True)]

    weight = part**2 / count + (1 - part) ** 2 / len(rest.shares[0])
    return MomentEvaluation(
        mixed(shares, rest.shares), mixed(leads, rest.leads), 1 / weight
    )


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
    change = _gaps(after.shares, before.shares)
    points = _gaps(after.leads, before.leads)
    step = _gaps(after.shares, compared.expected(seat).shares)
    lost = _lost(less(after.shares[seat], favourite.shares[seat]))
    lost_points = _lost(less(after.leads[seat], favourite.leads[seat]))
    value = {number: _utility(outcomes, seat) for number, outcomes in worth.items()}
    among = [number for number in value if number == played or number in better]
    best = max(among, key=lambda number: (mean(value[number]), number == played))
    own = {number: outcomes.shares[seat] for number, outcomes in worth.items()}
    rest = [number for number in own if number != best] or [best]
    loss, loss_error = _behind(own, value, own[played], among)
    gap, gap_error = _behind(own, value, own[best], rest)
    return ChoiceEvaluation(
        [*map(mean, change)],
        [*map(error, change)],
        [*map(mean, step)],
        [*map(error, step)],
        [*map(mean, points)],
        [*map(error, points)],
        *lost,
        *lost_points,
        mean(own[played]),
        best,
        loss,
        loss_error,
        max(rest, key=lambda number: mean(value[number])),
        min(1.0, max(0.0, mean(own[best]) + gap)),
        gap_error,
        legal,
    )


def _gaps(one: Sequence[Column], other: Sequence[Column]) -> list[list[float]]:
    """Return the differences of two results, seat by seat and table by table."""
    return [*map(less, one, other)]


def _stands_out(choice: ChoiceEvaluation, played: Action) -> bool:
    """Return True if a decision seems costly or excellent."""
    if choice.best == played.number:
        ahead, doubt = choice.chance - choice.others, choice.gap_error
    else:
        ahead, doubt = choice.loss, choice.loss_error
    return ahead > max(CLEAR, SURE * doubt)


def _confirmed(
    choice: ChoiceEvaluation, played: Action, mine: Column, other: Column
) -> ChoiceEvaluation:
    """Return a choice compared on other tables with the best move, or the next best."""
    chance, gaps = mean(mine), less(other, mine)
    gap, doubt = mean(gaps), error(gaps)
    if choice.best == played.number:
        found = {"others": chance + gap, "gap_error": doubt}
    else:
        found = {"loss": gap, "loss_error": doubt}
    return msgspec.structs.replace(choice, chance=chance, **found)


def lost_by(compared: Compared, seat: int) -> tuple[float, float]:
    """Return the chance and the points that a seat lost by its move."""
    _, played, favourite = compared
    chance, _ = _lost(less(played.shares[seat], favourite.shares[seat]))
    points, _ = _lost(less(played.leads[seat], favourite.leads[seat]))
    return chance, points


def _lost(gaps: Column) -> tuple[float, float]:
    """Return a loss and its standard error.

    Each half of the tables counts if the other half shows a loss beyond its error, so that
    losses that are only noise cancel out in a sum.
    """
    half = len(gaps) // 2
    halves = [gaps[:half], gaps[half:]]
    found: list[float] = []
    for select, use in zip(halves, halves[::-1], strict=True):
        is_loss = mean(select) < -error(select)
        found += use if is_loss else [0.0] * len(use)
    return mean(found), error(found)


def _utility(outcomes: Outcomes, seat: int) -> Column:
    """Return what a seat plays for on each table: first place, then the lead."""
    shares, leads = outcomes.shares[seat], outcomes.leads[seat]
    weight = LEAD / (spread(leads) or 1.0)
    return [share + weight * lead for share, lead in zip(shares, leads, strict=True)]


def _behind(
    own: Mapping[int, Column],
    value: Mapping[int, Column],
    against: Column,
    among: list[int],
) -> tuple[float, float]:
    """Return how much more the best of some moves has than another, and the standard error.

    Each half of the tables is used for the move of the highest value on the other half.
    """
    half = len(against) // 2
    halves = slice(half), slice(half, None)
    found: list[float] = []
    for select, use in (halves, halves[::-1]):
        best = max(among, key=lambda number: mean(value[number][select]))
        found += less(own[best][use], against[use])
    return mean(found), error(found)
