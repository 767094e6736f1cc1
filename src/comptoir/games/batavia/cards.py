"""BAT-3.9, ship cards: drawing them, and making a new pile from the discarded ones."""

from collections.abc import MutableSequence, Sequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rng import chance
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY

from .data import COMPANIES
from .state import Kind, Table


@rule
def count_cards(cards: Sequence[int]) -> int:
    """Return the number of cards in a row of counts by company."""
    count = 0
    for company in range(COMPANIES):
        count += cards[company]
    return count


@rule
def take_card(t: Table, cards: MutableSequence[int]) -> int:
    """Take one of the given cards at random and return its company.

    The order of a shuffled pile is never stored, so nothing can leak it.
    """
    left = chance(t, count_cards(cards))
    company = 0
    while left >= cards[company]:
        left -= cards[company]
        company += 1
    cards[company] -= 1
    return company


@rule
def draw_to_hand(t: Table, seat: int) -> int:
    """Take the top card of the pile, unseen by the others, and return its company."""
    company = take_card(t, t.pile)
    t.hand[seat][company] += 1
    t.drawn[seat][company] += 1
    return company


@rule
def refill_pile(t: Table) -> None:
    """BAT-3.9  If the pile is empty, shuffle the discarded cards into a new one at once."""
    if count_cards(t.pile) > 0:
        return
    cards = count_cards(t.discard)
    for company in range(COMPANIES):
        t.pile[company] = t.discard[company]
        t.discard[company] = 0
        t.shuffled[company] = t.pile[company]
        for seat in range(t.seats):
            t.drawn[seat][company] = 0
            t.spent[seat][company] = 0
    if cards > 0:
        note(t, Kind.SHUFFLED, NOBODY, cards)
