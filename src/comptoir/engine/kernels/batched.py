"""Kernels over many tables: deal, check, step, roll out, log, observe, imagine.

`env` is what they all share: the key of chance, the bots by seat, the configuration, and
for each table its state (dice and counters, see `loop`) and the seat it asks (`current`,
NOBODY when a game is over).
"""

from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any

import numpy as np

from comptoir.engine.model.game import Game
from comptoir.engine.rules.contract import imagine, observe
from comptoir.engine.rules.rng import KEY_WORDS
from comptoir.engine.rules.table import NOBODY

from .environment import (
    AUTORESET,
    CONFIG_WORDS,
    DEALT,
    FILL,
    IDLE,
    ILLEGAL,
    LIMIT,
    MASK,
    OBSERVATION,
    ON,
    OVER,
    SAME_STEP,
    STOP,
    deal_next,
    deal_to_learner,
    is_legal,
    row_of,
    step_learner,
    write_bits,
    write_mask,
    write_observation,
    write_result,
)
from .kernel import kernel
from .loop import CHOICES, LAST, STATE_WORDS, TOTAL, UNLIMITED, next_seat, play_on
from .network import network_arguments


def batch_arguments(
    game: Game, seats: int = 1, size: int = 1, rows: Sequence[int] = (1, 1, 1, 1)
) -> Mapping[str, Any]:
    """Return every array that a batch passes to its kernels, by parameter name.

    `rows` are those of observations as floats and bytes, and of the last ones of games that
    were dealt anew at once; a kind that is not asked for has one row.
    """

    def zeros(kind: Any, *shape: int) -> np.ndarray[Any, Any]:
        return np.zeros(shape, kind)

    key, bots, config = (zeros(np.int64, n) for n in (KEY_WORDS, seats, CONFIG_WORDS))
    states = zeros(np.int64, size, STATE_WORDS)
    current = np.full(size, NOBODY, np.int64)
    flags = [zeros(np.bool_, size) for _ in range(4)]
    points, ranks = (zeros(np.int64, size, seats) for _ in range(2))
    rewards = zeros(np.float32, size, seats)
    kinds = (np.float32, np.int8, np.float32, np.int8)
    seen = (
        zeros(kind, count, game.observation)
        for kind, count in zip(kinds, rows, strict=True)
    )
    return {
        "env": (key, bots, config, states, current),
        "wanted": flags[0],
        "actions": zeros(np.int64, size),
        "lawful": flags[1],
        "results": (
            *flags[2:],  # over, illegal
            zeros(np.int64, size),  # ending
            rewards,
            points,
            ranks,
        ),
        "log": log_arguments(game),
        "viewers": zeros(np.int64, size, 1),
        "observations": (zeros(np.int8, size, len(game.actions)), *seen),
        "scratch": scratch(game),
    }


def log_arguments(
    game: Game, size: int = 1, room: int = 1, what: int = 0
) -> tuple[Any, ...]:
    """Return room for so many decisions of each table, and for what is wanted of them.

    That is how many there are, their seats, actions and numbers of choices, which actions
    were legal (a bit each), and what the seat saw; what is not wanted has one row.
    """
    kinds = (np.int8, np.int16, np.int16)
    bits = (size, room) if what & MASK else (1, 1)
    seen = (size, room) if what & OBSERVATION else (1, 1)
    return (
        np.zeros(size, np.int64),
        *(np.zeros((size, room), kind) for kind in kinds),
        np.zeros((*bits, -(-len(game.actions) // 8)), np.uint8),
        np.zeros((*seen, game.observation), np.int16),
    )


def policy_arguments(game: Game) -> Mapping[str, Any]:
    """Return the arguments of kernels whose bots have a network."""
    network = network_arguments(game)["network"]
    return {**batch_arguments(game), "scratch": scratch(game, network)}


def scratch(game: Game, network: Any = ()) -> tuple[Any, Any, Any]:
    """Return room for a list of moves and one observation, and the bots' mind.

    That is a network and room to work in, or nothing. No cache line that is written here is
    shared with what another thread writes.
    """
    spare = 16  # words: two cache lines, which processors fetch together
    moves, numbers = len(game.actions), game.observation
    room = np.zeros(moves + numbers + 2 * spare, np.int64)[spare:-spare]
    return room[:moves], room[moves:], mind(game, network)


def mind(game: Game, network: Any) -> tuple[Any, ...]:
    """Return a network with room to work in, as `play_on` takes it."""
    if not network:
        return ()
    room = network_arguments(game, width=network[2].shape[1])["room"]
    return network, room, np.zeros(len(game.actions))


@kernel(batch_arguments, policy_arguments)
def deal_tables(
    tables: Any,
    boxes: Any,
    env: Any,
    wanted: Sequence[bool],
    observations: Any,
    scratch: Any,
    first: int,
    end: int,
) -> None:
    """Deal the next game where it is `wanted`, and let bots play up to a learner."""
    key, bots, config, states, current = env
    mask, floats, bytes_, _, _ = observations
    moves, row, mind = scratch
    for i in range(first, end):
        if wanted[i]:
            t = tables[row_of(tables, i)]
            current[i] = deal_to_learner(
                t, boxes[0], key, bots, config, moves, mind, states[i]
            )
            write_mask(t, boxes[0], current[i], config, moves, mask[i])
            j, k = row_of(floats, i), row_of(bytes_, i)
            write_observation(
                t, boxes[0], current[i], config, floats[j], bytes_[k], row
            )


@kernel(batch_arguments)
def check_tables(
    tables: Any,
    boxes: Any,
    env: Any,
    actions: Sequence[int],
    lawful: MutableSequence[bool],
    scratch: Any,
    first: int,
    end: int,
) -> None:
    """Say of each table whether its action is legal, or nobody is asked."""
    _, _, _, _, current = env
    moves, _, _ = scratch
    for i in range(first, end):
        t, seat = tables[row_of(tables, i)], current[i]
        lawful[i] = seat == NOBODY or is_legal(t, boxes[0], seat, actions[i], moves)


@kernel(batch_arguments, policy_arguments)
def step_tables(
    tables: Any,
    boxes: Any,
    env: Any,
    actions: Sequence[int],
    results: Any,
    observations: Any,
    scratch: Any,
    first: int,
    end: int,
) -> None:
    """Play one action on each table, then the bots' moves up to the next learner.

    `results` are over, illegal and endings ``[tables]``, rewards, points and ranks
    ``[tables, seats]``; `observations` are masks, floats and bytes, and the last floats and
    bytes of games that were dealt anew at once.
    """
    key, bots, config, states, current = env
    over, illegal, endings, rewards, points, ranks = results
    mask, floats, bytes_, last_floats, last_bytes = observations
    moves, row, mind = scratch
    box, again = boxes[0], config[AUTORESET]
    for i in range(first, end):
        t, state, seat = tables[row_of(tables, i)], states[i], current[i]
        j, k = row_of(floats, i), row_of(bytes_, i)
        came = step_learner(t, box, config, moves, state, seat, actions[i], rewards[i])
        viewer, seat = seat, NOBODY
        if came == ON:
            asked = next_seat(t, box, state)
            seat = play_on(t, box, bots, moves, mind, state, asked, UNLIMITED)
            if seat == NOBODY:
                came = OVER
                endings[i] = write_result(
                    t, box, config, points[i], ranks[i], rewards[i]
                )
        over[i], illegal[i] = came in (OVER, ILLEGAL), came == ILLEGAL
        if over[i] and again == SAME_STEP:
            write_observation(
                t, box, viewer, config, last_floats[j], last_bytes[k], row
            )
        if (over[i] and again == SAME_STEP) or came == DEALT:
            seat = deal_to_learner(t, box, key, bots, config, moves, mind, state)
        current[i] = seat
        if came != IDLE:
            write_mask(t, box, seat, config, moves, mask[i])
            viewer = viewer if seat == NOBODY else seat
            write_observation(t, box, viewer, config, floats[j], bytes_[k], row)


@kernel(batch_arguments, policy_arguments)
def rollout_tables(
    tables: Any,
    boxes: Any,
    env: Any,
    results: Any,
    scratch: Any,
    first: int,
    end: int,
) -> None:
    """Let bots play up to `LIMIT` moves on each table, game after game unless told to stop."""
    key, bots, config, states, current = env
    over, _, endings, rewards, points, ranks = results
    moves, _, mind = scratch
    box = boxes[0]
    for i in range(first, end):
        t, state, seat = tables[row_of(tables, i)], states[i], current[i]
        goal = state[TOTAL] + config[LIMIT]
        over[i] = False
        while seat != NOBODY and state[TOTAL] < goal:
            seat = play_on(t, box, bots, moves, mind, state, seat, goal - state[TOTAL])
            if seat == NOBODY:
                over[i] = True
                endings[i] = write_result(
                    t, box, config, points[i], ranks[i], rewards[i]
                )
                if config[AUTORESET] != STOP:
                    deal_next(t, box, key, config, state)
                    seat = next_seat(t, box, state)
        current[i] = seat


@kernel(batch_arguments, policy_arguments, gpu=False)
def log_tables(
    tables: Any,
    boxes: Any,
    env: Any,
    results: Any,
    log: Any,
    scratch: Any,
    first: int,
    end: int,
) -> None:
    """Let bots play up to `LIMIT` moves of each game, and write every decision down."""
    _, bots, config, states, current = env
    over, _, endings, rewards, points, ranks = results
    counts, seats, actions, choices, bits, seen = log
    moves, row, mind = scratch
    box = boxes[0]
    for i in range(first, end):
        t, state, seat, n = tables[row_of(tables, i)], states[i], current[i], 0
        over[i] = False
        while seat != NOBODY and n < config[LIMIT]:
            if config[FILL] & OBSERVATION:
                observe(t, box, seat, row)
                for m in range(len(row)):
                    seen[i][n][m] = row[m]
            seats[i][n] = seat
            seat = play_on(t, box, bots, moves, mind, state, seat, 1)
            actions[i][n], choices[i][n] = state[LAST], state[CHOICES]
            if config[FILL] & MASK:
                write_bits(moves, state[CHOICES], bits[i][n])
            n += 1
            if seat == NOBODY:
                over[i] = True
                endings[i] = write_result(
                    t, box, config, points[i], ranks[i], rewards[i]
                )
        counts[i], current[i] = n, seat


@kernel(batch_arguments)
def observe_tables(
    tables: Any,
    boxes: Any,
    env: Any,
    viewers: Any,
    observations: Any,
    scratch: Any,
    first: int,
    end: int,
) -> None:
    """Write what the viewers ``[tables, n]`` of each table see; for NOBODY, no moves."""
    _, _, config, _, _ = env
    mask, floats, bytes_, _, _ = observations
    moves, row, _ = scratch
    for i in range(first, end):
        t = tables[row_of(tables, i)]
        for v in range(len(viewers[i])):
            seat, at = viewers[i][v], i * len(viewers[i]) + v
            j, k = row_of(floats, at), row_of(bytes_, at)
            write_mask(t, boxes[0], seat, config, moves, mask[row_of(mask, at)])
            write_observation(t, boxes[0], seat, config, floats[j], bytes_[k], row)


@kernel(batch_arguments)
def imagine_tables(
    tables: Any, boxes: Any, env: Any, scratch: Any, first: int, end: int
) -> None:
    """Deal anew, on each table, what the seat that is asked cannot know (determinization)."""
    _, _, _, states, current = env
    for i in range(first, end):
        if current[i] != NOBODY:
            imagine(tables[row_of(tables, i)], boxes[0], current[i], states[i])
