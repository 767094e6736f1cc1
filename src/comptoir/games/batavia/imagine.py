"""Determinization: deals the others' hands, the pile and the face-down stalls again.

What an attentive player has seen is kept: the cards that players bought in auctions and have
not laid yet, and which cards went into the pile when it was last shuffled. A player who has
drawn from that pile still holds the cards drawn or has laid them. Bills are kept too, since
every payment is public.
"""

from collections.abc import MutableSequence

from comptoir.engine.rules.rng import chance, renew_chance
from comptoir.engine.rules.rule import rule

from .cards import count_cards, take_card
from .data import BLOCK, CARDS, COMPANIES, GOODS, SPACES, Box
from .setup import shuffle_spaces
from .state import Table

TRIES = 16  # attempts to find draws consistent with the hands; the first nearly always succeeds


@rule
def imagine(t: Table, box: Box, seat: int, dice: MutableSequence[int]) -> None:
    """Deal again what a seat cannot know, with random numbers independent of the real
    table's.
    """
    renew_chance(t, dice)
    fits = False
    tries = 0
    while not fits and tries < TRIES:
        imagine_pile(t, seat)
        imagine_draws(t, seat)
        fits = draws_fit(t, seat)
        tries += 1
    imagine_hands(t, seat, fits)
    imagine_stalls(t)


@rule
def cards_known(t: Table, seat: int, company: int) -> int:
    """Return how many cards of a company a seat knows to be in the others' hands."""
    count = 0
    for other in range(t.seats):
        if other != seat:
            count += t.known[other][company]
    return count


@rule
def cards_unseen(t: Table, seat: int, company: int) -> int:
    """Return how many cards of a company are in the pile or in the others' hands."""
    open_cards = t.marker[company] + t.packet[company] + t.discard[company]
    return CARDS - open_cards - t.hand[seat][company]


@rule
def imagine_pile(t: Table, seat: int) -> None:
    """Fill the pile with the cards shuffled into it, without those that a player is known to
    hold.
    """
    count = count_cards(t.pile)
    for company in range(COMPANIES):
        put_in = t.shuffled[company] - t.drawn[seat][company]
        free = cards_unseen(t, seat, company) - cards_known(t, seat, company)
        t.pool[company] = min(put_in, free)
        t.pile[company] = 0
    take_cards(t, t.pile, count)


@rule
def imagine_draws(t: Table, seat: int) -> None:
    """Give each other seat as many cards of the pile as it has drawn unseen."""
    for company in range(COMPANIES):
        left = t.shuffled[company] - t.drawn[seat][company] - t.pile[company]
        t.pool[company] = left
    for other in range(t.seats):
        if other != seat:
            t.draws[other] = count_cards(t.drawn[other])
            for company in range(COMPANIES):
                t.drawn[other][company] = 0
            draw_spent_cards(t, other)
    for other in range(t.seats):
        if other != seat:
            take_cards(t, t.drawn[other], t.draws[other])
            t.draws[other] = 0


@rule
def draw_spent_cards(t: Table, seat: int) -> None:
    """Decide which laid cards a seat had drawn from the pile, if its hand cannot hold all it
    drew.
    """
    unknown = count_cards(t.hand[seat]) - count_cards(t.known[seat])
    for _ in range(t.draws[seat] - unknown):
        choices = 0
        for company in range(COMPANIES):
            choices += spent_and_drawable(t, seat, company)
        if choices == 0:
            return
        left = chance(t, choices)
        company = 0
        while left >= spent_and_drawable(t, seat, company):
            left -= spent_and_drawable(t, seat, company)
            company += 1
        t.pool[company] -= 1
        t.drawn[seat][company] += 1
        t.draws[seat] -= 1


@rule
def spent_and_drawable(t: Table, seat: int, company: int) -> int:
    """Return how many of a company's cards laid by a seat may come from the pile."""
    return min(t.spent[seat][company] - t.drawn[seat][company], t.pool[company])


@rule
def surely_held(t: Table, seat: int, company: int, fits: bool) -> int:
    """Return how many cards a seat must hold: seen when bought, or drawn since and not laid.

    If no consistent draws were found, only the cards seen when bought are certain.
    """
    unspent = max(0, t.drawn[seat][company] - t.spent[seat][company])
    return t.known[seat][company] + (unspent if fits else 0)


@rule
def left_for_others(t: Table, seat: int, company: int, fits: bool) -> int:
    """Return how many unseen cards of a company are neither in the pile nor certain to be in
    a hand.
    """
    left = cards_unseen(t, seat, company) - t.pile[company]
    for other in range(t.seats):
        if other != seat:
            left -= surely_held(t, other, company, fits)
    return left


@rule
def room_for_others(t: Table, seat: int, fits: bool) -> int:
    """Return the number of unknown cards in a seat's hand."""
    room = count_cards(t.hand[seat])
    for company in range(COMPANIES):
        room -= surely_held(t, seat, company, fits)
    return room


@rule
def draws_fit(t: Table, seat: int) -> bool:
    """Return True if the other hands can hold the cards drawn, in total and by company."""
    for other in range(t.seats):
        if other != seat and room_for_others(t, other, True) < 0:
            return False
    for company in range(COMPANIES):
        if left_for_others(t, seat, company, True) < 0:
            return False
    return True


@rule
def imagine_hands(t: Table, seat: int, fits: bool) -> None:
    """Give the others the cards they must hold, and unseen cards for the rest."""
    for company in range(COMPANIES):
        t.pool[company] = left_for_others(t, seat, company, fits)
    for other in range(t.seats):
        if other != seat:
            room = room_for_others(t, other, fits)
            for company in range(COMPANIES):
                t.hand[other][company] = surely_held(t, other, company, fits)
            take_cards(t, t.hand[other], room)


@rule
def take_cards(t: Table, cards: MutableSequence[int], count: int) -> None:
    """Move `count` random cards from the pool to a row of cards."""
    for _ in range(count):
        cards[take_card(t, t.pool)] += 1


@rule
def imagine_stalls(t: Table) -> None:
    """Put the face-down tiles in order, then shuffle them as BAT-2.1 does."""
    hidden = 0
    for space in range(t.face_up + 1, SPACES + 1):
        hidden |= 1 << t.stall[space]
    blocks = (SPACES - t.face_up) // BLOCK
    for company in range(COMPANIES):
        space = t.face_up + 1 + company
        for good in range(GOODS):
            tile = company * GOODS + good
            if hidden >> tile & 1:
                t.stall[space] = tile
                space += BLOCK
        shuffle_spaces(t, t.face_up + 1 + company, blocks, BLOCK)
    for block in range(blocks):
        shuffle_spaces(t, t.face_up + 1 + block * BLOCK, BLOCK, 1)
