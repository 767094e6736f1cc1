"""Rules for cards counted by kind: drawing, moving and tracking cards that all have seen.

A place of cards is a row of counts, one for each kind. For a hidden place, a second row of
the same length holds the cards that everyone knows to be there, as lower bounds.
"""

from collections.abc import MutableSequence, Sequence

from .fields import NOTHING
from .rng import chance
from .rule import noinline, rule
from .table import Table


@rule
def count(cards: Sequence[int]) -> int:
    """Return the number of cards in a place."""
    number = 0
    for kind in range(len(cards)):
        number += cards[kind]
    return number


@noinline
def draw(t: Table, cards: MutableSequence[int]) -> int:
    """Draw a random card uniformly and return its kind; NOTHING if there is none.

    The order of a shuffled pile is never stored, so nothing can leak it.
    """
    number = count(cards)
    if number == 0:
        return NOTHING
    left = chance(t, number)
    kind = 0
    while left >= cards[kind]:
        left -= cards[kind]
        kind += 1
    cards[kind] -= 1
    return kind


@rule
def put_seen(
    cards: MutableSequence[int], known: MutableSequence[int], kind: int
) -> None:
    """Add a card that everyone has seen to a hidden place, and to its known cards."""
    cards[kind] += 1
    known[kind] += 1


@rule
def take_seen(
    cards: MutableSequence[int], known: MutableSequence[int], kind: int
) -> None:
    """Remove a card from a hidden place face up, and from its known cards."""
    cards[kind] -= 1
    known[kind] -= known[kind] > 0


@rule
def take_unseen(
    cards: MutableSequence[int], known: MutableSequence[int], kind: int
) -> None:
    """Remove a card from a hidden place face down; it may have been one of the known cards."""
    cards[kind] -= 1
    for other in range(len(known)):
        known[other] -= known[other] > 0


@rule
def move_all(source: MutableSequence[int], to: MutableSequence[int]) -> None:
    """Move all cards from one place to another, such as a discard pile to the draw pile."""
    for kind in range(len(source)):
        to[kind] += source[kind]
        source[kind] = 0
