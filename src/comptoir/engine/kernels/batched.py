"""A batch of games, one step at a time: the loops that plain runs, threads and GPUs share.

A *lane* is what a batch keeps beside each table: the dice of its game, and which game of
the seed it is. `asked` names the seat each table waits for, NOBODY when a game is over.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from comptoir.engine.rules.contract import (
    actors,
    deal,
    house,
    legal,
    observe,
    play,
    standing,
)
from comptoir.engine.rules.rng import DICE_WORDS, start_dice, throw
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY, Box, Table

from .loop import HOUSE, seat_to_ask

LEARNER = -1  # in place of a bot's number: this seat is asked

# The words of a lane, after its dice.
GAME = DICE_WORDS  # which game of the seed lies on the table
NEXT = DICE_WORDS + 1  # which one comes after it
PLAYED = DICE_WORDS + 2  # moves of this game so far
TOTAL = DICE_WORDS + 3  # moves of all games on this table
LANE_WORDS = DICE_WORDS + 4

# The words of the orders, the same for every lane.
SEATS = 0
STRIDE = 1  # from one game on a table to the next
AGAIN = 2  # what follows the end of a game
LENIENT = 3  # 1: who acts illegally loses; 0: all actions were checked before
MOST = 4  # moves of a rollout
FILL = 5  # what to write of what a seat sees
BYTES = 6  # 1: observations are saturated bytes; 0: floats
ORDER_WORDS = 7

STOP, NEXT_STEP, SAME_STEP = 0, 1, 2  # what may follow the end of a game
MASK, SIGHT = 1, 2  # what may be written
ON, OVER, ILLEGAL, DEALT, IDLE = 0, 1, 2, 3, 4  # what a step came to
FOREVER = 1 << 40  # more moves than any game has
BYTE = 127  # where bytes end


@rule
def deal_tables(
    tables: Any,
    boxes: Any,
    key: Sequence[int],
    bots: Sequence[int],
    orders: Sequence[int],
    lanes: Any,
    asked: MutableSequence[int],
    wanted: Sequence[int],
    sights: Any,
    scratch: Any,
    first: int,
    end: int,
) -> None:
    """Deal the next game where it is `wanted`, and let bots play up to a learner."""
    masks, floats, bytes_, _, _ = sights
    moves, row = scratch
    for i in range(first, end):
        if wanted[i]:
            t = tables[last_of(tables, i)]
            asked[i] = begin(t, boxes[0], key, bots, orders, moves, lanes[i])
            mark(t, boxes[0], asked[i], orders, moves, masks[i])
            j, k = last_of(floats, i), last_of(bytes_, i)
            look(t, boxes[0], asked[i], orders, floats[j], bytes_[k], row)


@rule
def check_tables(
    tables: Any,
    boxes: Any,
    asked: Sequence[int],
    actions: Sequence[int],
    lawful: MutableSequence[int],
    scratch: Any,
    first: int,
    end: int,
) -> None:
    """Say of each lane whether its action is legal, or nobody is asked."""
    for i in range(first, end):
        t, seat = tables[last_of(tables, i)], asked[i]
        lawful[i] = seat == NOBODY or is_legal(
            t, boxes[0], seat, actions[i], scratch[0]
        )


@rule
def step_tables(
    tables: Any,
    boxes: Any,
    key: Sequence[int],
    bots: Sequence[int],
    orders: Sequence[int],
    lanes: Any,
    asked: MutableSequence[int],
    actions: Sequence[int],
    results: Any,
    sights: Any,
    scratch: Any,
    first: int,
    end: int,
) -> None:
    """Play one action on each table, then the bots' moves up to the next learner.

    `results` are over, illegal and endings ``[lanes]``, rewards, points and ranks
    ``[lanes, seats]``; `sights` are masks, floats and bytes, and the last floats and bytes
    of games that were dealt anew at once; `scratch` has room for moves and one sight.
    """
    over, illegal, endings, rewards, points, ranks = results
    masks, floats, bytes_, last_floats, last_bytes = sights
    moves, row = scratch
    box, again = boxes[0], orders[AGAIN]
    for i in range(first, end):
        t, lane, seat = tables[last_of(tables, i)], lanes[i], asked[i]
        j, k = last_of(floats, i), last_of(bytes_, i)
        came = act(t, box, orders, moves, lane, seat, actions[i], rewards[i])
        viewer, seat = seat, NOBODY
        if came == ON:
            seat = follow(t, box, bots, moves, lane, next_seat(t, box, lane), FOREVER)
            if seat == NOBODY:
                came = OVER
                endings[i] = settle(t, box, orders, points[i], ranks[i], rewards[i])
        over[i], illegal[i] = came in (OVER, ILLEGAL), came == ILLEGAL
        if over[i] and again == SAME_STEP:
            look(t, box, viewer, orders, last_floats[j], last_bytes[k], row)
        if (over[i] and again == SAME_STEP) or came == DEALT:
            seat = begin(t, box, key, bots, orders, moves, lane)
        asked[i] = seat
        if came != IDLE:
            mark(t, box, seat, orders, moves, masks[i])
            viewer = viewer if seat == NOBODY else seat
            look(t, box, viewer, orders, floats[j], bytes_[k], row)


@rule
def roll_tables(
    tables: Any,
    boxes: Any,
    key: Sequence[int],
    bots: Sequence[int],
    orders: Sequence[int],
    lanes: Any,
    asked: MutableSequence[int],
    results: Any,
    scratch: Any,
    first: int,
    end: int,
) -> None:
    """Let bots play up to `MOST` moves on each table, game after game unless told to stop."""
    over, _, endings, rewards, points, ranks = results
    box = boxes[0]
    for i in range(first, end):
        t, lane, seat = tables[last_of(tables, i)], lanes[i], asked[i]
        goal = lane[TOTAL] + orders[MOST]
        over[i] = False
        while seat != NOBODY and lane[TOTAL] < goal:
            left = goal - lane[TOTAL]
            seat = follow(t, box, bots, scratch[0], lane, seat, left)
            if seat == NOBODY:
                over[i] = True
                endings[i] = settle(t, box, orders, points[i], ranks[i], rewards[i])
                if orders[AGAIN] != STOP:
                    deal_next(t, box, key, orders, lane)
                    seat = next_seat(t, box, lane)
        asked[i] = seat


@rule
def look_tables(
    tables: Any,
    boxes: Any,
    orders: Sequence[int],
    viewers: Any,
    sights: Any,
    scratch: Any,
    first: int,
    end: int,
) -> None:
    """Write what the viewers ``[lanes, n]`` of each table see; for NOBODY, no moves."""
    masks, floats, bytes_, _, _ = sights
    moves, row = scratch
    for i in range(first, end):
        t = tables[last_of(tables, i)]
        for v in range(len(viewers[i])):
            seat, at = viewers[i][v], i * len(viewers[i]) + v
            j, k = last_of(floats, at), last_of(bytes_, at)
            mark(t, boxes[0], seat, orders, moves, masks[last_of(masks, at)])
            look(t, boxes[0], seat, orders, floats[j], bytes_[k], row)


@rule
def last_of(rows: Any, i: int) -> int:
    """Return `i`, or the last row where there are fewer: one may stand for all."""
    return min(i, len(rows) - 1)


@rule
def deal_next(
    t: Table,
    box: Box,
    key: Sequence[int],
    orders: Sequence[int],
    lane: MutableSequence[int],
) -> None:
    """Deal the lane's next game, from the same chance as game NEXT of a simulation."""
    game = lane[NEXT]
    start_dice(lane, key, game, t.block)  # the deal takes a fresh block
    deal(t, box, orders[SEATS], key, game)
    lane[GAME] = game
    lane[NEXT] = game + orders[STRIDE]
    lane[PLAYED] = 0


@rule
def begin(
    t: Table,
    box: Box,
    key: Sequence[int],
    bots: Sequence[int],
    orders: Sequence[int],
    moves: MutableSequence[int],
    lane: MutableSequence[int],
) -> int:
    """Deal games until one asks a learner, and return that seat: the first, as a rule."""
    seat = NOBODY
    while seat == NOBODY:
        deal_next(t, box, key, orders, lane)
        seat = follow(t, box, bots, moves, lane, next_seat(t, box, lane), FOREVER)
    return seat


@rule
def next_seat(t: Table, box: Box, dice: MutableSequence[int]) -> int:
    """Return who is asked next: by lot, where several may act; NOBODY at the end."""
    bits = actors(t, box)
    return seat_to_ask(bits, dice) if bits else NOBODY


@rule
def follow(
    t: Table,
    box: Box,
    bots: Sequence[int],
    moves: MutableSequence[int],
    lane: MutableSequence[int],
    seat: int,
    most: int,
) -> int:
    """Let bots play, from the seat asked, up to a learner or `most` moves."""
    left = most
    while left > 0 and seat != NOBODY and bots[seat] != LEARNER:
        count = legal(t, box, seat, moves)
        if bots[seat] == HOUSE:
            action = house(t, box, seat, moves, count)
        else:
            action = moves[throw(lane, count)]
        play(t, box, seat, action)
        lane[PLAYED] += 1
        lane[TOTAL] += 1
        left -= 1
        seat = next_seat(t, box, lane)
    return seat


@rule
def act(
    t: Table,
    box: Box,
    orders: Sequence[int],
    moves: MutableSequence[int],
    lane: MutableSequence[int],
    seat: int,
    action: int,
    rewards: Any,
) -> int:
    """Carry out a learner's action, if anyone was asked, and say what came of it."""
    for other in range(orders[SEATS]):
        rewards[other] = 0
    if seat == NOBODY:
        return IDLE if orders[AGAIN] == STOP else DEALT
    if orders[LENIENT] and not is_legal(t, box, seat, action, moves):
        rewards[seat] = -1
        return ILLEGAL
    play(t, box, seat, action)
    lane[PLAYED] += 1
    lane[TOTAL] += 1
    return ON


@rule
def is_legal(
    t: Table, box: Box, seat: int, action: int, moves: MutableSequence[int]
) -> bool:
    """Whether a seat may take an action now."""
    for n in range(legal(t, box, seat, moves)):
        if moves[n] == action:
            return True
    return False


@rule
def settle(
    t: Table, box: Box, orders: Sequence[int], points: Any, ranks: Any, rewards: Any
) -> int:
    """Write the results of a game; a reward is seats behind less seats ahead, as a share."""
    ending = standing(t, box, points, ranks)
    others = orders[SEATS] - 1
    for seat in range(orders[SEATS]):
        lead = 0
        for other in range(orders[SEATS]):
            if ranks[other] > ranks[seat]:
                lead += 1
            elif ranks[other] < ranks[seat]:
                lead -= 1
        rewards[seat] = lead / others
    return ending


@rule
def mark(
    t: Table,
    box: Box,
    seat: int,
    orders: Sequence[int],
    moves: MutableSequence[int],
    mask: Any,
) -> None:
    """Write 1 for every action that a seat may take, 0 for the others."""
    if orders[FILL] & MASK:
        for action in range(len(mask)):
            mask[action] = 0
        if seat != NOBODY:
            for n in range(legal(t, box, seat, moves)):
                mask[moves[n]] = 1


@rule
def look(
    t: Table,
    box: Box,
    seat: int,
    orders: Sequence[int],
    floats: Any,
    bytes_: Any,
    row: MutableSequence[int],
) -> None:
    """Write what a seat sees, as floats, or as bytes that go no further than they can."""
    if not orders[FILL] & SIGHT or seat == NOBODY:
        return
    if orders[BYTES]:
        observe(t, box, seat, row)
        for n in range(len(row)):
            bytes_[n] = min(max(row[n], -BYTE), BYTE)
    else:
        observe(t, box, seat, floats)
