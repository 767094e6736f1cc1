"""A look ahead to the end of the seat's own turn: it rules out absurd moves and blunders."""

import math
from itertools import pairwise
from typing import NamedTuple

from comptoir.engine.model.actions import Action
from comptoir.engine.play.position import Position
from comptoir.engine.rules.table import Plain
from comptoir.engine.runs.network import Network

from .seat import Seat

LINE = 30  # moves of a turn
TABLES = 8  # that a sure win is tried on
TRIES = 4  # tables that any other move is tried on
RIVALS = 3  # moves liked best, beside which another may be a blunder
BLUNDER = 0.15  # of a game, from -1 for the last place to 1 for the first


class TurnOutcome(NamedTuple):
    """Where a move leads if the house bot plays the turn to its end."""

    over: bool
    first: float  # the seat's part of the first place, now or at the end
    lead: float  # over the mean of the others, in points


def sensible(
    seat: Seat, gap: float = math.inf, *, patient: bool = False
) -> dict[Action, list[Action]]:
    """Return the moves that are not absurd, each with those that only give away more.

    The last move of a game is the best there is, and a sure win is taken. No move falls
    behind another by more than a gap of points in the same turn, or gives away more than
    the one listed before it, for the same. A patient bot ends no game that it has not won.
    """
    tables = {
        action: _after(seat.imagined, seat.number, action) for action in seat.legal
    }
    looks = {
        action: _turn_outcome(table.copy(), seat.number)
        for action, table in tables.items()
    }
    last = all(look.over for look in looks.values())
    wins = [action for action, look in looks.items() if look.over and look.first]
    # Alone before shared; the highest at the end, else at once before in more moves.
    moves = {action: 0 if last else len(tables[action].actors) for action in wins}
    wins.sort(key=lambda one: (-looks[one].first, moves[one], -looks[one].lead))
    for action in wins:
        if _sure(seat, action):
            return {action: []}
    if last:
        best = max(looks.values())
        return {action: [] for action, look in looks.items() if look == best}
    if patient:
        looks = {a: look for a, look in looks.items() if look.first or not look.over}
    least = max(look.lead for look in looks.values()) - gap
    listed = [action for action, look in looks.items() if look.lead >= least]
    kept: dict[Action, list[Action]] = {listed[0]: []}
    cheapest = listed[0]
    for before, action in pairwise(listed):
        if _gives_away(tables[action].table, tables[before].table, seat.number):
            kept[cheapest].append(action)
        else:
            kept[action] = []
            cheapest = action
    return kept


class Blunders:
    """Tells moves that throw away much of the game at once from those that do not.

    Each is tried on the same few imagined tables, where the house bot plays the others up to
    the seat's next decision; the network says what that is worth, beside the moves that it
    likes best. Its policy alone may be wrong where no game of training ever came, such as
    after a bid that nobody makes. House bots are easy to play against: moves that leave the
    table to the others are compared with each other, and those that do not with each other.
    """

    def __init__(self, seat: Seat, network: Network, liked: list[Action]):
        self.seat, self.network = seat, network
        self.tables = [seat.imagine() for _ in range(TRIES)]
        self.found: dict[Action, tuple[bool, float]] = {}
        self.liked = liked

    @property
    def best(self) -> Action:
        """The best of those that are like the one liked best."""
        return self._rival(self._tried(self.liked[0])[0])

    def __contains__(self, action: Action) -> bool:
        stays, worth = self._tried(action)
        if all(self._tried(one)[0] != stays for one in self.liked):
            return False
        return worth < self._tried(self._rival(stays))[1] - BLUNDER

    def _rival(self, stays: bool) -> Action:
        alike = [one for one in self.liked if self._tried(one)[0] == stays]
        return max(alike, key=lambda one: self._tried(one)[1])

    def _tried(self, action: Action) -> tuple[bool, float]:
        """Return whether the seat moves on at once, and what the move is worth."""
        if action not in self.found:
            number = self.seat.number
            after = [_after(one, number, action) for one in self.tables]
            stays = number in after[0].actors
            worths = [_worth(_next(one, number), number, self.network) for one in after]
            self.found[action] = stays, sum(worths) / TRIES
        return self.found[action]


def _next(table: Position, seat: int) -> Position:
    """Let the house bot play the others up to a seat's next decision."""
    for _ in range(LINE):
        if not table.actors or seat in table.actors:
            break
        table.play(table.actors[0], table.house(table.actors[0]))
    return table


def _worth(table: Position, seat: int, network: Network) -> float:
    """Return what a table is worth to a seat, from -1 to 1."""
    if table.actors:
        _, values = network.evaluate(table.observe(seat), [0])
        return float(values[0])
    _, ranks, _ = table.standing()
    behind = sum(rank > ranks[seat] for rank in ranks)
    return (behind - sum(rank < ranks[seat] for rank in ranks)) / (len(ranks) - 1)


def _after(position: Position, seat: int, action: Action) -> Position:
    """Return the position after a move."""
    table = position.copy()
    table.play(seat, action)
    return table


def _turn_outcome(table: Position, seat: int) -> TurnOutcome:
    """Let the house bot play a seat's turn to its end, and return what it brought."""
    for _ in range(LINE):
        if table.actors != [seat]:
            break
        table.play(seat, table.house(seat))
    points, ranks, _ = table.standing()
    others = (sum(points) - points[seat]) / (len(points) - 1)
    first = (ranks[seat] == 1) / ranks.count(1)
    return TurnOutcome(not table.actors, first, points[seat] - others)


def _sure(seat: Seat, action: Action) -> bool:
    """Return whether a move wins in this turn whatever is hidden, as far as tried."""
    for _ in range(TABLES):
        look = _turn_outcome(_after(seat.imagine(), seat.number, action), seat.number)
        if not (look.over and look.first):
            return False
    return True


def _gives_away(t: Plain, other: Plain, seat: int) -> bool:
    """Return whether a table is another one, but for something the others got from the seat.

    Besides, a number may say how much it was.
    """
    pairs = zip(vars(t).values(), vars(other).values(), strict=True)
    differ = [(one, two) for one, two in pairs if one != two]
    rows = [pair for pair in differ if isinstance(pair[0], list)]
    if len(rows) != 1 or len(differ) > 2 or isinstance(rows[0][0][0], list):  # noqa: PLR2004
        return False
    changes = [one - two for one, two in zip(*rows[0], strict=True)]
    lost = -changes.pop(seat) if seat < len(changes) else 0
    numbers = [one - two for one, two in differ if not isinstance(one, list)]
    return lost == sum(changes) > 0 and min(changes) >= 0 and numbers in ([], [lost])
