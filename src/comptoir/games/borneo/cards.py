"""Shipment cards: in hands and warehouses, drawn and discarded (BOR-7.2)."""

from comptoir.engine.model.events import note
from comptoir.engine.rules.rng import chance
from comptoir.engine.rules.rule import noinline, rule
from comptoir.engine.rules.table import NOBODY

from .data import CARDS, NOTHING, Box, Place
from .state import Kind, Table


@rule
def good_of(box: Box, card: int) -> int:
    """Return the good on a card: one or two units of a spice."""
    return box.spice[card] * 2 + box.units[card] - 1


@rule
def put_in_hand(t: Table, seat: int, card: int) -> None:
    """Put a card into a hand, which is kept sorted."""
    at = t.hand_cards[seat]
    while at > 0 and t.hand[seat][at - 1] > card:
        t.hand[seat][at] = t.hand[seat][at - 1]
        at -= 1
    t.hand[seat][at] = card
    t.hand_cards[seat] += 1
    t.place[card] = Place.HAND + seat


@rule
def take_from_hand(t: Table, seat: int, card: int) -> None:
    """Take a card out of a hand; the caller puts it elsewhere."""
    last = t.hand_cards[seat] - 1
    at = 0
    while t.hand[seat][at] != card:
        at += 1
    while at < last:
        t.hand[seat][at] = t.hand[seat][at + 1]
        at += 1
    t.hand[seat][last] = NOTHING
    t.hand_cards[seat] = last


@rule
def store_card(t: Table, box: Box, seat: int, card: int) -> None:
    """BOR-1.8  Put a card face up in a player's warehouse."""
    t.place[card] = Place.STORE + seat
    t.stock[seat][box.spice[card]] += box.units[card]


@rule
def discard_card(t: Table, card: int) -> None:
    """Put a card on the face-up discard pile."""
    t.place[card] = Place.DISCARD


@rule
def renew_pile(t: Table) -> None:
    """BOR-7.2  As soon as the pile is empty, shuffle the discard pile into a new one."""
    if t.pile_cards > 0:
        return
    for card in range(CARDS):
        if t.place[card] == Place.DISCARD:
            t.place[card] = Place.PILE
            t.shuffled[card] = t.shuffles + 1
            t.pile[t.pile_cards] = card
            t.pile_cards += 1
    if t.pile_cards > 0:
        t.shuffles += 1
        note(t, Kind.SHUFFLED, NOBODY, t.pile_cards)


@noinline
def draw_card(t: Table, seat: int) -> int:
    """BOR-7.2  Take the top card of the pile; NOTHING if both piles have run out.

    The pile has no stored order: any of its cards is equally likely.
    """
    renew_pile(t)
    if t.pile_cards == 0:
        return NOTHING
    last = t.pile_cards - 1
    at = chance(t, t.pile_cards)
    card = t.pile[at]
    t.pile[at] = t.pile[last]
    t.pile[last] = NOTHING
    t.pile_cards = last
    put_in_hand(t, seat, card)
    return card
