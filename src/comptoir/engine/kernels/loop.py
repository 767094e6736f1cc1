"""Whole games at full speed: the loops that compiled code, the GPU and tests run.

They call the contract's words; `Twins` binds them to a game and to a speed.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from comptoir.engine.rules.contract import (
    actors,
    deal,
    house,
    imagine,
    legal,
    observe,
    play,
    standing,
)
from comptoir.engine.rules.rng import start_dice, throw
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import MOST_SEATS, Box, Table

RANDOM, HOUSE = 0, 1
BOTS = {"random": RANDOM, "house": HOUSE}  # those the kernels can play by themselves


@rule
def seat_to_ask(bits: int, dice: MutableSequence[int]) -> int:
    """Pick one of the seats that may act, each as likely as the others."""
    chosen = 0
    if bits & (bits - 1) == 0:  # one alone, most often: found without a branch
        for lower in range(1, MOST_SEATS):
            chosen += bits >> lower > 0
        return chosen
    count = 0
    seat = 0
    rest = bits
    while rest:
        if rest & 1:
            count += 1
            if count == 1 or throw(dice, count) == 0:
                chosen = seat
        rest >>= 1
        seat += 1
    return chosen


@rule
def play_game(
    t: Table,
    box: Box,
    seats: int,
    key: Sequence[int],
    stream: int,
    bots: Sequence[int],
    moves: MutableSequence[int],
    dice: MutableSequence[int],
) -> int:
    """Play one game of a key from the deal to the end and return its number of moves."""
    start_dice(dice, key, stream, t.block)  # the deal takes a fresh block
    deal(t, box, seats, key, stream)
    played = 0
    bits = actors(t, box)
    while bits:
        seat = seat_to_ask(bits, dice)
        count = legal(t, box, seat, moves)
        if bots[seat] == HOUSE:
            action = house(t, box, seat, moves, count)
        else:
            action = moves[throw(dice, count)]
        play(t, box, seat, action)
        played += 1
        bits = actors(t, box)
    return played


@rule
def play_games(
    tables: Any,
    boxes: Any,
    seats: int,
    key: Sequence[int],
    first: int,
    bots: Sequence[int],
    moves: MutableSequence[int],
    dice: MutableSequence[int],
    points: Any,
    ranks: Any,
    lengths: MutableSequence[int],
    endings: MutableSequence[int],
) -> None:
    """Play games number `first`, `first` + 1, … of a key, one for each of `lengths`.

    Game i is left on table i; with fewer tables than games they are used in turn.
    Results go to row i of points and ranks ``[games, seats]``.
    """
    for i in range(len(lengths)):
        t = tables[i % len(tables)]
        lengths[i] = play_game(t, boxes[0], seats, key, first + i, bots, moves, dice)
        endings[i] = standing(t, boxes[0], points[i], ranks[i])


@rule
def copy_tables(tables: Any, copies: Any) -> None:
    """Copy each table to its place: what a search does at every step."""
    for i in range(len(copies)):
        copies[i] = tables[i % len(tables)]


@rule
def observe_tables(tables: Any, boxes: Any, seat: int, out: Any) -> None:
    """Write what a seat sees of each table into its row of `out` ``[tables, numbers]``."""
    for i in range(len(tables)):
        observe(tables[i], boxes[0], seat, out[i])


@rule
def imagine_tables(
    tables: Any, boxes: Any, seat: int, dice: MutableSequence[int]
) -> None:
    """Deal anew, on each table, what a seat cannot know."""
    for i in range(len(tables)):
        imagine(tables[i], boxes[0], seat, dice)
