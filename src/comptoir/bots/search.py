"""The bot that searches: it imagines the table anew and plays on, thousands of times."""

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Literal

import msgspec

from comptoir.engine.backends import compiler
from comptoir.engine.kernels.search import ROOT
from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import Game
from comptoir.engine.rules.rng import DICE_WORDS, dice_word
from comptoir.engine.runs.network import Network
from comptoir.engine.runs.tree import MOST_NODES, SearchSettings, Tree

from .budget import Budget
from .lookahead import sensible
from .seat import Seat

SLICE = 0.004  # seconds between two looks at the clock
ENDLESS = 1 << 60  # iterations, where time ends a search
WASTE = 0.6  # of the points a game usually brings: nobody passes up more in one turn
# Of the time left: no move that is behind is given more of it. What a policy likes leads
# from the start, so that a search it guides waits longer for the others to catch up.
HOPE, GUIDED_HOPE = 0.2, 0.5
LINE = 8  # moves of the line a bot expects
ForeseenMove = tuple[int, Action, list[tuple[int, ...]]]
"""A seat, the action expected of it, and what happens then as journal entries."""


class MoveEvaluation(msgspec.Struct, frozen=True):
    """What a search found of one action of its seat."""

    action: Action
    visits: int
    win: float  # part of the first places in the games that began with it
    points: float  # the points those games brought, on average


class Analysis(msgspec.Struct, frozen=True):
    """What a search found of all actions, the best first, and what it expects to follow."""

    actions: list[MoveEvaluation]
    line: list[tuple[int, Action]]  # who does what, from the choice on
    iterations: int
    moves: int
    seconds: float

    @property
    def choice(self) -> Action:
        """The action it would take."""
        return self.actions[0].action


class BotDecision(msgspec.Struct, frozen=True):
    """The chosen action, its number of iterations, and why they are fewer than promised."""

    action: Action
    iterations: int = 0
    short: Literal["", "plain", "stopped"] = ""


def unguided(game: Game) -> Network | None:
    """Return no network: what a search that nothing guides asks, and can be pickled."""
    return None


class Search:
    """Chooses by Monte Carlo tree search over what its seat knows.

    It thinks until its budget is used up, or until no other action could overtake the best;
    with a time for a budget, until none could with a fifth of what is left, or with half of
    it if a network guides it. With iterations as budget, the same view and dice give the same
    choice. It thinks of one move at a time: tables that are played side by side need one each.

    Args:
        budget: Seconds, or iterations, for one move.
        threads: Trees that are grown side by side, on as many cores.
        settings: How they are grown.
        clock: What tells the time, in seconds.
        patience: Seconds for one move, whatever the budget, while it runs plain; where
            somebody waits.
        kernels: Where compiled kernels come from; until there are some it runs plain.
        networks: Where networks come from that guide it, once it is compiled.
    """

    def __init__(
        self,
        budget: Budget,
        threads: int = 1,
        settings: SearchSettings | None = None,
        clock: Callable[[], float] = time.perf_counter,
        patience: float = math.inf,
        kernels: Callable[[Game], compiler.Compiled | None] | None = None,
        networks: Callable[[Game], Network | None] = unguided,
    ):
        self.budget = budget
        self.clock = clock
        self.threads = threads
        self.settings = settings or SearchSettings()
        self.patience = patience
        self.kernels = kernels or ready_kernels
        self.networks = networks
        self._trees: dict[tuple[Game, int], list[Tree]] = {}

    def prepare(self, game: Game, seats: int) -> list[Tree]:
        """Lay out all that a search needs, so that no move waits for it."""
        key = (game, seats)
        known, network = self._trees.get(key), self.networks(game)
        if known is None or known[0].plain or known[0].network is not network:
            kernels = self.kernels(game)
            if not (kernels and network and kernels.load("guided")):
                network = None
            if known is None or (kernels and (known[0].plain or network)):
                most = min(self.budget_for(game).iterations or MOST_NODES, MOST_NODES)
                self._trees[key] = [
                    Tree(game, seats, most, kernels, network)
                    for _ in range(self.threads)
                ]
        return self._trees[key]

    def budget_for(self, game: Game) -> Budget:
        """Return what it may use for one move of a game."""
        return self.budget

    def at_once(self, game: Game) -> bool:
        """Return whether it moves without a search in a game; for those that may."""
        return False

    def __call__(self, seat: Seat) -> Action:
        """Choose an action."""
        return self.decide(seat).action

    def decide(self, seat: Seat, stop: Event | None = None) -> BotDecision:
        """Choose an action, with what there is if `stop` is set, and say what it rests on."""
        if len(seat.legal) == 1:
            return BotDecision(seat.legal[0])
        stop = stop or Event()
        trees, whole = self._search(seat, stop, settle=True)
        choice, iterations = _evaluated(seat, trees)[0].action, _total(trees)
        if whole:
            return BotDecision(choice, iterations)
        return BotDecision(choice, iterations, "stopped" if stop.is_set() else "plain")

    def think(self, seat: Seat, stop: Event | None = None) -> Analysis:
        """Use the whole budget, or as much as there is until `stop` is set, and tell all."""
        start = self.clock()
        trees, _ = self._search(seat, stop or Event(), settle=False)
        actions = _evaluated(seat, trees)
        return Analysis(
            actions,
            self.expect(seat, actions[0].action),
            _total(trees),
            sum(tree.played for tree in trees),
            self.clock() - start,
        )

    def expect(self, seat: Seat, choice: Action) -> list[tuple[int, Action]]:
        """Return what the last search expects to follow a choice of its seat."""
        return [(asked, action) for asked, action, _ in self.foresee(seat, choice)]

    def foresee(self, seat: Seat, choice: Action) -> list[ForeseenMove]:
        """Return the same with what happens then at a table it imagines, as a journal."""
        return _line(seat, choice, self.prepare(seat.game, seat.seats)[0])

    def _search(
        self, seat: Seat, stop: Event, *, settle: bool
    ) -> tuple[list[Tree], bool]:
        """Return grown trees, and whether they are all that the budget promises."""
        start = self.clock()
        trees = self.prepare(seat.game, seat.seats)
        for tree in trees:
            dice = [dice_word(seat.dice) for _ in range(DICE_WORDS)]
            tree.plant(seat.imagined.table, seat.imagined.box, seat.number, dice)
        if len(trees) == 1:
            whole = self._grow(trees[0], start, stop, settle)
        else:
            with ThreadPoolExecutor(len(trees)) as pool:
                grown = pool.map(lambda one: self._grow(one, start, stop, False), trees)
                whole = all([*grown])
        return trees, whole

    def _grow(self, tree: Tree, start: float, stop: Event, settle: bool) -> bool:
        """Grow one tree to the end of its share of the budget, or until it is settled.

        False if it had to end before that, or if the time it had was spent plain.
        """
        budget = self.budget_for(tree.game)
        share = -(-(budget.iterations or 0) // self.threads)
        seconds = budget.seconds or math.inf
        if tree.plain:
            seconds = min(seconds, self.patience)
        step = 1
        while True:
            before = self.clock()
            tree.grow(
                min(step, share - tree.iterations) if share else step,
                self.settings.for_game(tree.game),
            )
            now = self.clock()
            pace = (now - before) / step
            left = promised = share - tree.iterations if share else ENDLESS
            hope = left
            if seconds < math.inf:
                left = min(left, int((seconds - (now - start)) / pace))
                hope = min(hope, int(left * (GUIDED_HOPE if tree.network else HOPE)))
            if left <= 0 or stop.is_set() or (settle and _settled(tree, hope)):
                if share:
                    return promised <= 0 or (settle and _settled(tree, promised))
                return not tree.plain and not stop.is_set()
            step = max(1, min(left, int(SLICE / pace)))


def ready_kernels(game: Game) -> compiler.Compiled | None:
    """Return a game's kernels if its search is compiled."""
    if compiler.available() and compiler.is_warm(game, "search"):
        kernels = compiler.kernels_of(game)
        if kernels.load("search"):
            return kernels
    return None


def _total(trees: list[Tree]) -> int:
    return sum(tree.iterations for tree in trees)


def _settled(tree: Tree, left: int) -> bool:
    """Return whether no other action could be visited more often in the iterations left."""
    visits = sorted((branch.visits for branch in tree.branches()), reverse=True)
    return len(visits) > 1 and visits[0] - visits[1] > left


def _evaluated(seat: Seat, trees: list[Tree]) -> list[MoveEvaluation]:
    """Add up what the trees found: what is not absurd first, then what was visited most.

    With a network, which knows what a game usually brings, it is absurd to pass up much.
    Visits to moves that only give away more speak for the one that does not.
    """
    found = [branch for tree in trees for branch in tree.branches()]
    weighed = {}
    for action in seat.legal:
        own = [branch for branch in found if branch.move == action.number]
        visits = sum(branch.visits for branch in own)
        win = sum(branch.wins for branch in own) / max(visits, 1)
        points = sum(branch.points for branch in own) / max(visits, 1)
        weighed[action] = MoveEvaluation(action, visits, win, points)
    network = trees[0].network
    kept = sensible(seat, WASTE * network.usual_points if network else math.inf)

    def order(one: MoveEvaluation) -> tuple[bool, int, float, int]:
        alike = (one.action, *kept.get(one.action, ()))
        votes = sum(weighed[action].visits for action in alike)
        return one.action not in kept, -votes, -one.win, one.action.number

    return sorted(weighed.values(), key=order)


def _line(seat: Seat, choice: Action, tree: Tree) -> list[ForeseenMove]:
    """Play on from a choice as the search did most often, on a table it imagines."""
    table = seat.imagine()
    branch = tree.usual(ROOT, seat.number, {choice.number})
    line: list[ForeseenMove] = []
    asked, action = seat.number, choice
    while True:
        line.append((asked, action, table.play(asked, action)))
        if len(line) == LINE or not table.actors:
            return line
        asked = table.actors[0]
        legal = {action.number for action in table.legal(asked)}
        known = tree.usual(branch.node, asked, legal) if branch else None
        if known or asked == seat.number:
            branch = known
        action = seat.game.actions[known.move] if known else table.house(asked)
