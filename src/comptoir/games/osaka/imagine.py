"""What a seat cannot know, dealt anew: which cards of the pile were kept as points unseen.

Everything else has lain open before all players. Starting hands were turned up, coins
come from the face-up market, cards paid or discarded for insurance lie on the open discard
pile: who remembers knows every hand, and `imagine` leaves hands as they are (what a seat is
*shown* is the business of `view`). Lots and the cards kept from them were seen, and so was
every sale: points and piles of points stay too.

Hidden are the pile and the cards that came from it face down as points, seen by nobody.
Together they are known, as what went into the pile when it was last shuffled less what it
has shown since; which of them still lie in the pile is not. When the pile runs out, the
unseen ones are known by counting, and `renew_pile` files them with the cards seen.
So the imagined table is the same whichever seat imagines it.
"""

from collections.abc import MutableSequence

from comptoir.engine.rules.rng import renew_chance
from comptoir.engine.rules.rule import rule

from .cards import count_cards, take_card
from .data import KINDS, Box
from .state import Table


@rule
def imagine(t: Table, box: Box, seat: int, dice: MutableSequence[int]) -> None:
    """Deal anew what a seat cannot know, by a chance that knows nothing of the real one."""
    renew_chance(t, dice)
    imagine_points(t)


@rule
def imagine_points(t: Table) -> None:
    """OSA-5.3  Put the unseen points back, shuffle, and take as many out again."""
    points = count_cards(t.unseen)
    count = count_cards(t.pile) + points
    for kind in range(KINDS):
        t.pile[kind] += t.unseen[kind]
        t.unseen[kind] = 0
    for drawn in range(points):
        t.unseen[take_card(t, t.pile, count - drawn)] += 1
