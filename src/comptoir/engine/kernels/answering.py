"""Kernels that let networks play seats of a batch, at all waiting tables at once.

A table waits when the seat to act belongs to a policy. The waiting tables' observations are
gathered, the network evaluates them as matrices (see `backends.matrices`), and every table then
plays on by its row of logits. `loop.choose_by_policy` plays the same moves one table at a time.
"""

from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any, NamedTuple

from comptoir.engine.model.game import Game
from comptoir.engine.rules.contract import choice_of, legal, observe, play
from comptoir.engine.rules.exponential import exp
from comptoir.engine.rules.rng import dice_word
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY, Box, Table

from .arrays import zeros
from .batched import (
    BotScratch,
    Environments,
    Observations,
    StepResults,
    batch_arguments,
)
from .environment import (
    AUTORESET,
    SAME_STEP,
    deal_to_learner,
    row_of,
    write_mask,
    write_observation,
    write_result,
)
from .kernel import kernel
from .loop import (
    CHOICES,
    DEGREE,
    LAST,
    PLAYED,
    POLICY,
    TOTAL,
    UNLIMITED,
    next_seat,
    play_on,
)
from .network import (
    COLDEST,
    FACES,
    LANES,
    WORDS,
    NetworkArrays,
    add_rows,
    add_scaled,
    empty_network,
    product,
    rectify,
    single,
)


class WaitingTables(NamedTuple):
    """The tables that wait for a network, with the network's inputs and outputs by slot."""

    slots: Any  # the slot of each table, -1 if it does not wait
    heats: (
        Any  # by seat: the number of its policy (see `loop`), 0 if no policy plays it
    )
    viewers: Any  # the learner who acted last at each table, NOBODY if its game is new
    numbers: Any  # observations, by slot
    hidden: Any  # the network's first layer, by slot
    listed: Any  # scratch of a call, from its first slot on: indices of the rows to add
    lanes: Any  # scratch for dot products, likewise
    third: Any  # what the second layer adds to the third, by slot
    logits: Any  # by slot and choice


def waiting_arguments(
    game: Game, seats: int = 1, size: int = 1, width: int = 1
) -> WaitingTables:
    """Return the arrays for the waiting tables of a batch."""
    numbers = game.observation
    return WaitingTables(
        slots=zeros("i8", size),
        heats=zeros("i8", seats),
        viewers=zeros("i8", size),
        numbers=zeros("i2", size, numbers),
        hidden=zeros("f4", size, width),
        listed=zeros("i8", size, numbers + 4),
        lanes=zeros("f4", size, LANES),
        third=zeros("f4", size, width),
        logits=zeros("f4", size, len(game.actions.choices)),
    )


def answering_arguments(game: Game) -> Mapping[str, Any]:
    """Return all arguments of these kernels by parameter name."""
    given = {"waiting": waiting_arguments(game), "network": empty_network(game)}
    return {**batch_arguments(game), **given}


@kernel(answering_arguments, ahead=False, counts=False)
def ask_tables(
    tables: Any,
    boxes: Any,
    env: Environments,
    waiting: WaitingTables,
    scratch: BotScratch,
    first: int,
    end: int,
) -> None:
    """Write the observation of the seat to act at every waiting table, for a GPU's matrices."""
    row = scratch.row
    for i in range(first, end):
        slot = waiting.slots[i]
        if slot >= 0:
            numbers = waiting.numbers[slot]
            observe(tables[row_of(tables, i)], boxes[0], env.current[i], row)
            for n in range(len(row)):
                numbers[n] = row[n]


@kernel(answering_arguments, ahead=False, gpu=False, counts=False)
def embed_tables(
    tables: Any,
    boxes: Any,
    env: Environments,
    waiting: WaitingTables,
    network: NetworkArrays,
    scratch: BotScratch,
    first: int,
    end: int,
) -> None:
    """Compute the network's first layer for the seat to act at every waiting table."""
    rows, slopes, matrix = network.rows, network.slopes, network.first
    numbers, listed = scratch.row, waiting.listed[first]
    for i in range(first, end):
        slot = waiting.slots[i]
        if slot < 0:
            continue
        observe(tables[row_of(tables, i)], boxes[0], env.current[i], numbers)
        layer, count = waiting.hidden[slot], 0
        for j in range(len(layer)):
            layer[j] = network.bias[0][j]
        for n in range(len(numbers)):
            row = rows[n][min(max(numbers[n], 0), FACES - 1)]
            listed[count] = row
            count += row > 0
            if slopes[n] and numbers[n]:
                add_scaled(layer, matrix[slopes[n]], single(numbers[n]))
        add_rows(layer, matrix, listed, count)
        rectify(layer)


@kernel(answering_arguments, ahead=False, gpu=False, counts=False)
def judge_tables(
    tables: Any,
    boxes: Any,
    env: Environments,
    waiting: WaitingTables,
    network: NetworkArrays,
    scratch: BotScratch,
    first: int,
    end: int,
) -> None:
    """Finish the third layer, and write the logits of the legal moves."""
    moves, rows, lanes = scratch.moves, network.policy, waiting.lanes[first]
    for i in range(first, end):
        slot = waiting.slots[i]
        if slot >= 0:
            t, seat = tables[row_of(tables, i)], env.current[i]
            layer, more = waiting.hidden[slot], waiting.third[slot]
            for j in range(len(layer)):
                layer[j] = max((network.bias[2][j] + layer[j]) + more[j], 0.0)
            for n in range(legal(t, boxes[0], seat, moves)):
                choice = choice_of(t, seat, moves[n])
                logit = product(rows[choice], layer, lanes)
                waiting.logits[slot][choice] = logit + network.policy_bias[choice]


@kernel(answering_arguments, ahead=False, counts=False)
def answer_tables(
    tables: Any,
    boxes: Any,
    env: Environments,
    waiting: WaitingTables,
    results: StepResults,
    observations: Observations,
    scratch: BotScratch,
    first: int,
    end: int,
) -> None:
    """Play a move by its logits on every waiting table, then the bots' moves up to the next
    learner or policy.
    """
    key, bots, config, states, current = env
    over, endings, rewards = results.over, results.ending, results.rewards
    points, ranks = results.points, results.ranks
    masks, floats, bytes_, last_floats, last_bytes = observations
    moves, row = scratch.moves, scratch.row
    box = boxes[0]
    for i in range(first, end):
        slot = waiting.slots[i]
        if slot < 0:
            continue
        t, state, seat = tables[row_of(tables, i)], states[i], current[i]
        j, k = row_of(floats, i), row_of(bytes_, i)
        viewer = NOBODY if over[i] else waiting.viewers[i]
        seat = play_answer(t, box, seat, moves, waiting, slot, state)
        seat = play_forced(t, box, bots, waiting.heats, moves, state, seat)
        if seat == NOBODY:
            again = viewer == NOBODY
            if viewer != NOBODY:
                over[i] = True
                endings[i] = write_result(
                    t, box, config, points[i], ranks[i], rewards[i]
                )
                if config[AUTORESET] == SAME_STEP:
                    again = True
                    write_observation(
                        t, box, viewer, config, last_floats[j], last_bytes[k], row
                    )
            if again:
                seat = deal_to_learner(t, box, key, bots, config, moves, (), state)
        current[i] = seat
        if seat == NOBODY or waiting.heats[seat] == 0:
            write_mask(t, box, seat, config, moves, masks[i])
            viewer = viewer if seat == NOBODY else seat
            write_observation(t, box, viewer, config, floats[j], bytes_[k], row)


@rule
def play_answer(
    t: Table,
    box: Box,
    seat: int,
    moves: MutableSequence[int],
    waiting: WaitingTables,
    slot: int,
    state: MutableSequence[int],
) -> int:
    """Play a move drawn by the logits in a slot; return the seat that acts next."""
    count = legal(t, box, seat, moves)
    heat = (POLICY - waiting.heats[seat]) / DEGREE
    action = pick_by_logits(t, seat, moves, count, heat, waiting.logits[slot], state)
    state[LAST], state[CHOICES] = action, count
    play(t, box, seat, action)
    state[PLAYED] += 1
    state[TOTAL] += 1
    return next_seat(t, box, state)


@rule
def play_forced(
    t: Table,
    box: Box,
    bots: Sequence[int],
    heats: Sequence[int],
    moves: MutableSequence[int],
    state: MutableSequence[int],
    seat: int,
) -> int:
    """Let bots play on, and policies as long as they have only one legal move."""
    seat = play_on(t, box, bots, moves, (), state, seat, UNLIMITED)
    while seat != NOBODY and heats[seat] != 0 and legal(t, box, seat, moves) == 1:
        state[LAST], state[CHOICES] = moves[0], 1
        dice_word(state)  # since `pick` draws for every move too
        play(t, box, seat, moves[0])
        state[PLAYED] += 1
        state[TOTAL] += 1
        seat = next_seat(t, box, state)
        seat = play_on(t, box, bots, moves, (), state, seat, UNLIMITED)
    return seat


@rule
def pick_by_logits(
    t: Table,
    seat: int,
    moves: Sequence[int],
    count: int,
    temperature: float,
    logits: Any,
    dice: MutableSequence[int],
) -> int:
    """Sample a legal move by the logits of the choices, which become weights."""
    top = -1e30
    for n in range(count):
        top = max(top, logits[choice_of(t, seat, moves[n])])
    total = 0.0
    for n in range(count):
        choice = choice_of(t, seat, moves[n])
        weight = exp((logits[choice] - top) / max(temperature, COLDEST))
        logits[choice] = weight
        total += weight
    left = dice_word(dice) / WORDS * total
    for n in range(count):
        left -= logits[choice_of(t, seat, moves[n])]
        if left < 0:
            return moves[n]
    return moves[count - 1]
