"""Looks ahead to the end of the seat's own turn, to rule out absurd moves and blunders."""

import math
from itertools import pairwise
from typing import NamedTuple

from comptoir.engine.model.actions import Action
from comptoir.engine.play.position import Position
from comptoir.engine.rules.table import Plain
from comptoir.engine.runs.trained import TrainedNetwork

from .seat import Seat

LINE = 30  # most moves followed in one turn
TABLES = 8  # imagined tables on which a certain win is checked
TRIES = 4  # imagined tables on which any other move is tried
RIVALS = 3  # top moves of the policy with which another move is compared
BLUNDER = 0.15  # loss that counts as a blunder; values go from -1 (last) to 1 (first)


class TurnOutcome(NamedTuple):
    """The result of a move when the house bot plays the rest of the turn."""

    over: bool
    first: float  # the seat's share of first place if the game ended now
    lead: float  # points ahead of the mean of the other seats


def sensible(
    seat: Seat, gap: float = math.inf, *, patient: bool = False
) -> dict[Action, list[Action]]:
    """Return the moves that are not absurd, each with the moves that it dominates.

    If every move ends the game, only the best ones are returned; a certain win is the only one.
    A move is absurd if, by the end of the turn, it is more than `gap` points behind another
    move. A move is dominated if it has the same effect as the move listed before it but gives
    the other seats more. A patient bot does not end a game that it would not win.
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
    # Order: sole wins before shared ones, then wins at once before later ones, then the lead.
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
    """Finds moves that throw away much of the game's value at once.

    Each move is tried on the same few imagined tables. The house bot plays the other seats up
    to this seat's next decision, and the network evaluates the result; the policy's top moves
    are evaluated in the same way. This is needed because the policy may be wrong in positions
    that never occurred in training, such as after a bid that nobody makes. House bots are weak
    opponents, so moves that end the turn are compared only with each other, and so are moves
    after which the seat acts again.
    """

    def __init__(self, seat: Seat, network: TrainedNetwork, liked: list[Action]):
        self.seat, self.network = seat, network
        self.tables = [seat.imagine() for _ in range(TRIES)]
        self.found: dict[Action, tuple[bool, float]] = {}
        self.liked = liked

    @property
    def best(self) -> Action:
        """The best-valued action of the same kind as the policy's favourite."""
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
        """Return whether the seat acts again immediately, and the value of the move."""
        if action not in self.found:
            number = self.seat.number
            after = [_after(one, number, action) for one in self.tables]
            stays = number in after[0].actors
            worths = [_worth(_next(one, number), number, self.network) for one in after]
            self.found[action] = stays, sum(worths) / TRIES
        return self.found[action]


def _next(table: Position, seat: int) -> Position:
    """Let the house bot play the others up to the seat's next decision; return the position."""
    for _ in range(LINE):
        if not table.actors or seat in table.actors:
            break
        table.play(table.actors[0], table.house(table.actors[0]))
    return table


def _worth(table: Position, seat: int, network: TrainedNetwork) -> float:
    """Return the value of a table for a seat, from -1 (last) to 1 (first)."""
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
    """Let the house bot finish a seat's turn; return the outcome."""
    for _ in range(LINE):
        if table.actors != [seat]:
            break
        table.play(seat, table.house(seat))
    points, ranks, _ = table.standing()
    others = (sum(points) - points[seat]) / (len(points) - 1)
    first = (ranks[seat] == 1) / ranks.count(1)
    return TurnOutcome(not table.actors, first, points[seat] - others)


def _sure(seat: Seat, action: Action) -> bool:
    """Return True if a move wins in this turn on every imagined table that was tried."""
    for _ in range(TABLES):
        look = _turn_outcome(_after(seat.imagine(), seat.number, action), seat.number)
        if not (look.over and look.first):
            return False
    return True


def _gives_away(t: Plain, other: Plain, seat: int) -> bool:
    """Return True if two tables differ only in what the seat gave the others on the first one.

    One other number may differ: the amount given away.
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
