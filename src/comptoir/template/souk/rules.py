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

from .table import GOODS, PAIR, TAKE, TRIO, Box, Kind, Table

KINDS = len(GOODS)
START = 2  # cards dealt to each
FOR_PAIR = 3  # coins
FOR_TRIO = 7


@rule
def deal(t: Table, box: Box) -> None:
    """SOU-1.1  Deal two cards to each player from the pile, then fill the market."""
    for seat in range(t.seats):
        for _ in range(START):
            good = draw(t, t.pile)
            t.hand[seat][good] += 1
            note(t, Kind.DEALT, seat, good)
    for _ in range(box.stalls):
        show_card(t)
    t.turn = chance(t, t.seats)


@rule
def show_card(t: Table) -> None:
    """SOU-1.2  The market is filled from the pile, as long as there are cards."""
    good = draw(t, t.pile)
    if good != NOTHING:
        t.market[good] += 1
        note(t, Kind.SHOWN, NOBODY, good)


@rule
def actors(t: Table, box: Box) -> int:
    """SOU-2.1  Players take turns, clockwise."""
    return 0 if t.over else 1 << t.turn


@rule
def legal(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """SOU-2.2  Take a card from the market, up to the limit, or sell two or three alike."""
    if t.over or seat != t.turn:
        return 0
    number = 0
    room = count(t.hand[seat]) < box.limit
    for good in range(KINDS):
        number = add_if(room and t.market[good] > 0, moves, number, TAKE + good)
    for good in range(KINDS):
        number = add_if(t.hand[seat][good] > 1, moves, number, PAIR + good)
    for good in range(KINDS):
        number = add_if(t.hand[seat][good] > 2, moves, number, TRIO + good)  # noqa: PLR2004
    return number


@rule
def play(t: Table, box: Box, seat: int, action: int) -> None:
    """SOU-2.3  The game is over when the market is empty."""
    if TAKE <= action < TAKE + KINDS:
        take(t, seat, action - TAKE)
    elif PAIR <= action < PAIR + KINDS:
        sell(t, seat, action - PAIR, 2, FOR_PAIR)
    else:
        sell(t, seat, action - TRIO, 3, FOR_TRIO)
    t.turn = left_of(t, seat)
    if count(t.market) == 0:
        t.over = 1
        note(t, Kind.ENDED, NOBODY)


@rule
def take(t: Table, seat: int, good: int) -> None:
    """SOU-2.2  Everyone sees which card is taken."""
    t.market[good] -= 1
    put_seen(t.hand[seat], t.known[seat], good)
    note(t, Kind.TOOK, seat, good)
    show_card(t)


@rule
def sell(t: Table, seat: int, good: int, cards: int, coins: int) -> None:
    """SOU-2.4  Two alike bring 3 coins, three bring 7. Everyone sees them leave the hand."""
    for _ in range(cards):
        take_seen(t.hand[seat], t.known[seat], good)
    t.sold[good] += cards
    t.coins[seat] += coins
    note(t, Kind.SOLD, seat, good, cards, coins)


@rule
def standing(
    t: Table, box: Box, points: MutableSequence[int], ranks: MutableSequence[int]
) -> int:
    """SOU-3.1  The player with the most coins wins; ties share the rank."""
    for seat in range(t.seats):
        points[seat] = t.coins[seat]
    rank(t, points, ranks)
    return t.over
