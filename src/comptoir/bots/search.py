"""The bot that searches: it imagines the table anew and plays on, thousands of times."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import msgspec

from comptoir.engine.backends import compiler
from comptoir.engine.kernels.search import ROOT
from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import Game
from comptoir.engine.rules.rng import DICE_WORDS, dice_word
from comptoir.engine.runs.tree import ROOM, SearchSettings, Tree

from .budget import Budget
from .seat import Seat

SLICE = 0.004  # seconds between two looks at the clock
LINE = 8  # moves of the line a bot expects


class Weighed(msgspec.Struct, frozen=True):
    """What a bot thinks of one of its actions."""

    action: Action
    visits: int
    win: float  # part of the first places in the games that began with it
    points: float  # the points those games brought, on average


class Thought(msgspec.Struct, frozen=True):
    """What a bot thinks of its actions, the best first, and what it expects to follow."""

    actions: list[Weighed]
    line: list[tuple[int, Action]]  # who does what, from the choice on
    iterations: int
    moves: int
    seconds: float

    @property
    def choice(self) -> Action:
        """The action it would take."""
        return self.actions[0].action


class Search:
    """Chooses by Monte Carlo tree search over what its seat knows.

    It thinks until its budget is used up, or until no other action could overtake the best.
    With iterations as budget, the same view and dice give the same choice. It thinks of one
    move at a time: tables that are played side by side need one each.

    Args:
        budget: Seconds, or iterations, for one move.
        threads: Trees that are grown side by side, on as many cores.
        settings: How they are grown.
        clock: What tells the time, in seconds.
    """

    def __init__(
        self,
        budget: Budget,
        threads: int = 1,
        settings: SearchSettings | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ):
        self.budget = budget
        self.clock = clock
        self.threads = threads
        self.settings = settings or SearchSettings()
        self._trees: dict[tuple[Game, int], list[Tree]] = {}

    def prepare(self, game: Game, seats: int) -> list[Tree]:
        """Lay out all that a search needs, so that no move waits for it."""
        key = (game, seats)
        known = self._trees.get(key)
        if known is None or (known[0].plain and _ready(game)):
            kernels = compiler.kernels_of(game) if _ready(game) else None
            if kernels:
                kernels.warm("search")
            room = min(self.budget.iterations or ROOM, ROOM)
            trees = [Tree(game, seats, room, kernels) for _ in range(self.threads)]
            self._trees[key] = trees
        return self._trees[key]

    def __call__(self, seat: Seat) -> Action:
        """Choose an action."""
        if len(seat.legal) == 1:
            return seat.legal[0]
        return self._weigh(seat, Event(), settle=True)[0].action

    def think(self, seat: Seat, stop: Event | None = None) -> Thought:
        """Use the whole budget, or as much as there is until `stop` is set, and tell all."""
        start = self.clock()
        actions = self._weigh(seat, stop or Event(), settle=False)
        trees = self.prepare(seat.game, seat.seats)
        return Thought(
            actions,
            _line(seat, actions[0].action, trees[0]),
            sum(tree.iterations for tree in trees),
            sum(tree.played for tree in trees),
            self.clock() - start,
        )

    def _weigh(self, seat: Seat, stop: Event, *, settle: bool) -> list[Weighed]:
        """Search, and return what came of every legal action, the best first."""
        start = self.clock()
        trees = self.prepare(seat.game, seat.seats)
        for tree in trees:
            dice = [dice_word(seat.dice) for _ in range(DICE_WORDS)]
            tree.plant(seat.imagined.table, seat.imagined.box, seat.number, dice)
        if len(trees) == 1:
            self._grow(trees[0], start, stop, settle)
        else:
            with ThreadPoolExecutor(len(trees)) as pool:
                list(pool.map(lambda tree: self._grow(tree, start, stop, False), trees))
        return _weighed(seat, trees)

    def _grow(self, tree: Tree, start: float, stop: Event, settle: bool) -> None:
        """Grow one tree to the end of its share of the budget, or until it is settled."""
        share = -(-(self.budget.iterations or 0) // self.threads)
        step = 1
        while True:
            before = self.clock()
            tree.grow(
                min(step, share - tree.iterations) if share else step, self.settings
            )
            now = self.clock()
            pace = (now - before) / step
            left = share - tree.iterations
            if self.budget.seconds is not None:
                left = int((self.budget.seconds - (now - start)) / pace)
            if left <= 0 or stop.is_set() or (settle and _settled(tree, left)):
                return
            step = max(1, min(left, int(SLICE / pace)))


def _ready(game: Game) -> bool:
    """Whether the game is compiled; until then a search runs plain."""
    return compiler.available() and compiler.is_warm(game, "search")


def _settled(tree: Tree, left: int) -> bool:
    """Whether no other action could be visited more often in the iterations left."""
    visits = sorted((branch.visits for branch in tree.branches()), reverse=True)
    return len(visits) > 1 and visits[0] - visits[1] > left


def _weighed(seat: Seat, trees: list[Tree]) -> list[Weighed]:
    """Add up what the trees found, the action visited most first."""
    found = [branch for tree in trees for branch in tree.branches()]
    weighed = []
    for action in seat.legal:
        own = [branch for branch in found if branch.move == action.number]
        visits = sum(branch.visits for branch in own)
        win = sum(branch.wins for branch in own) / max(visits, 1)
        points = sum(branch.points for branch in own) / max(visits, 1)
        weighed.append(Weighed(action, visits, win, points))
    return sorted(weighed, key=lambda w: (-w.visits, -w.win, w.action.number))


def _line(seat: Seat, choice: Action, tree: Tree) -> list[tuple[int, Action]]:
    """Play on from a choice as the search did most often, on a table it imagines."""
    table = seat.imagine()
    branch = tree.usual(ROOT, seat.number, {choice.number})
    line, asked, action = [], seat.number, choice
    while True:
        line.append((asked, action))
        table.play(asked, action)
        if len(line) == LINE or not table.actors:
            return line
        asked = table.actors[0]
        legal = {action.number for action in table.legal(asked)}
        known = tree.usual(branch.node, asked, legal) if branch else None
        if known or asked == seat.number:
            branch = known
        action = seat.game.actions[known.move] if known else table.house(asked)
