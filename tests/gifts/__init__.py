"""A tiny game whose actions name seats: everybody gives coins to others, four rounds long."""

import sys
from collections.abc import MutableSequence

from comptoir import design
from comptoir.design import (
    FLAG,
    SEAT,
    Actions,
    EventKind,
    Verb,
    add_if,
    field,
    left_of,
    rank,
    rule,
)

SEATS = range(2, 5)
SORTS = ("gold", "silver")
ROUNDS = 4
ACTIONS = Actions(
    Verb("keep"),
    Verb("give", range(1, 5), "player"),
    *(Verb(f"swap {n + 1}", SORTS, "sort", seat=n) for n in range(4)),
    *(Verb(f"take {n + 1}", range(8), "turn", seat=n, guards=True) for n in range(4)),
    Verb("end", range(8), "turn", guards=True),
    Verb("rest"),
)
KEEP, GIVE = ACTIONS.first("keep"), ACTIONS.first("give")
SWAP, TAKE = ACTIONS.first("swap 1"), ACTIONS.first("take 1")
END, REST = ACTIONS.first("end"), ACTIONS.first("rest")
EVENTS = {0: EventKind("gave")}
GUARDS = 8


class Table(design.Table):
    """Coins of two sorts, by seat."""

    turn = field("i1", of=SEAT)
    turns = field("i1")
    over = field("i1", of=FLAG)
    coins = field("i1", SEATS, SORTS)


@rule
def deal(t, box):
    """Two coins of either sort for everybody."""
    for seat in range(t.seats):
        for sort in range(2):
            t.coins[seat][sort] = 2
    t.turn = design.chance(t, t.seats)


@rule
def actors(t, box):
    return 0 if t.over else 1 << t.turn


@rule
def legal(t, box, seat, moves: MutableSequence[int]):
    """Keep or rest, give gold, swap a coin for another, take silver; the turn is a guard."""
    if t.over or seat != t.turn:
        return 0
    moves[0] = KEEP
    count = 1
    for other in range(t.seats):
        may = other != seat and t.coins[seat][0] > 0
        count = add_if(may, moves, count, GIVE + other)
    for other in range(t.seats):
        for sort in range(2):
            may = t.coins[seat][1 - sort] > 0 and t.coins[other][sort] > 0
            count = add_if(other != seat and may, moves, count, SWAP + 2 * other + sort)
    for other in range(t.seats):
        may = other != seat and t.coins[other][1] > 0
        count = add_if(may, moves, count, TAKE + other * GUARDS + t.turns % GUARDS)
    count = add_if(t.turns > t.seats, moves, count, END + t.turns % GUARDS)
    moves[count] = REST
    return count + 1


@rule
def play(t, box, seat, action):
    """Move the coins; the next player follows."""
    if GIVE <= action < GIVE + 4:
        move(t, seat, action - GIVE, 0)
    elif SWAP <= action < TAKE:
        other = (action - SWAP) // 2
        sort = (action - SWAP) % 2
        move(t, other, seat, sort)
        move(t, seat, other, 1 - sort)
    elif TAKE <= action < END:
        move(t, (action - TAKE) // GUARDS, seat, 1)
    t.turns += 1
    t.turn = left_of(t, seat)
    if t.turns >= ROUNDS * t.seats or END <= action < REST:
        t.over = 1


@rule
def move(t, giver, taker, sort):
    """Move a coin."""
    t.coins[giver][sort] -= 1
    t.coins[taker][sort] += 1


@rule
def standing(t, box, points, ranks):
    """Gold counts double."""
    for seat in range(t.seats):
        points[seat] = 2 * t.coins[seat][0] + t.coins[seat][1]
    rank(t, points, ranks)
    return t.over


@rule
def house(t, box, seat, moves, count):
    """Take from the next player who has something."""
    other = left_of(t, seat)
    while other != seat:
        if t.coins[other][1] > 0:
            return TAKE + other * GUARDS + t.turns % GUARDS
        other = left_of(t, other)
    return KEEP


game = design.declare("gifts", sys.modules["gifts"])
