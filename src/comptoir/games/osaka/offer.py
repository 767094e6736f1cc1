"""What the market offers a seat: the cards of a purchase, and the lots they would make."""

from comptoir.engine.rules.rule import rule

from .data import POINT, RANKS, Box
from .market import is_open_to
from .state import Table

BITS = 4  # bits per digit, in a number with one digit for every kind or colour
DIGIT = (1 << BITS) - 1


@rule
def open_kinds(t: Table, seat: int) -> int:
    """Return the cards a purchase would bring, as a number with a digit for every kind."""
    goods = 0
    for slot in range(t.market_cards):
        goods += is_open_to(t, slot, seat) << BITS * t.market[slot]
    return goods


@rule
def cards_for(goods: int, colour: int) -> int:
    """Return the number of a colour's cards that a purchase would bring."""
    count = 0
    for kind in range(colour * RANKS, (colour + 1) * RANKS):
        count += goods >> BITS * kind & DIGIT
    return count


@rule
def points_with(t: Table, box: Box, seat: int, colour: int, goods: int) -> int:
    """Return the points of a lot, with the cards that a purchase would add to it."""
    cards = 0
    best = 0
    for kind in range(colour * RANKS, (colour + 1) * RANKS):
        count = t.goods[seat][kind] + (goods >> BITS * kind & DIGIT)
        cards += count
        if count > 0:
            best = box.value[kind]  # of a colour, later kinds have higher values
    return ((best + t.tokens[seat][colour]) * cards + POINT - 1) // POINT
