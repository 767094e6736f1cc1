"""A small neural network in the rule subset: from an observation to move weights and values.

The first layer adds one matrix row for every number of the observation: no products, and
nothing to add for zeros. All loops add in a fixed order, lane by lane, on every processor,
so the same network and the same table always give the same numbers.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any, NamedTuple

from comptoir.engine.model.game import Game
from comptoir.engine.rules.contract import choice_of, observe
from comptoir.engine.rules.exponential import exp
from comptoir.engine.rules.rng import COMPILED, dice_word
from comptoir.engine.rules.rule import compiled_as, noinline, rule
from comptoir.engine.rules.table import Box, Table

from .arrays import Zeros, zeros

FACES = 64  # values of a number that have their own row; higher ones share the last row
LANES = 16  # parallel partial sums of a dot product; layer widths are multiples of this
VALUES = 3
WORTH, FIRST, POINTS = range(VALUES)  # expected result, chance to win, own points
GROUP = 4  # rows added at a time
COLDEST = 1e-3  # at or below this temperature, the most probable move is always taken
WORDS = float(1 << 32)  # how many values a word of the dice can have


class NetworkArrays(NamedTuple):
    """The weights of a network, with the names used in its file."""

    rows: Any  # index of the row to add, by number of the observation and value
    slopes: Any  # index of the row to add multiplied by the value
    first: Any  # the first layer; row 0 is zero and means no row
    bias: Any  # biases of the three layers
    middle: Any  # weights of the two middle layers, by input and output
    policy: Any  # by choice
    policy_bias: Any
    value: Any
    value_bias: Any
    points_scale: Any  # the points represented by a value of 1
    worth: Any  # the parts of a game's result: place, winning, points


class NetworkScratch(NamedTuple):
    """Scratch arrays of a network."""

    numbers: Any  # the observation
    layers: Any
    lanes: Any
    listed: Any  # indices of the rows to add


class PolicyArrays(NamedTuple):
    """A network as used by bots in the kernels, with its scratch arrays."""

    network: NetworkArrays
    scratch: NetworkScratch
    weights: Any  # probabilities of moves, by action


def empty_network(
    game: Game, rows: int = 1, width: int = LANES, zeros: Zeros = zeros
) -> NetworkArrays:
    """Return a zero network with `rows` rows in its first layer."""
    choices, numbers = len(game.actions.choices), game.observation

    def floats(*shape: int) -> Any:
        return zeros("f4", *shape)

    return NetworkArrays(
        rows=zeros("u2", numbers, FACES),
        slopes=zeros("u2", numbers),
        first=floats(rows, width),
        bias=floats(3, width),
        middle=floats(2, width, width),
        policy=floats(choices, width),
        policy_bias=floats(choices),
        value=floats(VALUES, width),
        value_bias=floats(VALUES),
        points_scale=floats(1),
        worth=floats(3),
    )


def policy_arrays(
    game: Game, network: NetworkArrays, zeros: Zeros = zeros
) -> PolicyArrays:
    """Return a network with newly allocated scratch arrays."""
    numbers, width = game.observation, network.first.shape[1]
    scratch = NetworkScratch(
        numbers=zeros("i8", numbers),
        layers=zeros("f4", 3, width),
        lanes=zeros("f4", LANES),
        listed=zeros("i8", max(numbers, width) + GROUP),
    )
    return PolicyArrays(network, scratch, zeros("f8", len(game.actions)))


@noinline
def consult(t: Table, box: Box, seat: int, policy: PolicyArrays) -> None:
    """Compute the network's layers for what a seat sees; `weigh` and `value` use them."""
    observe(t, box, seat, policy.scratch.numbers)
    feed(policy)


@rule
def feed(policy: PolicyArrays) -> None:
    """Compute the network's hidden layers for the observation in its scratch array."""
    rows, slopes = policy.network.rows, policy.network.slopes
    first, middle = policy.network.first, policy.network.middle
    bias, layers = policy.network.bias, policy.scratch.layers
    numbers, listed = policy.scratch.numbers, policy.scratch.listed
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
            add_scaled(seen, first[slopes[i]], single(numbers[i]))
    add_rows(seen, first, listed, count)
    rectify(seen)
    for j in range(len(seen)):
        last[j] = bias[2][j] + seen[j]
    add_product(inner, middle[0], seen, listed)
    rectify(inner)
    add_product(last, middle[1], inner, listed)
    rectify(last)


@compiled_as(f"{COMPILED}:to_single")
def single(number: int) -> float:
    """Return a small integer as a number of single precision; plain runs have only one kind."""
    return float(number)


@rule
def add_rows(out: Any, rows: Any, listed: MutableSequence[int], count: int) -> None:
    """Add the listed rows of a matrix to a layer; zero rows (row 0) fill the last group."""
    for more in range(count, count + GROUP):
        listed[more] = 0
    for at in range(0, count, GROUP):
        a, b = rows[listed[at]], rows[listed[at + 1]]
        c, d = rows[listed[at + 2]], rows[listed[at + 3]]
        for j in range(len(out)):
            out[j] += (a[j] + b[j]) + (c[j] + d[j])


@rule
def add_scaled(out: Any, row: Any, scale: Any) -> None:
    """Add a row, multiplied by `scale`, to a layer."""
    for j in range(len(out)):
        out[j] += scale * row[j]


@rule
def add_product(
    out: Any, matrix: Any, layer: Any, listed: MutableSequence[int]
) -> None:
    """Add the product of a layer and a matrix to `out`; zeros, about half, are skipped."""
    count = 0
    for i in range(len(layer)):  # branchless: a branch here would often be mispredicted
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
    """Set negative numbers to 0 (ReLU)."""
    for j in range(len(layer)):
        layer[j] = max(layer[j], 0.0)


@rule
def product(row: Any, layer: Any, lanes: Any) -> float:
    """Return the dot product, computed as sixteen partial sums."""
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
    """Return one of the network's values for the observation last given to `consult`."""
    last = policy.scratch.layers[2]
    found = product(policy.network.value[which], last, policy.scratch.lanes)
    return found + policy.network.value_bias[which]


@noinline
def weigh(
    t: Table,
    seat: int,
    moves: Sequence[int],
    count: int,
    temperature: float,
    even: float,
    policy: PolicyArrays,
    weights: MutableSequence[float],
) -> None:
    """Write the probability of every legal move of a seat, by action; they add up to 1.

    The share `even` is spread uniformly over the moves; the rest follows the policy.
    """
    rows, bias = policy.network.policy, policy.network.policy_bias
    layers, lanes = policy.scratch.layers, policy.scratch.lanes
    top = -1e30
    for i in range(count):
        choice = choice_of(t, seat, moves[i])
        logit = product(rows[choice], layers[2], lanes) + bias[choice]
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
    """Write the probabilities of a seat's legal moves; a single move skips the network."""
    if count > 1:
        consult(t, box, seat, policy)
    weigh(t, seat, moves, count, temperature, even, policy, policy.weights)


@rule
def pick(
    moves: Sequence[int], count: int, weights: Any, dice: MutableSequence[int]
) -> int:
    """Sample one of the legal moves in proportion to the weights."""
    left = dice_word(dice) / WORDS
    for i in range(count):
        left -= weights[moves[i]]
        if left < 0:
            return moves[i]
    return moves[count - 1]
