"""A search that a network guides: the same tree, with rollouts that end early.

The seat's own decisions begin with the weights that the policy gives them. Each of the others
is taken for one who knows the game or for a stranger, by lot in every iteration: the one moves
by the policy, as its own seat sees the imagined table, the other as in rollouts. After a new
node this goes on for a while, the policy making the own decisions (a truncated rollout), and
the network's value of what that led to stands for the rest; what is over counts as it ended.
"""

from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any

import numpy as np

from comptoir.engine.model.game import Game
from comptoir.engine.rules.contract import imagine, legal, play, standing
from comptoir.engine.rules.rng import throw
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY, Box, Table

from .environment import lead_share
from .kernel import kernel
from .loop import LEARNER, PERCENT, TOTAL, next_seat, play_on
from .network import (
    FIRST,
    LANES,
    POINTS,
    WORTH,
    ask,
    consult,
    network_arguments,
    pick,
    value,
    weigh,
)
from .search import (
    LONGEST,
    MOVE,
    ROOT,
    VISITS,
    add_up,
    choose_child,
    first_share,
    lay,
    tree_arguments,
)
from .search import POINTS as SCORED
from .search import WINS as WON

OWN = 1.0  # the temperature of the weights in the tree


def guided_arguments(
    game: Game, seats: int = 1, room: int = 1, width: int = LANES
) -> Mapping[str, Any]:
    """Return every argument of a guided search, by parameter name."""
    return {
        **tree_arguments(game, seats, room),
        **network_arguments(game, width=width),
        "tuning": (0.0, 0.0, 0.0),  # explore, prior, fpu
        "reach": (0, 0),  # deep, ahead
        "strangers": 0,
        "mix": 0,
        "company": np.zeros(seats, np.int64),  # who moves at each seat this time
        "opening": np.zeros(len(game.actions), np.float64),
    }


@kernel(guided_arguments)
def guided(
    tables: Any,
    boxes: Any,
    seat: int,
    iterations: int,
    tuning: Any,
    reach: Any,
    strangers: int,
    mix: int,
    bots: Any,
    company: MutableSequence[int],
    tree: Any,
    state: MutableSequence[int],
    scratch: Any,
    network: Any,
    room: Any,
    opening: MutableSequence[float],
) -> None:
    """Go on with a guided search for some iterations, as `search` does.

    `bots` are those of the tree, LEARNER for seats whose decisions it holds and a policy for
    those that move by it, and those of rollouts, by which `mix` leaves of 100 are valued and
    which stand for the others in `strangers` cases of 100.
    `reach` is how many decisions deep the tree is, and how many more the policy makes ahead
    of a leaf before the value is asked. `company` is room for who moves at each seat this
    time, `opening` for the weights at the root.
    """
    (in_tree, in_rollout), (deep, ahead) = bots, reach
    moves, mind = scratch[0], (network, room, scratch[6])
    box = boxes[0]
    count = legal(tables[0], box, seat, moves)
    consult(tables[0], box, seat, network, room)
    weigh(moves, count, OWN, 1.0 - tuning[1], network, room, opening)
    for _ in range(iterations):
        lay(tables, 1, 0)
        t = tables[1]
        imagine(t, box, seat, state)
        meet(company, in_tree, in_rollout, strangers, state)
        depth, asked = descend(
            t,
            box,
            seat,
            tuning,
            deep,
            company,
            tree,
            state,
            scratch,
            network,
            room,
            opening,
        )
        if asked != NOBODY and mix > 0 and throw(state, PERCENT) < mix:
            play_on(t, box, in_rollout, moves, mind, state, asked, LONGEST)
            asked = NOBODY
        for _ in range(ahead):
            if asked != NOBODY:
                asked = play_by_policy(t, box, asked, company, moves, mind, state)
        if asked == NOBODY:
            end_of_game(t, box, seat, depth, tree, scratch, network)
        else:
            value_of_leaf(t, box, seat, depth, in_tree, tree, scratch, network, room)


@rule
def meet(
    company: MutableSequence[int],
    known: Sequence[int],
    unknown: Sequence[int],
    strangers: int,
    dice: MutableSequence[int],
) -> None:
    """Throw for who moves at each seat this time: one of the known, or a stranger."""
    for seat in range(len(company)):
        company[seat] = known[seat]
        if known[seat] != LEARNER and throw(dice, PERCENT) < strangers:
            company[seat] = unknown[seat]


@rule
def descend(
    t: Table,
    box: Box,
    seat: int,
    tuning: Any,
    deep: int,
    company: Sequence[int],
    tree: Any,
    state: MutableSequence[int],
    scratch: Any,
    network: Any,
    room: Any,
    opening: Sequence[float],
) -> tuple[int, int]:
    """Walk down the tree to a new node, or to its lowest, and on to the decision after.

    Returns how deep the node lies, and who is asked then. A decision without a choice has
    a node too, but the walk goes on.
    """
    nodes, (explore, prior, fpu) = tree[0], tuning
    moves, path, weights = scratch[0], scratch[2], scratch[6]
    mind = (network, room, weights)
    asked, depth, fresh = seat, 0, False
    path[0] = ROOT
    while asked != NOBODY and not fresh and depth < min(deep, len(path) - 1):
        count = legal(t, box, asked, moves)
        known = opening
        if depth > 0:
            ask(t, box, asked, count, OWN, 1.0 - prior, network, room, moves, weights)
            known = weights
        child = choose_child(
            path[depth], asked, count, explore, fpu, known, tree, scratch, state
        )
        fresh = child == ROOT or (count > 1 and nodes[child][VISITS] == 0)
        if child == ROOT:  # no room for a node
            action = pick(moves, count, known, state)
        else:
            action = nodes[child][MOVE]
            depth += 1
            path[depth] = child
        play(t, box, asked, action)
        state[TOTAL] += 1
        asked = next_seat(t, box, state)
        asked = play_on(t, box, company, moves, mind, state, asked, LONGEST)
    return depth, asked


@rule
def play_by_policy(
    t: Table,
    box: Box,
    seat: int,
    company: Sequence[int],
    moves: MutableSequence[int],
    mind: Any,
    state: MutableSequence[int],
) -> int:
    """Make a decision of the tree's as the policy would; return who has the next."""
    network, room, weights = mind
    count = legal(t, box, seat, moves)
    ask(t, box, seat, count, OWN, 0.0, network, room, moves, weights)
    play(t, box, seat, pick(moves, count, weights, state))
    state[TOTAL] += 1
    asked = next_seat(t, box, state)
    return play_on(t, box, company, moves, mind, state, asked, LONGEST)


@rule
def end_of_game(
    t: Table, box: Box, seat: int, depth: int, tree: Any, scratch: Any, network: Any
) -> None:
    """Count what a game was worth to all, as the network was trained to foresee it."""
    _, _, _, rewards, points, ranks, _ = scratch
    scale, shares = network[9][0], network[10]
    places, firsts, margins = shares[0], shares[1], shares[2]
    standing(t, box, points, ranks)
    total = 0
    for other in range(t.seats):
        total += points[other]
    rest = t.seats - 1
    for other in range(t.seats):
        first = (first_share(other, t.seats, ranks) * t.seats - 1.0) / rest
        above = 2.0 * (points[other] - (total - points[other]) / rest) / scale
        worth = places * lead_share(ranks, t.seats, other) + firsts * first
        worth += margins * min(max(above, -1.0), 1.0)
        rewards[other] = 0.5 + 0.5 * worth
    win = first_share(seat, t.seats, ranks)
    add_leaf(t.seats, depth, win, points[seat], tree, scratch)


@rule
def value_of_leaf(
    t: Table,
    box: Box,
    seat: int,
    depth: int,
    in_tree: Sequence[int],
    tree: Any,
    scratch: Any,
    network: Any,
    room: Any,
) -> None:
    """Count what the network foresees for the seats whose decisions the tree holds."""
    rewards, scale = scratch[3], network[9][0]
    for ahead in range(1, t.seats + 1):
        other = (
            seat + ahead
        ) % t.seats  # the own seat is the last: more is asked of it
        if in_tree[other] == LEARNER:
            consult(t, box, other, network, room)
            rewards[other] = 0.5 + 0.5 * value(WORTH, network, room)
    win = min(max(value(FIRST, network, room), 0.0), 1.0)
    scored = value(POINTS, network, room) * scale
    add_leaf(t.seats, depth, win, scored, tree, scratch)


@rule
def add_leaf(
    seats: int, depth: int, win: float, scored: float, tree: Any, scratch: Any
) -> None:
    """Count a visit at every node passed, and what it brought to the first move."""
    nodes, values, tallies, _ = tree
    _, _, path, rewards, _, _, _ = scratch
    add_up(depth, seats, path, nodes, values, rewards)
    if depth > 0:
        first = nodes[path[1]][MOVE]
        tallies[first][WON] += win
        tallies[first][SCORED] += scored
