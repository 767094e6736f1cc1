"""NEG-5, the forced sale: the seller gives two cards for one of a good that they name."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.helpers import add_if
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY, left_of

from .data import COPIES, GOODS, HIDE, NAME, TAKE, Box, Phase
from .deal import end_sale, give_card
from .knowledge import forget_given, show_cards
from .market import clear_offer, has_offer, list_cards
from .state import Kind, Table


@rule
def force_sale(t: Table, seat: int) -> None:
    """NEG-5.1  Begin a forced sale: buyers take their offers back, the seller the added
    coins.
    """
    note(t, Kind.FORCED, seat)
    for buyer in range(t.seats):
        t.ready[buyer] = 0
        if has_offer(t, buyer):
            clear_offer(t, buyer)
            note(t, Kind.RETURNED, buyer)
    if t.lot_coins > 0:
        note(t, Kind.COINS_RETURNED, seat, t.lot_coins)
        t.lot_coins = 0
    t.phase = Phase.SECOND


@rule
def legal_second(t: Table, seat: int, moves: MutableSequence[int]) -> int:
    """NEG-5.1  List the cards of the hand, any of which may be the hidden second card."""
    return list_cards(t, seat, HIDE, moves, 0)


@rule
def put_second(t: Table, seat: int, card: int) -> None:
    """NEG-5.1  Put a second card beside the first."""
    t.hand[seat][card] -= 1
    t.second = card
    note(t, Kind.SECOND, seat, card)
    t.phase = Phase.NAMING


@rule
def on_market(t: Table, good: int) -> bool:
    """NEG-5.2  Return True if one of the two cards on the market is of a good."""
    return good in (t.lot, t.second)


@rule
def legal_names(t: Table, seat: int, moves: MutableSequence[int]) -> int:
    """NEG-5.2  List the goods not in hand; one on the market only if no other can be named."""
    count = 0
    for good in range(GOODS):
        may = t.hand[seat][good] == 0 and not on_market(t, good)
        count = add_if(may, moves, count, NAME + good)
    if count > 0:
        return count
    for good in range(GOODS):
        count = add_if(t.hand[seat][good] == 0, moves, count, NAME + good)
    return count


@rule
def name_good(t: Table, seat: int, good: int) -> None:
    """NEG-5.3  Name a good: every buyer shows all cards of it, and the places of the rest
    follow.
    """
    t.named = good
    note(t, Kind.NAMED, seat, good)
    missing = COPIES
    buyer = left_of(t, seat)
    while buyer != seat:
        cards = t.hand[buyer][good]
        missing -= cards
        show_cards(t, buyer, good, cards)
        note(t, Kind.SHOWED, buyer, good, cards)
        buyer = left_of(t, buyer)
    show_cards(t, seat, good, missing)  # no hand has them, so they lie on the market
    t.phase = Phase.PICK


@rule
def legal_picks(t: Table, seat: int, moves: MutableSequence[int]) -> int:
    """NEG-5.4  List the owners of the cards that were shown."""
    count = 0
    for owner in range(t.seats):
        may = owner != seat and t.hand[owner][t.named] > 0
        count = add_if(may, moves, count, TAKE + owner)
    return count


@rule
def tells_order(box: Box) -> bool:
    """NEG-4.2  Return True if the lot always goes to its new owner before the second card.

    Version 1 of the rules did so, which revealed to everyone if a hidden lot was the good
    named.
    """
    return box.rules == 1


@rule
def pick_card(t: Table, box: Box, seat: int, owner: int) -> None:
    """NEG-5.4  Take one card only; its owner gets both market cards, unseen by the others."""
    good = t.named
    note(t, Kind.PICKED, seat, good, owner)
    # What was shown gave away that a card on the market is the good named.
    first, first_seen = t.lot, t.lot_hidden == 0 or t.lot == good
    last, last_seen = t.second, t.second == good
    if last_seen and not first_seen and not tells_order(box):
        first, last = last, first
        first_seen, last_seen = True, False
    forget_given(t, owner, seat, good, True)
    forget_given(t, seat, owner, first, first_seen)
    forget_given(t, seat, owner, last, last_seen)
    t.hand[owner][good] -= 1
    give_card(t, owner, seat, good, True)
    give_card(t, seat, owner, first, first_seen)
    give_card(t, seat, owner, last, last_seen)
    t.forced_from[seat] = owner
    t.last_buyer = NOBODY
    t.streak = 0
    end_sale(t, box, owner, seat)
