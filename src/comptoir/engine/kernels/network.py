"""A small network in the rule subset: what a seat sees in, weights of moves and values out.

The first layer adds up one row of numbers for every number seen: no products, and nothing
for what is not there. All loops add in one order, lane by lane, on every processor, so the
same network and the same table give the same numbers.
"""

from collections.abc import Mapping, MutableSequence, Sequence
from math import exp
from typing import Any

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
COLDEST = 1e-3  # the temperature at which the best move is always taken
WORDS = float(1 << 32)  # that dice may show


def network_arguments(
    game: Game, rows: int = 1, width: int = LANES
) -> Mapping[str, Any]:
    """Return all that a network is made of, and room to work in, by parameter name."""
    actions, numbers = len(game.actions), game.observation

    def floats(*shape: int) -> np.ndarray[Any, Any]:
        return np.zeros(shape, np.float32)

    return {
        "network": (
            np.zeros((numbers, FACES), np.uint16),  # rows of the first layer, by value
            np.zeros(numbers, np.uint16),  # rows that are added as often as the value
            floats(rows, width),  # the first layer; row 0 is none
            floats(3, width),  # biases
            floats(2, width, width),  # the layers between, by input and output
            floats(actions, width),  # the policy, and its biases
            floats(actions),
            floats(3, width),  # the values, and their biases
            floats(3),
            floats(1),  # points that a value of 1 stands for
        ),
        "room": (
            np.zeros(numbers, np.int64),  # what a seat sees
            floats(3, width),  # layers
            floats(LANES),
        ),
    }


@noinline
def consult(t: Table, box: Box, seat: int, network: Any, room: Any) -> None:
    """Show the network what a seat sees; `weigh` and `value` read what it made of that."""
    rows, slopes, first, bias, middle, _, _, _, _, _ = network
    numbers, layers, _ = room
    observe(t, box, seat, numbers)
    seen, inner, last = layers[0], layers[1], layers[2]
    for j in range(len(seen)):
        seen[j] = bias[0][j]
        inner[j] = bias[1][j]
    for i in range(len(numbers)):
        row = rows[i][min(max(numbers[i], 0), FACES - 1)]
        if row:
            add_row(seen, first[row])
        if slopes[i] and numbers[i]:
            add_scaled(seen, first[slopes[i]], np.float32(numbers[i]))
    rectify(seen)
    for j in range(len(seen)):
        last[j] = bias[2][j] + seen[j]
    add_product(inner, middle[0], seen)
    rectify(inner)
    add_product(last, middle[1], inner)
    rectify(last)


@rule
def add_row(out: Any, row: Any) -> None:
    """Add a row to a layer."""
    for j in range(len(out)):
        out[j] += row[j]


@rule
def add_scaled(out: Any, row: Any, scale: Any) -> None:
    """Add a row some times to a layer."""
    for j in range(len(out)):
        out[j] += scale * row[j]


@rule
def add_product(out: Any, matrix: Any, layer: Any) -> None:
    """Add what a layer sends to the next one; most of it is 0 and sends nothing."""
    for i in range(len(layer)):
        if layer[i] > 0:
            add_scaled(out, matrix[i], layer[i])


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
def value(which: int, network: Any, room: Any) -> float:
    """Return one of the values of what was shown last."""
    _, _, _, _, _, _, _, rows, bias, _ = network
    _, layers, lanes = room
    return product(rows[which], layers[2], lanes) + bias[which]


@noinline
def weigh(
    moves: Sequence[int],
    count: int,
    temperature: float,
    network: Any,
    room: Any,
    weights: MutableSequence[float],
) -> None:
    """Write the weight of every legal move, by action; together they are 1."""
    _, _, _, _, _, rows, bias, _, _, _ = network
    _, layers, lanes = room
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
        weights[moves[i]] /= total


@rule
def pick(
    moves: Sequence[int],
    count: int,
    weights: Sequence[float],
    dice: MutableSequence[int],
) -> int:
    """Throw for one of the legal moves, each as likely as its weight."""
    left = dice_word(dice) / WORDS
    for i in range(count):
        left -= weights[moves[i]]
        if left < 0:
            return moves[i]
    return moves[count - 1]
