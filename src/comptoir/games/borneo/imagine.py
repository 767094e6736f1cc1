"""Determinization: deals the others' hands and the pile again.

Everything else is public, including the discard pile, and cards leave a hand only openly. So
everyone knows which cards went into the pile at each shuffle. Everyone also knows how many
cards of each shuffle a player holds: those drawn from that pile, less those laid since.
`shuffled` holds the shuffle of every card. A hidden card is equally likely in any place that
holds a card of its shuffle, and in no other place.
"""

from collections.abc import MutableSequence

from comptoir.engine.rules.rng import chance, renew_chance
from comptoir.engine.rules.rule import rule

from .cards import put_in_hand
from .data import CARDS, NOTHING, Box, Place
from .state import Table


@rule
def imagine(t: Table, box: Box, seat: int, dice: MutableSequence[int]) -> None:
    """Deal again what a seat cannot know, with random numbers independent of the real
    table's.
    """
    renew_chance(t, dice)
    for shuffle in range(t.shuffles + 1):
        count = gather_hidden(t, seat, shuffle)
        count = deal_hands(t, seat, shuffle, count)
        if shuffle == t.shuffles:
            lay_pile(t, count)


@rule
def is_hidden(t: Table, seat: int, card: int) -> bool:
    """BOR-1.8  Return True if a card lies in the pile or in another player's hand."""
    place = t.place[card]
    return place == Place.PILE or (
        Place.HAND <= place < Place.STORE and place != Place.HAND + seat
    )


@rule
def gather_hidden(t: Table, seat: int, shuffle: int) -> int:
    """Collect the hidden cards of one shuffle in ascending order; return their number."""
    count = 0
    for card in range(CARDS):
        if t.shuffled[card] == shuffle and is_hidden(t, seat, card):
            t.pool[count] = card
            count += 1
    return count


@rule
def cards_of_shuffle(t: Table, seat: int, shuffle: int) -> int:
    """Remove a hand's cards of one shuffle and return their number."""
    kept = 0
    cards = t.hand_cards[seat]
    for i in range(cards):
        card = t.hand[seat][i]
        if t.shuffled[card] != shuffle:
            t.hand[seat][kept] = card
            kept += 1
    for i in range(kept, cards):
        t.hand[seat][i] = NOTHING
    t.hand_cards[seat] = kept
    return cards - kept


@rule
def deal_hands(t: Table, seat: int, shuffle: int, count: int) -> int:
    """Give the others as many cards of a shuffle as they hold; return how many are left."""
    for other in range(t.seats):
        if other != seat:
            for _ in range(cards_of_shuffle(t, other, shuffle)):
                at = chance(t, count)
                count -= 1
                put_in_hand(t, other, t.pool[at])
                t.pool[at] = t.pool[count]
                t.pool[count] = NOTHING
    return count


@rule
def lay_pile(t: Table, count: int) -> None:
    """Make the `count` hidden cards that are left the pile."""
    for i in range(count):
        card = t.pool[i]
        t.pool[i] = NOTHING
        t.pile[i] = card
        t.place[card] = Place.PILE
