"""A search guided by a network: the same tree, with truncated rollouts.

The policy gives the prior weights of the searching seat's moves. In every iteration, each other
seat is modelled either by the policy, from that seat's observation of the imagined table, or by
the rollout's bots; a random draw decides which. After a new node, the policy plays some more
moves of the searching seat (a truncated rollout). The network then evaluates the position. If
the game is over, its real result counts instead.
"""

from collections.abc import Mapping, MutableSequence
from typing import Any, NamedTuple

from comptoir.engine.model.game import Game
from comptoir.engine.rules.contract import imagine, legal, play, standing
from comptoir.engine.rules.rng import throw
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY, Box, Table

from .arrays import Zeros, zeros
from .environment import lead_share
from .kernel import kernel
from .loop import LEARNER, PERCENT, TOTAL, next_seat, play_on
from .network import (
    FIRST,
    POINTS,
    WORTH,
    NetworkArrays,
    PolicyArrays,
    ask,
    consult,
    empty_network,
    pick,
    policy_arrays,
    value,
    weigh,
)
from .search import (
    LONGEST,
    MOVE,
    ROOT,
    VISITS,
    SearchBots,
    SearchScratch,
    SearchTree,
    add_up,
    choose_child,
    first_share,
    lay,
    tree_arguments,
)

TEMPERATURE = 1.0  # of the policy, for the prior weights in the tree


class GuidedSettings(NamedTuple):
    """Settings of a guided search; see `runs.tree.SearchSettings`."""

    explore: float
    prior_weight: float
    fpu: float
    max_depth: int
    rollout_steps: int
    rollout_share: int
    house_opponent_share: int


class Guides(NamedTuple):
    """Bots and prior weights of one iteration of a guided search."""

    bots: Any  # the bot of each seat in this iteration
    opening: Any  # the weights of moves at the root, by action


def guided_arguments(
    game: Game,
    seats: int = 1,
    nodes: int = 1,
    network: NetworkArrays | None = None,
    zeros: Zeros = zeros,
) -> Mapping[str, Any]:
    """Return all arguments of a guided search by parameter name."""
    return {
        **tree_arguments(game, seats, nodes, zeros),
        "settings": GuidedSettings(0.0, 0.0, 0.0, 0, 0, 0, 0),
        "policy": policy_arrays(game, network or empty_network(game), zeros),
        "guides": Guides(
            bots=zeros("i8", seats),
            opening=zeros("f8", len(game.actions)),
        ),
    }


@kernel(guided_arguments)
def guided(
    tables: Any,
    boxes: Any,
    seat: int,
    iterations: int,
    settings: GuidedSettings,
    bots: SearchBots,
    tree: SearchTree,
    state: MutableSequence[int],
    scratch: SearchScratch,
    policy: PolicyArrays,
    guides: Guides,
) -> None:
    """Run more iterations of a guided search; see `search`.

    `bots.in_tree` is LEARNER for seats whose decisions are in the tree, and a policy for
    those that are modelled by it.
    """
    moves, box = scratch.moves, boxes[0]
    count = legal(tables[0], box, seat, moves)
    consult(tables[0], box, seat, policy)
    even = 1.0 - settings.prior_weight
    weigh(tables[0], seat, moves, count, TEMPERATURE, even, policy, guides.opening)
    for _ in range(iterations):
        lay(tables, 1, 0)
        t = tables[1]
        imagine(t, box, seat, state)
        draw_bots(guides.bots, bots, settings.house_opponent_share, state)
        depth, asked = descend(
            t, box, seat, settings, tree, state, scratch, policy, guides
        )
        share = settings.rollout_share
        if asked != NOBODY and share > 0 and throw(state, PERCENT) < share:
            play_on(t, box, bots.in_rollout, moves, policy, state, asked, LONGEST)
            asked = NOBODY
        for _ in range(settings.rollout_steps):
            if asked != NOBODY:
                asked = play_by_policy(t, box, asked, moves, state, policy, guides)
        if asked == NOBODY:
            end_of_game(t, box, seat, depth, tree, scratch, policy)
        else:
            value_of_leaf(t, box, seat, depth, bots, tree, scratch, policy)


@rule
def draw_bots(
    drawn: MutableSequence[int],
    bots: SearchBots,
    house_opponent_share: int,
    dice: MutableSequence[int],
) -> None:
    """Draw for each other seat if the policy or a rollout bot models it in this iteration."""
    for seat in range(len(drawn)):
        drawn[seat] = bots.in_tree[seat]
        if drawn[seat] != LEARNER and throw(dice, PERCENT) < house_opponent_share:
            drawn[seat] = bots.in_rollout[seat]


@rule
def descend(
    t: Table,
    box: Box,
    seat: int,
    settings: GuidedSettings,
    tree: SearchTree,
    state: MutableSequence[int],
    scratch: SearchScratch,
    policy: PolicyArrays,
    guides: Guides,
) -> tuple[int, int]:
    """Walk down the tree to a new node or the maximum depth, then play on to the next decision.

    Returns the node's depth and the seat that acts next. A decision with one legal move has
    a node too, but the walk continues beyond it.
    """
    nodes, moves, path = tree.nodes, scratch.moves, scratch.path
    explore, fpu = settings.explore, settings.fpu
    even = 1.0 - settings.prior_weight
    asked, depth, fresh = seat, 0, False
    path[0] = ROOT
    deepest = min(settings.max_depth, len(path) - 1)
    while asked != NOBODY and not fresh and depth < deepest:
        count = legal(t, box, asked, moves)
        weights = guides.opening
        if depth > 0:
            ask(t, box, asked, count, TEMPERATURE, even, policy, moves)
            weights = policy.weights
        child = choose_child(
            path[depth], asked, count, explore, fpu, weights, tree, scratch, state
        )
        fresh = child == ROOT or (count > 1 and nodes[child][VISITS] == 0)
        if child == ROOT:  # every node is in use
            action = pick(moves, count, weights, state)
        else:
            action = nodes[child][MOVE]
            depth += 1
            path[depth] = child
        play(t, box, asked, action)
        state[TOTAL] += 1
        asked = next_seat(t, box, state)
        asked = play_on(t, box, guides.bots, moves, policy, state, asked, LONGEST)
    return depth, asked


@rule
def play_by_policy(
    t: Table,
    box: Box,
    seat: int,
    moves: MutableSequence[int],
    state: MutableSequence[int],
    policy: PolicyArrays,
    guides: Guides,
) -> int:
    """Play a move of a seat in the tree by the policy; return the seat that acts next."""
    count = legal(t, box, seat, moves)
    ask(t, box, seat, count, TEMPERATURE, 0.0, policy, moves)
    play(t, box, seat, pick(moves, count, policy.weights, state))
    state[TOTAL] += 1
    asked = next_seat(t, box, state)
    return play_on(t, box, guides.bots, moves, policy, state, asked, LONGEST)


@rule
def end_of_game(
    t: Table,
    box: Box,
    seat: int,
    depth: int,
    tree: SearchTree,
    scratch: SearchScratch,
    policy: PolicyArrays,
) -> None:
    """Back up the result of a finished game, on the scale of the network's values."""
    rewards, points, ranks = scratch.rewards, scratch.points, scratch.ranks
    scale, shares = policy.network.points_scale[0], policy.network.worth
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
    add_up(t.seats, depth, win, points[seat], tree, scratch)


@rule
def value_of_leaf(
    t: Table,
    box: Box,
    seat: int,
    depth: int,
    bots: SearchBots,
    tree: SearchTree,
    scratch: SearchScratch,
    policy: PolicyArrays,
) -> None:
    """Back up the network's values for the seats whose decisions are in the tree."""
    for steps in range(1, t.seats + 1):
        other = (
            seat + steps
        ) % t.seats  # the searching seat last: two more of its values are read
        if bots.in_tree[other] == LEARNER:
            consult(t, box, other, policy)
            scratch.rewards[other] = 0.5 + 0.5 * value(WORTH, policy)
    win = min(max(value(FIRST, policy), 0.0), 1.0)
    points = value(POINTS, policy) * policy.network.points_scale[0]
    add_up(t.seats, depth, win, points, tree, scratch)
