"""NEG-6, the end: eight goods and ten coins, or the limit of sales."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import noinline, rule
from comptoir.engine.rules.table import NOBODY

from .data import ALL_COINS, CARDS, GOODS, Box, Ending, Phase
from .knowledge import show_cards
from .state import Kind, Table


@rule
def count_goods(t: Table, seat: int) -> int:
    """NEG-6.2  Return the number of different goods in a hand.

    NEG-1.3  Contraband is not a good.
    """
    count = 0
    for good in range(GOODS):
        if t.hand[seat][good] > 0:
            count += 1
    return count


@rule
def goal_reached(t: Table, box: Box, seat: int) -> int:
    """NEG-6.2  Return the ending that a seat has reached: eight goods and ten coins.

    NEG-6.4  With the goal of 2008: eight goods, or more than 31 coins.
    """
    all_goods = count_goods(t, seat) == GOODS
    if all_goods and (box.goal_2008 or t.coins[seat] >= box.goal_coins):
        return Ending.GOODS
    if box.goal_2008 and t.coins[seat] > box.rich:
        return Ending.COINS
    return Ending.NOT_YET


@rule
def find_winner(t: Table, box: Box, buyer: int, seller: int) -> bool:
    """NEG-6.3  End the game if a sale brings a winner; the buyer is checked first.

    NEG-6.5  If there is no winner, check the limit of sales. Return True if the game is over.
    """
    if goal_reached(t, box, buyer) != Ending.NOT_YET:
        win(t, box, buyer)
    elif goal_reached(t, box, seller) != Ending.NOT_YET:
        win(t, box, seller)
    elif t.sales >= box.last_sale:
        stop_at_limit(t, box)
    return t.phase == Phase.OVER


@noinline
def win(t: Table, box: Box, seat: int) -> None:
    """NEG-6.2  End the game for a winner, whose hand is shown."""
    t.winner = seat
    end_game(t, goal_reached(t, box, seat))
    show_hand(t, seat)
    note(t, Kind.WON, seat, count_goods(t, seat), t.coins[seat])


@rule
def stop_at_limit(t: Table, box: Box) -> None:
    """NEG-6.5  End the game at the limit of sales: all hands are shown and compared."""
    end_game(t, Ending.LIMIT)
    for seat in range(t.seats):
        show_hand(t, seat)
    for seat in range(t.seats):
        if rank_at_limit(t, box, seat) == 1:
            note(t, Kind.WON, seat, count_goods(t, seat), t.coins[seat])


@rule
def end_game(t: Table, ending: int) -> None:
    """End the game in the given way."""
    t.ending = ending
    t.phase = Phase.OVER
    t.seller = NOBODY
    t.last_buyer = NOBODY
    t.streak = 0
    note(t, Kind.ENDED, NOBODY, ending)


@rule
def show_hand(t: Table, seat: int) -> None:
    """NEG-6.2  Show a whole hand to all."""
    for card in range(CARDS):
        cards = t.hand[seat][card]
        if cards > 0:
            show_cards(t, seat, card, cards)
            note(t, Kind.SHOWED_HAND, seat, card, cards)


@rule
def merit(t: Table, box: Box, seat: int) -> int:
    """NEG-6.5  Return a seat's merit as one number: ten coins first, then different goods,
    then coins.
    """
    enough = 1 if t.coins[seat] >= box.goal_coins else 0
    return (enough * (GOODS + 1) + count_goods(t, seat)) * ALL_COINS + t.coins[seat]


@rule
def rank_at_limit(t: Table, box: Box, seat: int) -> int:
    """NEG-6.5  Return a seat's rank: one more for each seat with more merit; ties share a
    rank.
    """
    rank = 1
    for other in range(t.seats):
        if merit(t, box, other) > merit(t, box, seat):
            rank += 1
    return rank


@rule
def standing(
    t: Table, box: Box, points: MutableSequence[int], ranks: MutableSequence[int]
) -> int:
    """Write 1 point for a winner, and the ranks; before the end, use public facts only.

    Return the ending.
    """
    for seat in range(t.seats):
        ranks[seat] = 1
        if t.ending == Ending.LIMIT:
            ranks[seat] = rank_at_limit(t, box, seat)
        elif t.ending != Ending.NOT_YET and seat != t.winner:
            ranks[seat] = 2
        points[seat] = 1 if t.ending != Ending.NOT_YET and ranks[seat] == 1 else 0
    return t.ending
