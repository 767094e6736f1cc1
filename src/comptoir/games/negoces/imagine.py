"""Determinization: deals the others' hands and the hidden cards on the market again.

What an attentive player has seen is kept, as lower bounds for each hand: cards given, received,
laid open or shown. The other cards are dealt in whole series, as in NEG-2.1. Then as many of
them are swapped as have changed hands unseen. Nothing is inferred from what players did not do
(win, name another good, make an offer). The knowledge of the other players is reduced to what
everyone has seen.
"""

from collections.abc import MutableSequence

from comptoir.engine.rules.rng import chance, renew_chance
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY

from .data import ALL_CARDS, CARDS, CONTRABAND, COPIES, NOTHING, PLAYERS, Box, Phase
from .setup import clear_kinds, shuffle_kinds
from .state import PUBLIC, Table


@rule
def imagine(t: Table, box: Box, seat: int, dice: MutableSequence[int]) -> None:
    """Deal again what a seat cannot know, with random numbers independent of the real
    table's.
    """
    renew_chance(t, dice)
    take_back_market(t, seat)
    count = fill_pool(t, seat)
    stir_pool(t, seat, count)
    deal_pool(t, seat)
    if t.seller not in (seat, NOBODY):
        imagine_market(t)
    imagine_offers(t, seat)
    imagine_knowledge(t, seat)


@rule
def take_back_market(t: Table, seat: int) -> None:
    """Put the cards on the market into their owners' hands, to be dealt with the rest."""
    if t.seller in (seat, NOBODY):
        return
    if t.lot != NOTHING:
        t.hand[t.seller][t.lot] += 1
    if t.second != NOTHING:
        t.hand[t.seller][t.second] += 1


@rule
def copies_of(t: Table, card: int) -> int:
    """Return the number of cards of a kind in the players' hands and on the market."""
    if card == CONTRABAND:
        return 0 if t.phase == Phase.AUCTION else 1
    return COPIES


@rule
def copies_unseen(t: Table, seat: int, card: int) -> int:
    """Return the number of cards of a kind whose place a seat does not know."""
    count = copies_of(t, card) - t.hand[seat][card]
    if seat == t.seller:
        if t.lot == card:
            count -= 1
        if t.second == card:
            count -= 1
    for other in range(t.seats):
        if other != seat:
            count -= t.known[seat][other][card]
    return count


@rule
def fill_pool(t: Table, seat: int) -> int:
    """Fill the pool with the cards whose place a seat does not know.

    They are in whole series, in random order.
    """
    shuffle_kinds(t, CARDS)
    count = 0
    for place in range(CARDS):
        card = t.kinds[place]
        for _ in range(copies_unseen(t, seat, card)):
            t.pool[count] = card
            count += 1
    clear_kinds(t)
    return count


@rule
def stir_pool(t: Table, seat: int, count: int) -> None:
    """Swap as many cards of the pool as have changed hands unseen by the seat."""
    if count == 0:
        return
    for _ in range(min(t.unseen[seat], ALL_CARDS)):
        one = chance(t, count)
        other = chance(t, count)
        card = t.pool[one]
        t.pool[one] = t.pool[other]
        t.pool[other] = card


@rule
def deal_pool(t: Table, seat: int) -> None:
    """Give the others the cards they are known to hold, and cards of the pool for the rest."""
    place = 0
    for other in range(t.seats):
        if other != seat:
            rest = 0
            for card in range(CARDS):
                known = t.known[seat][other][card]
                rest += t.hand[other][card] - known
                t.hand[other][card] = known
            for _ in range(rest):
                t.hand[other][t.pool[place]] += 1
                t.pool[place] = 0
                place += 1


@rule
def imagine_market(t: Table) -> None:
    """Choose from the imagined hand the cards that the seller may have hidden on the market."""
    hand = t.hand[t.seller]
    shown = 0
    if t.phase == Phase.PICK:
        # all copies of the named good were shown, so none is left in the seller's hand: NEG-5.2
        shown = hand[t.named]
    if t.lot != NOTHING:
        if not t.lot_hidden:
            if t.lot == t.named:
                shown -= 1
            hand[t.lot] -= 1
        else:
            cards = 1 if t.second == NOTHING else 2
            t.lot = choose_hidden(t, hand, shown, cards)
            if t.lot == t.named:
                shown -= 1
    if t.second != NOTHING:
        t.second = choose_hidden(t, hand, shown, 1)


@rule
def choose_hidden(t: Table, hand: MutableSequence[int], shown: int, places: int) -> int:
    """Take a card from a hand for one of the next places, of which `shown` hold the good
    named.
    """
    if shown > 0 and chance(t, places) < shown:
        hand[t.named] -= 1
        return t.named
    card = draw_card(t, hand, t.named if t.phase == Phase.PICK else NOTHING)
    hand[card] -= 1
    return card


@rule
def draw_card(t: Table, hand: MutableSequence[int], other_than: int) -> int:
    """Choose a random card of a hand, uniformly, of any kind but one."""
    count = 0
    for card in range(CARDS):
        count += hand[card] * (card != other_than)
    place = chance(t, count)
    card = 0
    while card == other_than or place >= hand[card]:
        place -= hand[card] * (card != other_than)
        card += 1
    return card


@rule
def imagine_offers(t: Table, seat: int) -> None:
    """Choose each buyer's hidden offer at random from that buyer's imagined hand."""
    for other in range(t.seats):
        if other != seat and t.offer_hidden[other]:
            t.offer[other] = draw_card(t, t.hand[other], NOTHING)


@rule
def imagine_knowledge(t: Table, seat: int) -> None:
    """Reset the other players' knowledge to what everyone has seen."""
    for watcher in range(PLAYERS):
        if watcher != seat:
            for other in range(PLAYERS):
                t.caught[watcher][other] = 0
                for card in range(CARDS):
                    known = t.known[PUBLIC][other][card] if other != watcher else 0
                    t.known[watcher][other][card] = known
