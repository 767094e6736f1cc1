"""One environment of a batch: deals, a learner's steps, results, masks, observations."""

from collections.abc import MutableSequence, Sequence
from typing import Any

from comptoir.engine.derived.choices import legal_action
from comptoir.engine.rules.contract import (
    action_of,
    choice_of,
    deal,
    legal,
    observe,
    play,
    standing,
)
from comptoir.engine.rules.rng import start_dice
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY, Box, Table

from .loop import GAME, NEXT, PLAYED, TOTAL, UNLIMITED, next_seat, play_on

# Indices in the configuration array, which all tables share.
SEATS = 0
STRIDE = 1  # the step from one game index on a table to the next
AUTORESET = 2  # what happens after the end of a game
LOSE = 3  # 1: an illegal action loses the game; 0: actions are checked beforehand
LIMIT = 4  # moves of a rollout
FILL = 5  # which outputs are written: MASK, OBSERVATION or both
BYTES = 6  # 1: observations are saturating bytes; 0: floats
CONFIG_WORDS = 7

STOP, NEXT_STEP, SAME_STEP = 0, 1, 2  # values of AUTORESET
MASK, OBSERVATION = 1, 2  # bits of FILL
ON, OVER, ILLEGAL, DEALT, IDLE = 0, 1, 2, 3, 4  # outcomes of a step
BYTE = 127  # the value at which bytes saturate


@rule
def row_of(rows: Any, i: int) -> int:
    """Return `i`, or the last row if there are fewer; a single row serves all tables."""
    return min(i, len(rows) - 1)


@rule
def deal_next(
    t: Table,
    box: Box,
    key: Sequence[int],
    config: Sequence[int],
    state: MutableSequence[int],
) -> None:
    """Deal the table's next game, whose index is NEXT."""
    game = state[NEXT]
    start_dice(state, key, game, t.block)  # the deal replaces the block
    deal(t, box, config[SEATS], key, game)
    state[GAME] = game
    state[NEXT] = game + config[STRIDE]
    state[PLAYED] = 0


@rule
def deal_to_learner(
    t: Table,
    box: Box,
    key: Sequence[int],
    bots: Sequence[int],
    config: Sequence[int],
    moves: MutableSequence[int],
    policy: Any,
    state: MutableSequence[int],
) -> int:
    """Deal games until one reaches a learner's turn (usually the first); return that seat."""
    seat = NOBODY
    while seat == NOBODY:
        deal_next(t, box, key, config, state)
        asked = next_seat(t, box, state)
        seat = play_on(t, box, bots, moves, policy, state, asked, UNLIMITED)
    return seat


@rule
def step_learner(
    t: Table,
    box: Box,
    config: Sequence[int],
    moves: MutableSequence[int],
    state: MutableSequence[int],
    seat: int,
    choice: int,
    rewards: Any,
) -> int:
    """Play a learner's choice if a seat was to act, and return the outcome of the step."""
    for other in range(config[SEATS]):
        rewards[other] = 0
    if seat == NOBODY:
        return IDLE if config[AUTORESET] == STOP else DEALT
    if config[LOSE]:
        action = legal_action(t, box, seat, choice, moves)
    else:
        action = action_of(t, box, seat, choice, moves)
    if action < 0:
        rewards[seat] = -1
        return ILLEGAL
    play(t, box, seat, action)
    state[PLAYED] += 1
    state[TOTAL] += 1
    return ON


@rule
def write_result(
    t: Table, box: Box, config: Sequence[int], points: Any, ranks: Any, rewards: Any
) -> int:
    """Write points, ranks and rewards of a game, and return how it ended."""
    ending = standing(t, box, points, ranks)
    for seat in range(config[SEATS]):
        rewards[seat] = lead_share(ranks, config[SEATS], seat)
    return ending


@rule
def lead_share(ranks: Any, seats: int, seat: int) -> float:
    """Return (seats ranked below − seats ranked above) / (number of other seats)."""
    lead = 0
    for other in range(seats):
        if ranks[other] > ranks[seat]:
            lead += 1
        elif ranks[other] < ranks[seat]:
            lead -= 1
    return lead / (seats - 1)


@rule
def write_mask(
    t: Table,
    box: Box,
    seat: int,
    config: Sequence[int],
    moves: MutableSequence[int],
    mask: Any,
) -> None:
    """Write 1 for every choice that a seat has, 0 for the others."""
    if config[FILL] & MASK:
        for choice in range(len(mask)):
            mask[choice] = 0
        if seat != NOBODY:
            for n in range(legal(t, box, seat, moves)):
                mask[choice_of(t, seat, moves[n])] = 1


@rule
def write_bits(moves: Sequence[int], count: int, bits: Any) -> None:
    """Write legal moves as a bit set, with the lowest bit of each byte first."""
    for byte in range(len(bits)):
        bits[byte] = 0
    for n in range(count):
        bits[moves[n] >> 3] |= 1 << (moves[n] & 7)


@rule
def write_observation(
    t: Table,
    box: Box,
    seat: int,
    config: Sequence[int],
    floats: Any,
    bytes_: Any,
    row: MutableSequence[int],
) -> None:
    """Write a seat's observation as floats or as saturating bytes."""
    if not config[FILL] & OBSERVATION or seat == NOBODY:
        return
    if config[BYTES]:
        observe(t, box, seat, row)
        for n in range(len(row)):
            bytes_[n] = min(max(row[n], -BYTE), BYTE)
    else:
        observe(t, box, seat, floats)
