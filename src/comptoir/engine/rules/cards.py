"""Cards counted by kind, in the rule subset: drawing them, and what all have seen of them.

A place of cards is a row of numbers, one a kind. What everyone knows to lie in a hidden
place is a row of the same length, at least so many of each kind.
"""

from collections.abc import MutableSequence, Sequence

from .fields import NOTHING
from .rng import chance
from .rule import noinline, rule
from .table import Table


@rule
def count(cards: Sequence[int]) -> int:
    """Count the cards of a place."""
    number = 0
    for kind in range(len(cards)):
        number += cards[kind]
    return number


@noinline
def draw(t: Table, cards: MutableSequence[int]) -> int:
    """Take a card by chance, each as likely, and return its kind; NOTHING if there is none.

    A shuffled pile is drawn card by card: no order is laid down that anyone could read.
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
    """Put a card that all have seen into a hidden place."""
    cards[kind] += 1
    known[kind] += 1


@rule
def take_seen(
    cards: MutableSequence[int], known: MutableSequence[int], kind: int
) -> None:
    """Take a card out of a hidden place before the eyes of all."""
    cards[kind] -= 1
    known[kind] -= known[kind] > 0


@rule
def take_unseen(
    cards: MutableSequence[int], known: MutableSequence[int], kind: int
) -> None:
    """Take a card out of a hidden place face down: it may have been any that was known."""
    cards[kind] -= 1
    for other in range(len(known)):
        known[other] -= known[other] > 0


@rule
def move_all(source: MutableSequence[int], to: MutableSequence[int]) -> None:
    """Move all cards of a place to another one: a discard pile becomes the pile."""
    for kind in range(len(source)):
        to[kind] += source[kind]
        source[kind] = 0
