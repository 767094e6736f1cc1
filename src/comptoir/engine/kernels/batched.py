"""Kernels over a batch of tables: deal, check, step, roll out, log, observe, imagine."""

from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any, NamedTuple

from comptoir.engine.derived.choices import legal_action
from comptoir.engine.model.game import Game
from comptoir.engine.rules.contract import imagine, observe
from comptoir.engine.rules.rng import KEY_WORDS
from comptoir.engine.rules.table import NOBODY

from .arrays import zeros
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
    row_of,
    step_learner,
    write_bits,
    write_mask,
    write_observation,
    write_result,
)
from .kernel import kernel
from .loop import CHOICES, LAST, STATE_WORDS, TOTAL, UNLIMITED, next_seat, play_on
from .network import NetworkArrays, empty_network, policy_arrays


class Environments(NamedTuple):
    """The arrays that all kernels over a batch share."""

    key: Any  # the cipher key of chance
    bots: Any  # the bot's number, by seat
    config: Any  # the configuration; see `environment` for its indices
    states: Any  # dice and counters of each table; see `loop` for their indices
    current: Any  # the seat to act at each table, NOBODY when its game is over


class StepResults(NamedTuple):
    """Results of a step: `over`, `illegal`, `ending` by table; the others by table and seat."""

    over: Any
    illegal: Any
    ending: Any
    rewards: Any
    points: Any
    ranks: Any


class Observations(NamedTuple):
    """Masks, observations (floats or bytes), and last observations of games that ended."""

    masks: Any
    floats: Any
    bytes: Any
    last_floats: Any
    last_bytes: Any


class DecisionLog(NamedTuple):
    """The decisions of each table: their number, and one array for each column."""

    counts: Any
    seats: Any
    actions: Any
    choices: Any  # how many actions were legal
    legal: Any  # the legal actions as a bit set
    observations: Any


class BotScratch(NamedTuple):
    """Scratch arrays for bots in the kernels; each thread has its own."""

    moves: Any
    row: Any  # one observation
    policy: Any  # a `PolicyArrays`, or ()


def batch_arguments(
    game: Game, seats: int = 1, size: int = 1, rows: Sequence[int] = (1, 1, 1, 1)
) -> Mapping[str, Any]:
    """Return all arrays that a batch passes to its kernels, by parameter name.

    `rows` are the row counts of float and byte observations and of both kinds of final
    observations; a kind that is not used has one row.
    """
    key, bots, config = (zeros("i8", n) for n in (KEY_WORDS, seats, CONFIG_WORDS))
    states = zeros("i8", size, STATE_WORDS)
    current = zeros("i8", size)
    current[:] = NOBODY
    flags = [zeros("?", size) for _ in range(4)]
    points, ranks = (zeros("i8", size, seats) for _ in range(2))
    rewards = zeros("f4", size, seats)
    kinds = ("f4", "i1", "f4", "i1")
    seen = (
        zeros(kind, count, game.observation)
        for kind, count in zip(kinds, rows, strict=True)
    )
    return {
        "env": Environments(key, bots, config, states, current),
        "wanted": flags[0],
        "actions": zeros("i8", size),
        "lawful": flags[1],
        "results": StepResults(
            over=flags[2],
            illegal=flags[3],
            ending=zeros("i8", size),
            rewards=rewards,
            points=points,
            ranks=ranks,
        ),
        "log": log_arguments(game),
        "viewers": zeros("i8", size, 1),
        "observations": Observations(
            zeros("i1", size, len(game.actions.choices)), *seen
        ),
        "scratch": scratch(game),
    }


def log_arguments(
    game: Game, size: int = 1, length: int = 1, what: int = 0
) -> DecisionLog:
    """Return an empty log of `length` decisions per table; unused columns have one row."""
    bits = (size, length) if what & MASK else (1, 1)
    seen = (size, length) if what & OBSERVATION else (1, 1)
    return DecisionLog(
        counts=zeros("i8", size),
        seats=zeros("i1", size, length),
        actions=zeros("i2", size, length),
        choices=zeros("i2", size, length),
        legal=zeros("u1", *bits, -(-len(game.actions) // 8)),
        observations=zeros("i2", *seen, game.observation),
    )


def policy_arguments(game: Game) -> Mapping[str, Any]:
    """Return the arguments of kernels whose bots use a network."""
    return {**batch_arguments(game), "scratch": scratch(game, empty_network(game))}


def scratch(game: Game, network: NetworkArrays | None = None) -> BotScratch:
    """Return scratch arrays for bots, and their policy if there is a network.

    Padding keeps them off the cache lines that another thread writes (no false sharing).
    """
    spare = 16  # words of padding: two cache lines, which processors fetch together
    moves, numbers = len(game.actions), game.observation
    words = zeros("i8", moves + numbers + 2 * spare)[spare:-spare]
    policy = policy_arrays(game, network) if network else ()
    return BotScratch(words[:moves], words[moves:], policy)


@kernel(batch_arguments, policy_arguments)
def deal_tables(
    tables: Any,
    boxes: Any,
    env: Environments,
    wanted: Sequence[bool],
    observations: Observations,
    scratch: BotScratch,
    first: int,
    end: int,
) -> None:
    """Deal the next game where it is `wanted`, and let bots play up to a learner."""
    key, bots, config, states, current = env
    masks, floats, bytes_ = observations.masks, observations.floats, observations.bytes
    moves, row, policy = scratch
    for i in range(first, end):
        if wanted[i]:
            t = tables[row_of(tables, i)]
            current[i] = deal_to_learner(
                t, boxes[0], key, bots, config, moves, policy, states[i]
            )
            write_mask(t, boxes[0], current[i], config, moves, masks[i])
            j, k = row_of(floats, i), row_of(bytes_, i)
            write_observation(
                t, boxes[0], current[i], config, floats[j], bytes_[k], row
            )


@kernel(batch_arguments)
def resume_tables(
    tables: Any,
    boxes: Any,
    env: Environments,
    scratch: BotScratch,
    first: int,
    end: int,
) -> None:
    """Find out anew which seat is to act, on tables that were changed."""
    current, states = env.current, env.states
    for i in range(first, end):
        current[i] = next_seat(tables[row_of(tables, i)], boxes[0], states[i])


@kernel(batch_arguments)
def check_tables(
    tables: Any,
    boxes: Any,
    env: Environments,
    actions: Sequence[int],
    lawful: MutableSequence[bool],
    scratch: BotScratch,
    first: int,
    end: int,
) -> None:
    """Write whether each table's choice is legal; True if no seat is to act."""
    moves = scratch.moves
    for i in range(first, end):
        t, seat = tables[row_of(tables, i)], env.current[i]
        choice = actions[i]
        lawful[i] = (
            seat == NOBODY or legal_action(t, boxes[0], seat, choice, moves) >= 0
        )


@kernel(batch_arguments, policy_arguments)
def step_tables(
    tables: Any,
    boxes: Any,
    env: Environments,
    actions: Sequence[int],
    results: StepResults,
    observations: Observations,
    scratch: BotScratch,
    first: int,
    end: int,
) -> None:
    """Play one action on each table, then the bots' moves up to the next learner."""
    key, bots, config, states, current = env
    over, illegal, endings, rewards, points, ranks = results
    masks, floats, bytes_, last_floats, last_bytes = observations
    moves, row, policy = scratch
    box, again = boxes[0], config[AUTORESET]
    for i in range(first, end):
        t, state, seat = tables[row_of(tables, i)], states[i], current[i]
        j, k = row_of(floats, i), row_of(bytes_, i)
        came = step_learner(t, box, config, moves, state, seat, actions[i], rewards[i])
        viewer, seat = seat, NOBODY
        if came == ON:
            asked = next_seat(t, box, state)
            seat = play_on(t, box, bots, moves, policy, state, asked, UNLIMITED)
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
            seat = deal_to_learner(t, box, key, bots, config, moves, policy, state)
        current[i] = seat
        if came != IDLE:
            write_mask(t, box, seat, config, moves, masks[i])
            viewer = viewer if seat == NOBODY else seat
            write_observation(t, box, viewer, config, floats[j], bytes_[k], row)


@kernel(batch_arguments, policy_arguments)
def rollout_tables(
    tables: Any,
    boxes: Any,
    env: Environments,
    results: StepResults,
    scratch: BotScratch,
    first: int,
    end: int,
) -> None:
    """Let bots play up to `LIMIT` moves on each table, game after game unless STOP is set."""
    key, bots, config, states, current = env
    over, endings, rewards = results.over, results.ending, results.rewards
    points, ranks = results.points, results.ranks
    moves, policy = scratch.moves, scratch.policy
    box = boxes[0]
    for i in range(first, end):
        t, state, seat = tables[row_of(tables, i)], states[i], current[i]
        goal = state[TOTAL] + config[LIMIT]
        over[i] = False
        while seat != NOBODY and state[TOTAL] < goal:
            seat = play_on(
                t, box, bots, moves, policy, state, seat, goal - state[TOTAL]
            )
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
    env: Environments,
    results: StepResults,
    log: DecisionLog,
    scratch: BotScratch,
    first: int,
    end: int,
) -> None:
    """Let bots play up to `LIMIT` moves of each game, and log every decision."""
    bots, config, states, current = env.bots, env.config, env.states, env.current
    over, endings, rewards = results.over, results.ending, results.rewards
    points, ranks = results.points, results.ranks
    counts, seats, actions, choices, bits, seen = log
    moves, row, policy = scratch
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
            seat = play_on(t, box, bots, moves, policy, state, seat, 1)
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
    env: Environments,
    viewers: Any,
    observations: Observations,
    scratch: BotScratch,
    first: int,
    end: int,
) -> None:
    """Write masks and observations for the viewers ``[tables, n]``; NOBODY has no moves."""
    config, moves, row = env.config, scratch.moves, scratch.row
    masks, floats, bytes_ = observations.masks, observations.floats, observations.bytes
    for i in range(first, end):
        t = tables[row_of(tables, i)]
        for v in range(len(viewers[i])):
            seat, at = viewers[i][v], i * len(viewers[i]) + v
            j, k = row_of(floats, at), row_of(bytes_, at)
            write_mask(t, boxes[0], seat, config, moves, masks[row_of(masks, at)])
            write_observation(t, boxes[0], seat, config, floats[j], bytes_[k], row)


@kernel(batch_arguments)
def imagine_tables(
    tables: Any,
    boxes: Any,
    env: Environments,
    scratch: BotScratch,
    first: int,
    end: int,
) -> None:
    """Deal again, on each table, what the seat to act cannot know (determinization)."""
    current, states = env.current, env.states
    for i in range(first, end):
        if current[i] != NOBODY:
            imagine(tables[row_of(tables, i)], boxes[0], current[i], states[i])
