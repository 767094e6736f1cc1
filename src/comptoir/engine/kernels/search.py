"""The loop of a search: imagine the table, walk down a tree of moves, play out, add up.

It is a Monte Carlo tree search over what one seat knows. Every iteration deals anew all
that the seat cannot know (`imagine`), so a node stands for the moves that led to it
whatever the cards were, and which of its children are legal differs from one iteration to
the next. Children are weighed as PUCT does, against how often they could have been chosen;
the house bot's move starts with more weight. The tree holds the searching seat's own
decisions, or those of all seats; whoever is not in it moves as in the play-outs.

Nothing is allocated: nodes, moves and marks are arrays the caller made. A node is a row of
`nodes` and one of `values` (a sum of rewards for every seat); node 0 is the root.
"""

from collections.abc import MutableSequence
from math import sqrt
from typing import Any

from comptoir.engine.rules.contract import actors, house, imagine, legal, play, standing
from comptoir.engine.rules.rng import throw
from comptoir.engine.rules.rule import compiled_as, rule
from comptoir.engine.rules.table import Box, Table, copy

from .loop import seat_to_ask

CHILD, NEXT, MOVE, SEAT, VISITS, SEEN = range(6)  # the columns of `nodes`
NODE = 6  # how many they are
WINS, POINTS = range(2)  # the columns of `tallies`, a row for each action at the root

ROOT, USED = 0, 0  # `state`: how many nodes are in use
STAMP, MOVES, SPREAD = 1, 2, 3  # …, the last mark, moves played, sum of all margins
STATE = 4

PERCENT = 100
LONGEST = 4096  # moves of a play-out; a table may allow endless games


def lay_record(tables: Any, place: int, source: int) -> None:
    """Copy a record over another."""
    tables[place] = tables[source]


@compiled_as(lay_record)
def lay(tables: Any, place: int, source: int) -> None:
    """Copy a table over another."""
    tables[place] = copy(tables[source])


@rule
def search(
    tables: Any,
    boxes: Any,
    seat: int,
    iterations: int,
    guided: int,
    whose: int,
    explore: float,
    trust: float,
    moves: MutableSequence[int],
    marks: MutableSequence[int],
    path: MutableSequence[int],
    dice: MutableSequence[int],
    nodes: Any,
    values: Any,
    tallies: Any,
    state: MutableSequence[int],
    rewards: MutableSequence[float],
    points: MutableSequence[int],
    ranks: MutableSequence[int],
) -> None:
    """Go on with a search for some iterations; its root is table 0, table 1 is played on.

    The house bot makes `guided` percent of the moves outside the tree; `whose` is 1 if the
    tree holds the decisions of all seats, 0 for the seat's own; `explore` weighs what was
    tried little, and `trust` is the share of it that the house bot's move begins with.
    """
    for _ in range(iterations):
        lay(tables, 1, 0)
        t = tables[1]
        imagine(t, boxes[0], seat, dice)
        depth = descend(
            t, boxes[0], seat, guided, whose, explore, trust,
            moves, marks, path, dice, nodes, values, state,
        )  # fmt: skip
        state[MOVES] += play_out(t, boxes[0], guided, moves, dice)
        standing(t, boxes[0], points, ranks)
        reward(t.seats, points, ranks, state, rewards, nodes[ROOT][VISITS] + 1)
        add_up(depth, t.seats, path, nodes, values, rewards)
        if depth > 0:
            first = nodes[path[1]][MOVE]
            tallies[first][WINS] += first_share(seat, t.seats, ranks)
            tallies[first][POINTS] += points[seat]


@rule
def descend(
    t: Table,
    box: Box,
    seat: int,
    guided: int,
    whose: int,
    explore: float,
    trust: float,
    moves: MutableSequence[int],
    marks: MutableSequence[int],
    path: MutableSequence[int],
    dice: MutableSequence[int],
    nodes: Any,
    values: Any,
    state: MutableSequence[int],
) -> int:
    """Play down the tree until a node is new; write the nodes passed, return their depth."""
    node = ROOT
    depth = 0
    path[0] = ROOT
    bits = actors(t, box)
    fresh = False
    while bits and not fresh and depth + 1 < len(path):
        asked = seat if depth == 0 else seat_to_ask(bits, dice)
        count = legal(t, box, asked, moves)
        if asked != seat and not whose:
            play(
                t, box, asked, choose_outside(t, box, asked, guided, moves, count, dice)
            )
            state[MOVES] += 1
        else:
            usual = house(t, box, asked, moves, count)
            child = choose_child(
                node, asked, usual, explore, trust,
                moves, count, marks, dice, nodes, values, state,
            )  # fmt: skip
            action = usual
            if child > ROOT:
                action = nodes[child][MOVE]
                fresh = nodes[child][VISITS] == 0
                node = child
                depth += 1
                path[depth] = child
            else:
                fresh = True  # no room for another node
            play(t, box, asked, action)
            state[MOVES] += 1
        bits = actors(t, box)
    return depth


@rule
def choose_outside(
    t: Table,
    box: Box,
    seat: int,
    guided: int,
    moves: MutableSequence[int],
    count: int,
    dice: MutableSequence[int],
) -> int:
    """Choose a move that no tree weighs: the house bot's, or any."""
    if count == 1:
        return moves[0]
    if guided == PERCENT or throw(dice, PERCENT) < guided:
        return house(t, box, seat, moves, count)
    return moves[throw(dice, count)]


@rule
def choose_child(
    node: int,
    seat: int,
    usual: int,
    explore: float,
    trust: float,
    moves: MutableSequence[int],
    count: int,
    marks: MutableSequence[int],
    dice: MutableSequence[int],
    nodes: Any,
    values: Any,
    state: MutableSequence[int],
) -> int:
    """Return the child to visit: the one of most promise, or a new one; 0 if none fits."""
    state[STAMP] += 2
    stamp = state[STAMP]  # marks what is legal; stamp + 1 what was tried too
    for i in range(count):
        marks[moves[i]] = stamp
    share = (1.0 - trust) / count
    best, most = ROOT, -1.0
    child = nodes[node][CHILD]
    tried = 0
    while child != ROOT:
        move = nodes[child][MOVE]
        if nodes[child][SEAT] == seat and marks[move] >= stamp:
            marks[move] = stamp + 1
            tried += 1
            nodes[child][SEEN] += 1
            weight = share + trust if move == usual else share
            visits = nodes[child][VISITS]
            promise = values[child][seat] / max(visits, 1)
            promise += explore * weight * sqrt(nodes[child][SEEN]) / (1 + visits)
            if promise > most:
                best, most = child, promise
        child = nodes[child][NEXT]
    if tried == count or state[USED] == len(nodes):
        return best
    visits = nodes[node][VISITS]
    weight = share + trust if marks[usual] == stamp else share
    promise = values[node][seat] / max(visits, 1) + explore * weight * sqrt(visits + 1)
    if promise <= most:
        return best
    move = usual if marks[usual] == stamp else untried(moves, count, marks, stamp, dice)
    return add_child(node, seat, move, nodes, values, state)


@rule
def untried(
    moves: MutableSequence[int],
    count: int,
    marks: MutableSequence[int],
    stamp: int,
    dice: MutableSequence[int],
) -> int:
    """Return one of the legal moves that have no node yet, each as likely."""
    chosen, found = moves[0], 0
    for i in range(count):
        if marks[moves[i]] == stamp:
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
    state: MutableSequence[int],
) -> int:
    """Put a new node under another and return its number."""
    child = state[USED]
    state[USED] += 1
    nodes[child][CHILD] = ROOT
    nodes[child][NEXT] = nodes[node][CHILD]
    nodes[child][MOVE] = move
    nodes[child][SEAT] = seat
    nodes[child][VISITS] = 0
    nodes[child][SEEN] = 1
    nodes[node][CHILD] = child
    for other in range(len(values[child])):
        values[child][other] = 0.0
    return child


@rule
def play_out(
    t: Table,
    box: Box,
    guided: int,
    moves: MutableSequence[int],
    dice: MutableSequence[int],
) -> int:
    """Play a game to its end and return how many moves that took."""
    played = 0
    bits = actors(t, box)
    while bits and played < LONGEST:
        seat = seat_to_ask(bits, dice)
        count = legal(t, box, seat, moves)
        play(t, box, seat, choose_outside(t, box, seat, guided, moves, count, dice))
        played += 1
        bits = actors(t, box)
    return played


@rule
def first_share(seat: int, seats: int, ranks: MutableSequence[int]) -> float:
    """Return a seat's part of the first place: 1, less if it is shared, 0 for others."""
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
    state: MutableSequence[int],
    rewards: MutableSequence[float],
    games: int,
) -> None:
    """Write what a game was worth to each seat, 0 to 1: most of all to be first.

    A quarter is for the lead over the best of the others, beside the usual lead so far.
    """
    for seat in range(seats):
        best = -(1 << 30)
        for other in range(seats):
            if other != seat and points[other] > best:
                best = points[other]
        lead = points[seat] - best
        state[SPREAD] += abs(lead)
        usual = 1.0 + state[SPREAD] / (games * seats)
        rewards[seat] = 0.75 * first_share(seat, seats, ranks)
        rewards[seat] += 0.25 * (0.5 + 0.5 * lead / (abs(lead) + usual))


@rule
def add_up(
    depth: int,
    seats: int,
    path: MutableSequence[int],
    nodes: Any,
    values: Any,
    rewards: MutableSequence[float],
) -> None:
    """Count a visit and its rewards at every node passed."""
    for step in range(depth + 1):
        nodes[path[step]][VISITS] += 1
        for seat in range(seats):
            values[path[step]][seat] += rewards[seat]
