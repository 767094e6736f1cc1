"""The search bot: Monte Carlo tree search over tables sampled from what its seat knows."""

import math
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Literal, TypeVar

import msgspec

from comptoir.engine.backends import compiler
from comptoir.engine.backends.wasm import WasmKernels
from comptoir.engine.kernels.search import ROOT
from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import Game
from comptoir.engine.rules.rng import DICE_WORDS, dice_word, throw
from comptoir.engine.runs.browser import loaded_kernels
from comptoir.engine.runs.trained import TrainedNetwork
from comptoir.engine.runs.tree import MOST_NODES, SearchSettings, Tree

from .budget import Budget
from .lookahead import sensible
from .seat import Seat

ENDLESS = 1 << 60  # iterations if a time budget ends the search
SETTLING = 512  # iterations between two looks whether a choice is settled
WASTE = 0.6  # share of a game's usual points that no sensible move gives up in one turn
# A timed search stops if no move could overtake the best one in this share of the time left.
# A guided search waits longer: the policy's favourite leads from the start.
HOPE, GUIDED_HOPE = 0.2, 0.5
LINE = 8  # most expected moves to return
Result = TypeVar("Result")
ForeseenMove = tuple[int, Action, list[tuple[int, ...]]]
"""A seat, the action it is expected to take, and the resulting journal entries."""


class MoveEvaluation(msgspec.Struct, frozen=True):
    """The search's statistics for one action of its seat."""

    action: Action
    visits: int
    win: float  # share of first places in the play-outs through it
    points: float  # average points in those play-outs


class Analysis(msgspec.Struct, frozen=True):
    """The result of a whole search: all actions, best first, and the expected line."""

    actions: list[MoveEvaluation]
    line: list[tuple[int, Action]]  # seats and actions, beginning with the choice
    iterations: int
    moves: int
    seconds: float

    @property
    def choice(self) -> Action:
        """The best action."""
        return self.actions[0].action


class BotDecision(msgspec.Struct, frozen=True):
    """The chosen action, the iterations made, and if they are fewer than promised, why."""

    action: Action
    iterations: int = 0
    short: Literal["", "plain", "stopped"] = ""


def unguided(game: Game) -> TrainedNetwork | None:
    """Return no network: the default of a search, named so that the search can be pickled."""
    return None


class Search:
    """Chooses by Monte Carlo tree search over what its seat knows.

    It searches until the budget is used up, or until no other action could overtake the best
    one. With a time budget it stops if none could in a fifth of the time left, or in half of
    the time left if a network guides the search. With a budget of iterations, the same view
    and the same `dice` give the same choice. An instance searches for one move at a time:
    tables played in parallel need one each.

    Args:
        budget: Seconds or iterations for one move.
        threads: The number of trees grown in parallel.
        settings: The settings of the search.
        clock: The function that returns the time in seconds.
        patience: The most seconds for one move while the search runs uncompiled, for games
            in which people wait.
        kernels: The function that returns a game's compiled kernels; None while there are none.
        networks: The function that returns the network to guide the search once compiled.
    """

    def __init__(
        self,
        budget: Budget,
        threads: int = 1,
        settings: SearchSettings | None = None,
        clock: Callable[[], float] = time.perf_counter,
        patience: float = math.inf,
        kernels: Callable[[Game], compiler.Compiled | WasmKernels | None] | None = None,
        networks: Callable[[Game], TrainedNetwork | None] = unguided,
    ):
        self.budget = budget
        self.clock = clock
        self.threads = threads
        self.settings = settings or SearchSettings()
        self.patience = patience
        self.kernels = kernels or loaded_or_ready
        self.networks = networks
        self._trees: dict[tuple[Game, int], list[Tree]] = {}

    def prepare(self, game: Game, seats: int) -> list[Tree]:
        """Allocate the trees for a game on first use, and return them."""
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
        """Return the budget for one move of a game."""
        return self.budget

    def at_once(self, game: Game) -> bool:
        """Return True if the bot moves without search in this game, as some subclasses do."""
        return False

    def __call__(self, seat: Seat) -> Action:
        """Choose an action."""
        return self.decide(seat).action

    def decide(self, seat: Seat, stop: Event | None = None) -> BotDecision:
        """Choose an action, at once if `stop` is set; return it with the iterations made."""
        return finish(self.deciding(seat, stop))

    def deciding(
        self, seat: Seat, stop: Event | None = None
    ) -> Generator[None, None, BotDecision]:
        """Decide step by step: a host with a single thread does other work in between."""
        if len(seat.legal) == 1:
            return BotDecision(seat.legal[0])
        stop = stop or Event()
        trees, whole = yield from self._search(seat, stop, settle=True)
        choice, iterations = _choice(seat, _evaluated(seat, trees)), _total(trees)
        if whole:
            return BotDecision(choice, iterations)
        return BotDecision(choice, iterations, "stopped" if stop.is_set() else "plain")

    def think(self, seat: Seat, stop: Event | None = None) -> Analysis:
        """Use the whole budget, unless `stop` is set earlier, and return the full analysis."""
        return finish(self.thinking(seat, stop))

    def thinking(
        self, seat: Seat, stop: Event | None = None
    ) -> Generator[None, None, Analysis]:
        """Think step by step, as `deciding` decides."""
        start = self.clock()
        trees, _ = yield from self._search(seat, stop or Event(), settle=False)
        actions = _evaluated(seat, trees)
        return Analysis(
            actions,
            self.expect(seat, actions[0].action),
            _total(trees),
            sum(tree.played for tree in trees),
            self.clock() - start,
        )

    def expect(self, seat: Seat, choice: Action) -> list[tuple[int, Action]]:
        """Return the moves that the last search expects after a choice of its seat."""
        return [(asked, action) for asked, action, _ in self.foresee(seat, choice)]

    def foresee(self, seat: Seat, choice: Action) -> list[ForeseenMove]:
        """Return the expected moves, with the journal entries that they cause if imagined."""
        return _line(seat, choice, self.prepare(seat.game, seat.seats)[0])

    def _search(
        self, seat: Seat, stop: Event, *, settle: bool
    ) -> Generator[None, None, tuple[list[Tree], bool]]:
        """Return the search trees, and True if they used the whole budget."""
        start = self.clock()
        trees = self.prepare(seat.game, seat.seats)
        for tree in trees:
            dice = [dice_word(seat.dice) for _ in range(DICE_WORDS)]
            tree.plant(seat.imagined.table, seat.imagined.box, seat.number, dice)
        if len(trees) == 1:
            whole = yield from self._grow(trees[0], start, stop, settle)
        else:
            growing = [self._grow(one, start, stop, False) for one in trees]
            with ThreadPoolExecutor(len(trees)) as pool:
                whole = all([*pool.map(finish, growing)])
        return trees, whole

    def _grow(
        self, tree: Tree, start: float, stop: Event, settle: bool
    ) -> Generator[None, None, bool]:
        """Grow one tree to the end of its share of the budget, or until it is settled.

        Return False if it was stopped before that, or if its time was spent uncompiled.
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
            # How fast this machine is must not change what a number of iterations finds.
            look = settle and not (share and tree.iterations % SETTLING)
            if left <= 0 or stop.is_set() or (look and _settled(tree, hope)):
                if share:
                    return promised <= 0 or (settle and _settled(tree, promised))
                return not tree.plain and not stop.is_set()
            step = max(1, min(left, int(tree.slice / pace)))
            if share:
                step = min(step, SETTLING - tree.iterations % SETTLING)
            yield


def finish(steps: Generator[None, None, Result]) -> Result:
    """Run a step-by-step computation to its end, and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def ready_kernels(game: Game) -> compiler.Compiled | None:
    """Return a game's kernels if its search has been compiled."""
    if compiler.available() and compiler.is_warm(game, "search"):
        kernels = compiler.kernels_of(game)
        if kernels.load("search"):
            return kernels
    return None


def loaded_or_ready(game: Game) -> compiler.Compiled | WasmKernels | None:
    """Return the kernels that a browser page has loaded for a game, or those for the CPU."""
    return loaded_kernels(game) or ready_kernels(game)


def _total(trees: list[Tree]) -> int:
    return sum(tree.iterations for tree in trees)


def _settled(tree: Tree, left: int) -> bool:
    """Return True if no action can overtake the most visited one in the iterations left."""
    visits = sorted((branch.visits for branch in tree.branches()), reverse=True)
    return len(visits) > 1 and visits[0] - visits[1] > left


def _evaluated(seat: Seat, trees: list[Tree]) -> list[MoveEvaluation]:
    """Add up the statistics of the trees: sensible moves first, then the most visited.

    If there is a network, which stores a game's usual points, a move that gives up many points
    is not sensible. Visits to dominated moves count for the move that dominates them.
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


def _choice(seat: Seat, found: Sequence[MoveEvaluation]) -> Action:
    """Return the best action; for sealed choices, one drawn by its share of the visits.

    A bot that always made the same choice could be predicted, and its copies would tie.
    """
    if not seat.game.chooses_sealed(seat.imagined.table, seat.number):
        return found[0].action
    drawn = throw(seat.dice, max(1, sum(one.visits for one in found)))
    for one in found:
        drawn -= one.visits
        if drawn < 0:
            return one.action
    return found[0].action


def _line(seat: Seat, choice: Action, tree: Tree) -> list[ForeseenMove]:
    """Return the most visited moves after a choice, played on an imagined table."""
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
