"""Information-set Monte Carlo tree search (IS-MCTS) over what one seat knows.

Every iteration determinizes the table: `imagine` deals again all that the seat cannot know. A
node stands for the moves that led to it, whatever the cards were, so the legal children differ
between iterations. PUCT chooses among them, using for each child the number of times it was
legal (its availability). The prior favours the house bot's move, or in `guided` the network's
policy. The tree holds the decisions of the seats whose bot in the tree is LEARNER. All other
seats, and all seats in rollouts, move as bots do.

Nothing is allocated: the caller provides all arrays. A node is a row of `nodes` and a row of
`values` (a sum of rewards for every seat); node 0 is the root.
"""

from collections.abc import Mapping, MutableSequence, Sequence
from math import sqrt
from typing import Any, NamedTuple

from comptoir.engine.model.game import Game
from comptoir.engine.rules.contract import imagine, legal, play, standing
from comptoir.engine.rules.rng import throw
from comptoir.engine.rules.rule import compiled_as, rule
from comptoir.engine.rules.table import NOBODY, copy

from .arrays import Zeros, zeros
from .kernel import kernel
from .loop import STATE_WORDS, TOTAL, favourite, next_seat, play_on

CHILD, NEXT, MOVE, SEAT, VISITS, AVAILABLE = range(6)  # the columns of `nodes`
NODE = 6  # the number of columns
WINS, POINTS = range(
    2
)  # the columns of `tallies`, which has a row for each root action

ROOT = 0
USED, STAMP, SPREAD = range(
    3
)  # `counters`: nodes in use, last mark, sum of all margins
COUNTERS = 3

LONGEST = 4096  # moves of a rollout; some options allow endless games
DEEPEST = 256
UNBOUNDED = 1e30  # larger than any PUCT score


class SearchBots(NamedTuple):
    """The bot of each seat in a search, with the play loop's bot numbers."""

    in_tree: Any  # LEARNER for the seats whose decisions are in the tree
    in_rollout: Any


class SearchTree(NamedTuple):
    """The arrays of a search tree."""

    nodes: Any  # a row for each node, with the columns CHILD to AVAILABLE
    values: Any  # the sum of rewards for every seat, by node
    tallies: Any  # wins and points after each action at the root
    counters: Any


class SearchScratch(NamedTuple):
    """Scratch arrays of a search."""

    moves: Any
    marks: Any  # by action: marks legal and tried moves of the current node
    path: Any  # nodes from the root to the leaf
    rewards: Any
    points: Any
    ranks: Any
    weights: Any  # of moves, by action


def tree_arguments(
    game: Game, seats: int = 1, nodes: int = 1, zeros: Zeros = zeros
) -> Mapping[str, Any]:
    """Return all arguments of a search by parameter name, for at most `nodes` nodes."""
    actions = len(game.actions)
    return {
        "seat": 0,
        "iterations": 0,
        "explore": 0.0,
        "house_prior": 0.0,
        "bots": SearchBots(zeros("i8", seats), zeros("i8", seats)),
        "tree": SearchTree(
            nodes=zeros("i4", nodes + 1, NODE),
            values=zeros("f8", nodes + 1, seats),
            tallies=zeros("f8", actions, 2),
            counters=zeros("i8", COUNTERS),
        ),
        "state": zeros("i8", STATE_WORDS),
        "scratch": SearchScratch(
            moves=zeros("i8", actions),
            marks=zeros("i8", actions),
            path=zeros("i8", DEEPEST),
            rewards=zeros("f8", seats),
            points=zeros("i8", seats),
            ranks=zeros("i8", seats),
            weights=zeros("f8", actions),
        ),
    }


def lay_record(tables: Any, place: int, source: int) -> None:
    """Copy a record over another."""
    tables[place] = tables[source]


@compiled_as(lay_record)
def lay(tables: Any, place: int, source: int) -> None:
    """Copy a table over another."""
    tables[place] = copy(tables[source])


@kernel(tree_arguments)
def search(
    tables: Any,
    boxes: Any,
    seat: int,
    iterations: int,
    explore: float,
    house_prior: float,
    bots: SearchBots,
    tree: SearchTree,
    state: MutableSequence[int],
    scratch: SearchScratch,
) -> None:
    """Run more iterations of a search; table 0 is the root, games are played on table 1.

    `explore` is the exploration weight (PUCT), and `house_prior` the share of the prior that
    the house bot's move gets.
    """
    nodes, moves, weights = tree.nodes, scratch.moves, scratch.weights
    path, points, ranks = scratch.path, scratch.points, scratch.ranks
    box = boxes[0]
    for _ in range(iterations):
        lay(tables, 1, 0)
        t = tables[1]
        imagine(t, box, seat, state)
        asked = seat
        depth = 0
        path[0] = ROOT
        fresh = False
        while asked != NOBODY and not fresh and depth + 1 < len(path):
            count = legal(t, box, asked, moves)
            action = favourite(t, box, asked, moves, count, state)
            for i in range(count):
                weights[moves[i]] = (1.0 - house_prior) / count
            weights[action] += house_prior
            child = choose_child(
                path[depth], asked, count, explore, 0.0, weights, tree, scratch, state
            )
            # a new node, or no node is left to add
            fresh = child == ROOT or nodes[child][VISITS] == 0
            if child != ROOT:
                action = nodes[child][MOVE]
                depth += 1
                path[depth] = child
            play(t, box, asked, action)
            state[TOTAL] += 1
            asked = next_seat(t, box, state)
            asked = play_on(t, box, bots.in_tree, moves, (), state, asked, LONGEST)
        play_on(t, box, bots.in_rollout, moves, (), state, asked, LONGEST)
        standing(t, box, points, ranks)
        games = nodes[ROOT][VISITS] + 1
        reward(t.seats, points, ranks, tree.counters, scratch.rewards, games)
        win = first_share(seat, t.seats, ranks)
        add_up(t.seats, depth, win, points[seat], tree, scratch)


@rule
def choose_child(
    node: int,
    seat: int,
    count: int,
    explore: float,
    fpu: float,
    weights: Sequence[float],
    tree: SearchTree,
    scratch: SearchScratch,
    state: MutableSequence[int],
) -> int:
    """Return the child to visit: the one of the highest score, or a new one; 0 if none.

    An untried move is valued `fpu` below its node (first-play urgency); the one with the
    largest weight is tried first.
    """
    nodes, values, counters = tree.nodes, tree.values, tree.counters
    moves, marks = scratch.moves, scratch.marks
    counters[STAMP] += 2
    stamp = counters[STAMP]  # marks legal moves; stamp + 1 marks those that were tried
    for i in range(count):
        marks[moves[i]] = stamp
    best, most = ROOT, -UNBOUNDED
    child = nodes[node][CHILD]
    tried = 0
    while child != ROOT:
        move = nodes[child][MOVE]
        if nodes[child][SEAT] == seat and marks[move] >= stamp:
            marks[move] = stamp + 1
            tried += 1
            nodes[child][AVAILABLE] += 1
            visits = nodes[child][VISITS]
            promise = values[child][seat] / max(visits, 1)
            spread = explore * weights[move] * sqrt(nodes[child][AVAILABLE])
            promise += spread / (1 + visits)
            if promise > most:
                best, most = child, promise
        child = nodes[child][NEXT]
    if tried == count or counters[USED] == len(nodes):
        return best
    weight = most_untried(moves, count, marks, stamp, weights)
    visits = nodes[node][VISITS]
    promise = values[node][seat] / max(visits, 1) - fpu
    if promise + explore * weight * sqrt(visits + 1) <= most:
        return best
    move = untried(moves, count, marks, stamp, weights, weight, state)
    return add_child(node, seat, move, nodes, values, counters)


@rule
def most_untried(
    moves: Sequence[int],
    count: int,
    marks: Sequence[int],
    stamp: int,
    weights: Sequence[float],
) -> float:
    """Return the largest weight of a legal move that has no node yet."""
    most = 0.0
    for i in range(count):
        if marks[moves[i]] == stamp:
            most = max(most, weights[moves[i]])
    return most


@rule
def untried(
    moves: Sequence[int],
    count: int,
    marks: Sequence[int],
    stamp: int,
    weights: Sequence[float],
    weight: float,
    dice: MutableSequence[int],
) -> int:
    """Return a random legal move of this weight that has no node yet, uniformly drawn."""
    chosen, found = moves[0], 0
    for i in range(count):
        if marks[moves[i]] == stamp and weights[moves[i]] == weight:
            found += 1
            if found == 1 or throw(dice, found) == 0:
                chosen = moves[i]
    return chosen


@rule
def add_child(
    node: int,
    seat: int,
    move: int,
    nodes: Any,
    values: Any,
    counters: MutableSequence[int],
) -> int:
    """Put a new node under another and return its number."""
    child = counters[USED]
    counters[USED] += 1
    nodes[child][CHILD] = ROOT
    nodes[child][NEXT] = nodes[node][CHILD]
    nodes[child][MOVE] = move
    nodes[child][SEAT] = seat
    nodes[child][VISITS] = 0
    nodes[child][AVAILABLE] = 1
    nodes[node][CHILD] = child
    for other in range(len(values[child])):
        values[child][other] = 0.0
    return child


@rule
def first_share(seat: int, seats: int, ranks: MutableSequence[int]) -> float:
    """Return a seat's share of first place: 1 if it won alone, 1/n if n seats tie, else 0."""
    if ranks[seat] != 1:
        return 0.0
    shared = 0
    for other in range(seats):
        if ranks[other] == 1:
            shared += 1
    return 1.0 / shared


@rule
def reward(
    seats: int,
    points: MutableSequence[int],
    ranks: MutableSequence[int],
    counters: MutableSequence[int],
    rewards: MutableSequence[float],
    games: int,
) -> None:
    """Write each seat's reward for a game, 0 to 1; three quarters are for first place.

    A quarter is for the margin over the best other seat, relative to the mean margin so far.
    """
    for seat in range(seats):
        best = -(1 << 30)
        for other in range(seats):
            if other != seat and points[other] > best:
                best = points[other]
        lead = points[seat] - best
        counters[SPREAD] += abs(lead)
        usual = 1.0 + counters[SPREAD] / (games * seats)
        rewards[seat] = 0.75 * first_share(seat, seats, ranks)
        rewards[seat] += 0.25 * (0.5 + 0.5 * lead / (abs(lead) + usual))


@rule
def add_up(
    seats: int,
    depth: int,
    win: float,
    points: float,
    tree: SearchTree,
    scratch: SearchScratch,
) -> None:
    """Add a visit and its rewards to every node on the path, and to the root's tallies."""
    path, rewards = scratch.path, scratch.rewards
    for step in range(depth + 1):
        tree.nodes[path[step]][VISITS] += 1
        for seat in range(seats):
            tree.values[path[step]][seat] += rewards[seat]
    if depth > 0:
        first = tree.tallies[tree.nodes[path[1]][MOVE]]
        first[WINS] += win
        first[POINTS] += points
