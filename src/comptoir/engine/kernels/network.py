"""A small network in the rule subset: what a seat sees in, weights of moves and values out.

The first layer adds up one row of numbers for every number seen: no products, and nothing
for what is not there. All loops add in one order, lane by lane, on every processor, so the
same network and the same table give the same numbers.
"""

from collections.abc import MutableSequence, Sequence
from math import exp
from typing import Any, NamedTuple

import numpy as np

from comptoir.engine.model.game import Game
from comptoir.engine.rules.contract import observe
from comptoir.engine.rules.rng import dice_word
from comptoir.engine.rules.rule import noinline, rule
from comptoir.engine.rules.table import Box, Table

FACES = 64  # values of a number that have a row each; higher ones share the last
LANES = (
    16  # sums of a product that grow side by side: layers are as wide as some of them
)
WORTH, FIRST, POINTS = range(3)  # the values: to place well, to be first, own points
GROUP = 4  # rows that are added at a time
COLDEST = 1e-3  # the temperature at which the best move is always taken
WORDS = float(1 << 32)  # that dice may show


class NetworkArrays(NamedTuple):
    """What a network is made of, under the names of its file."""

    rows: Any  # of the first layer, by number and value
    slopes: Any  # rows of the first layer that are added as often as the value
    first: Any  # the first layer; row 0 is none
    bias: Any  # of the three layers
    middle: Any  # the layers between, by input and output
    policy: Any
    policy_bias: Any
    value: Any
    value_bias: Any
    points_scale: Any  # points that a value of 1 stands for
    worth: Any  # of a game: shares of places, of being first, of points


class NetworkScratch(NamedTuple):
    """What a network works in."""

    numbers: Any  # what a seat sees
    layers: Any
    lanes: Any
    listed: Any  # rows to be added


class PolicyArrays(NamedTuple):
    """A network as bots of the kernels move by it, and what it works in."""

    network: NetworkArrays
    scratch: NetworkScratch
    weights: Any  # of moves, by action


def empty_network(game: Game, rows: int = 1, width: int = LANES) -> NetworkArrays:
    """Return an empty network of so many rows in its first layer."""
    actions, numbers = len(game.actions), game.observation

    def floats(*shape: int) -> np.ndarray[Any, Any]:
        return np.zeros(shape, np.float32)

    return NetworkArrays(
        rows=np.zeros((numbers, FACES), np.uint16),
        slopes=np.zeros(numbers, np.uint16),
        first=floats(rows, width),
        bias=floats(3, width),
        middle=floats(2, width, width),
        policy=floats(actions, width),
        policy_bias=floats(actions),
        value=floats(3, width),
        value_bias=floats(3),
        points_scale=floats(1),
        worth=floats(3),
    )


def policy_arrays(game: Game, network: NetworkArrays) -> PolicyArrays:
    """Return a network with arrays of its own to work in."""
    numbers, width = game.observation, network.first.shape[1]
    scratch = NetworkScratch(
        numbers=np.zeros(numbers, np.int64),
        layers=np.zeros((3, width), np.float32),
        lanes=np.zeros(LANES, np.float32),
        listed=np.zeros(max(numbers, width) + GROUP, np.int64),
    )
    return PolicyArrays(network, scratch, np.zeros(len(game.actions)))


@noinline
def consult(t: Table, box: Box, seat: int, policy: PolicyArrays) -> None:
    """Show the network what a seat sees; `weigh` and `value` read what it made of that."""
    rows, slopes = policy.network.rows, policy.network.slopes
    first, middle = policy.network.first, policy.network.middle
    bias, layers = policy.network.bias, policy.scratch.layers
    numbers, listed = policy.scratch.numbers, policy.scratch.listed
    observe(t, box, seat, numbers)
    seen, inner, last = layers[0], layers[1], layers[2]
    for j in range(len(seen)):
        seen[j] = bias[0][j]
        inner[j] = bias[1][j]
    count = 0
    for i in range(len(numbers)):
        row = rows[i][min(max(numbers[i], 0), FACES - 1)]
        listed[count] = row
        count += row > 0
        if slopes[i] and numbers[i]:
            add_scaled(seen, first[slopes[i]], np.float32(numbers[i]))
    add_rows(seen, first, listed, count)
    rectify(seen)
    for j in range(len(seen)):
        last[j] = bias[2][j] + seen[j]
    add_product(inner, middle[0], seen, listed)
    rectify(inner)
    add_product(last, middle[1], inner, listed)
    rectify(last)


@rule
def add_rows(out: Any, rows: Any, listed: MutableSequence[int], count: int) -> None:
    """Add rows of a matrix to a layer; row 0 is none, and makes the last group whole."""
    for more in range(count, count + GROUP):
        listed[more] = 0
    for at in range(0, count, GROUP):
        a, b = rows[listed[at]], rows[listed[at + 1]]
        c, d = rows[listed[at + 2]], rows[listed[at + 3]]
        for j in range(len(out)):
            out[j] += (a[j] + b[j]) + (c[j] + d[j])


@rule
def add_scaled(out: Any, row: Any, scale: Any) -> None:
    """Add a row some times to a layer."""
    for j in range(len(out)):
        out[j] += scale * row[j]


@rule
def add_product(
    out: Any, matrix: Any, layer: Any, listed: MutableSequence[int]
) -> None:
    """Add what a layer sends to the next one; half of it is 0 and sends nothing."""
    count = 0
    for i in range(len(layer)):  # listed without a branch, which would be guessed wrong
        listed[count] = i
        count += layer[i] > 0
    whole = count // GROUP * GROUP
    for at in range(0, whole, GROUP):
        i, k, m, n = listed[at], listed[at + 1], listed[at + 2], listed[at + 3]
        a, b, c, d = matrix[i], matrix[k], matrix[m], matrix[n]
        e, f, g, h = layer[i], layer[k], layer[m], layer[n]
        for j in range(len(out)):
            out[j] += (e * a[j] + f * b[j]) + (g * c[j] + h * d[j])
    for at in range(whole, count):
        add_scaled(out, matrix[listed[at]], layer[listed[at]])


@rule
def rectify(layer: Any) -> None:
    """Let nothing below 0 pass."""
    for j in range(len(layer)):
        layer[j] = max(layer[j], 0.0)


@rule
def product(row: Any, layer: Any, lanes: Any) -> float:
    """Return the sum of all products, from sums of every sixteenth."""
    for lane in range(LANES):
        lanes[lane] = 0.0
    for at in range(0, len(row), LANES):
        for lane in range(LANES):
            lanes[lane] += row[at + lane] * layer[at + lane]
    total = 0.0
    for lane in range(LANES):
        total += lanes[lane]
    return total


@rule
def value(which: int, policy: PolicyArrays) -> float:
    """Return one of the values of what was shown last."""
    last = policy.scratch.layers[2]
    found = product(policy.network.value[which], last, policy.scratch.lanes)
    return found + policy.network.value_bias[which]


@noinline
def weigh(
    moves: Sequence[int],
    count: int,
    temperature: float,
    even: float,
    policy: PolicyArrays,
    weights: MutableSequence[float],
) -> None:
    """Write the weight of every legal move, by action; together they are 1.

    A share of `even` is given to all moves alike, the rest as the policy says.
    """
    rows, bias = policy.network.policy, policy.network.policy_bias
    layers, lanes = policy.scratch.layers, policy.scratch.lanes
    top = -1e30
    for i in range(count):
        logit = product(rows[moves[i]], layers[2], lanes) + bias[moves[i]]
        weights[moves[i]] = logit
        top = max(top, logit)
    total = 0.0
    for i in range(count):
        weight = exp((weights[moves[i]] - top) / max(temperature, COLDEST))
        weights[moves[i]] = weight
        total += weight
    for i in range(count):
        weight = weights[moves[i]] / total
        weights[moves[i]] = even / count + (1.0 - even) * weight


@noinline
def ask(
    t: Table,
    box: Box,
    seat: int,
    count: int,
    temperature: float,
    even: float,
    policy: PolicyArrays,
    moves: Sequence[int],
) -> None:
    """Weigh a seat's legal moves by what it sees; one alone needs no look."""
    if count > 1:
        consult(t, box, seat, policy)
    weigh(moves, count, temperature, even, policy, policy.weights)


@rule
def pick(
    moves: Sequence[int], count: int, weights: Any, dice: MutableSequence[int]
) -> int:
    """Throw for one of the legal moves, each as likely as its weight."""
    left = dice_word(dice) / WORDS
    for i in range(count):
        left -= weights[moves[i]]
        if left < 0:
            return moves[i]
    return moves[count - 1]
