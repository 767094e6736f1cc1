"""The rules, one function for each paragraph of RULES.md, in the subset that compiles."""

from collections.abc import MutableSequence

from comptoir.design import (
    NOBODY,
    NOTHING,
    add_if,
    chance,
    count,
    draw,
    left_of,
    note,
    put_seen,
    rank,
    rule,
    take_seen,
)

from .table import (
    DRAW,
    HIGH,
    KINDS,
    LOW,
    MOST_SOLD,
    PASS,
    SELL,
    TAKE,
    Box,
    Kind,
    Phase,
    Table,
)

START = 3  # ENT-1.4: cards dealt to each


@rule
def deal(t: Table, box: Box) -> None:
    """ENT-1.1  All cards are in the pile already: a deck begins there."""
    for good in range(KINDS):
        t.price[good] = box.price  # ENT-1.2
    for seat in range(t.seats):
        for _ in range(START):
            draw_card(t, seat, Kind.DEALT)
    for _ in range(box.stalls):
        show_card(t)
    t.turn = chance(t, t.seats)
    note(t, Kind.STARTS, t.turn)
    look_at_pile(t)


@rule
def draw_card(t: Table, seat: int, kind: int) -> None:
    """ENT-1.4  Only the owner knows a card drawn from the pile."""
    good = draw(t, t.pile)
    if good != NOTHING:
        t.hand[seat][good] += 1
        note(t, kind, seat, good)


@rule
def show_card(t: Table) -> None:
    """ENT-1.3  The market is filled from the pile, as long as there are cards."""
    good = draw(t, t.pile)
    if good != NOTHING:
        t.market[good] += 1
        note(t, Kind.SHOWN, NOBODY, good)


@rule
def look_at_pile(t: Table) -> None:
    """ENT-3.1  When the pile is empty, everyone has one more turn."""
    if t.phase == Phase.TRADE and count(t.pile) == 0:
        t.phase = Phase.LAST
        t.left = t.seats
        note(t, Kind.LAST, NOBODY)


@rule
def actors(t: Table, box: Box) -> int:
    """ENT-2.1  One player after the other, clockwise."""
    return 0 if t.phase == Phase.OVER else 1 << t.turn


@rule
def legal(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """ENT-2.2  Take or draw a card, up to the limit, or sell. ENT-2.5  Or pass."""
    if t.phase == Phase.OVER or seat != t.turn:
        return 0
    number = 0
    room = count(t.hand[seat]) < box.limit
    for good in range(KINDS):
        number = add_if(room and t.market[good] > 0, moves, number, TAKE + good)
    number = add_if(room and count(t.pile) > 0, moves, number, DRAW)
    for good in range(KINDS):
        for cards in range(min(t.hand[seat][good], MOST_SOLD)):
            moves[number] = SELL + good * MOST_SOLD + cards
            number += 1
    return add_if(number == 0, moves, number, PASS)


@rule
def play(t: Table, box: Box, seat: int, action: int) -> None:
    """ENT-2.1  One action; then the next player. ENT-3.2  Until the last turns are over."""
    if TAKE <= action < TAKE + KINDS:
        take(t, seat, action - TAKE)
    elif action == DRAW:
        draw_card(t, seat, Kind.DREW)
    elif action == PASS:
        note(t, Kind.PASSED, seat)
    else:
        lot = action - SELL
        sell(t, seat, lot // MOST_SOLD, lot % MOST_SOLD + 1)
    t.turn = left_of(t, seat)
    if t.phase == Phase.LAST:
        t.left -= 1
        if t.left == 0:
            t.phase = Phase.OVER
            note(t, Kind.ENDED, NOBODY)
    look_at_pile(t)


@rule
def take(t: Table, seat: int, good: int) -> None:
    """ENT-2.3  All see which card is taken from the market."""
    t.market[good] -= 1
    put_seen(t.hand[seat], t.known[seat], good)
    note(t, Kind.TOOK, seat, good)
    show_card(t)


@rule
def sell(t: Table, seat: int, good: int, cards: int) -> None:
    """ENT-2.4  Each card brings the price; then it falls by as much, and others rise."""
    coins = cards * t.price[good]
    for _ in range(cards):
        take_seen(t.hand[seat], t.known[seat], good)
    t.sold[good] += cards
    t.coins[seat] += coins
    note(t, Kind.SOLD, seat, good, cards, coins)
    for other in range(KINDS):
        if other == good:
            t.price[other] = max(LOW, t.price[other] - cards)
        else:
            t.price[other] = min(HIGH, t.price[other] + 1)


@rule
def standing(
    t: Table, box: Box, points: MutableSequence[int], ranks: MutableSequence[int]
) -> int:
    """ENT-3.3  The most coins win; equals share. Cards in hand are worth nothing."""
    for seat in range(t.seats):
        points[seat] = t.coins[seat]
    rank(t, points, ranks)
    return 1 if t.phase == Phase.OVER else 0
