"""What a seat cannot know, dealt anew: others' hands, the pile, the stalls face down.

What an attentive player has seen is kept: cards bought in auctions until they are laid,
and which cards went into the pile when it was last shuffled. Bills are kept too, since
every payment is seen.
"""

from collections.abc import MutableSequence

from comptoir.engine.rng import KEY_WORDS, dice_word, start_chance
from comptoir.engine.rule import rule
from comptoir.engine.table import Box, Table

from .cards import count_cards, take_card
from .data import BLOCK, CARDS, COMPANIES, GOODS, SPACES
from .setup import shuffle_spaces


@rule
def imagine(t: Table, box: Box, seat: int, dice: MutableSequence[int]) -> None:
    """Deal anew what a seat cannot know, by a chance that knows nothing of the real one."""
    for word in range(KEY_WORDS):
        t.key[word] = dice_word(dice)
    start_chance(t, t.key, 0)
    imagine_pile(t, seat)
    imagine_draws(t, seat)
    imagine_hands(t, seat)
    imagine_stalls(t)


@rule
def cards_known(t: Table, seat: int, company: int) -> int:
    """Count the cards of a company that a seat knows to be in the others' hands."""
    count = 0
    for other in range(t.seats):
        if other != seat:
            count += t.known[other][company]
    return count


@rule
def cards_unseen(t: Table, seat: int, company: int) -> int:
    """Count the cards of a company that lie in the pile or in the others' hands."""
    open_cards = t.marker[company] + t.packet[company] + t.discard[company]
    return CARDS - open_cards - t.hand[seat][company]


@rule
def imagine_pile(t: Table, seat: int) -> None:
    """Fill the pile with cards that went into it and that no one is known to hold."""
    count = count_cards(t.pile)
    for company in range(COMPANIES):
        put_in = t.shuffled[company] - t.drawn[seat][company]
        free = cards_unseen(t, seat, company) - cards_known(t, seat, company)
        t.pool[company] = min(put_in, free)
        t.pile[company] = 0
    take_cards(t, t.pile, count)


@rule
def imagine_draws(t: Table, seat: int) -> None:
    """Give the others the cards that left the pile unseen."""
    for company in range(COMPANIES):
        left = t.shuffled[company] - t.drawn[seat][company] - t.pile[company]
        t.pool[company] = left
    for other in range(t.seats):
        if other != seat:
            count = count_cards(t.drawn[other])
            for company in range(COMPANIES):
                t.drawn[other][company] = 0
            take_cards(t, t.drawn[other], count)


@rule
def imagine_hands(t: Table, seat: int) -> None:
    """Give the others the cards they are known to hold, and unseen ones for the rest."""
    for company in range(COMPANIES):
        unseen = cards_unseen(t, seat, company) - cards_known(t, seat, company)
        t.pool[company] = unseen - t.pile[company]
    for other in range(t.seats):
        if other != seat:
            count = count_cards(t.hand[other]) - count_cards(t.known[other])
            for company in range(COMPANIES):
                t.hand[other][company] = t.known[other][company]
            take_cards(t, t.hand[other], count)


@rule
def take_cards(t: Table, cards: MutableSequence[int], count: int) -> None:
    """Move `count` cards by chance from the pool to some cards."""
    for _ in range(count):
        cards[take_card(t, t.pool)] += 1


@rule
def imagine_stalls(t: Table) -> None:
    """Lay the tiles that are face down in order, then shuffle them as BAT-2.1 does."""
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
