"""OSA-6.2, cards: drawing them, and making a new pile from the discarded ones."""

from collections.abc import MutableSequence, Sequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rng import chance
from comptoir.engine.rules.rule import noinline, rule
from comptoir.engine.rules.table import NOBODY

from .data import KINDS, NOTHING, Box
from .state import Kind, Table


@rule
def count_cards(cards: Sequence[int]) -> int:
    """Return the number of cards in a row of counts by kind."""
    count = 0
    for kind in range(KINDS):
        count += cards[kind]
    return count


@rule
def count_coins(box: Box, cards: Sequence[int]) -> int:
    """Return the sum of the values of cards, given as counts by kind."""
    coins = 0
    for kind in range(KINDS):
        coins += cards[kind] * box.value[kind]
    return coins


@rule
def take_card(t: Table, cards: MutableSequence[int], count: int) -> int:
    """Take one of `count` cards at random and return its kind.

    The order of a shuffled pile is never stored, so nothing can leak it.
    """
    left = chance(t, count)
    kind = 0
    while left >= cards[kind]:
        left -= cards[kind]
        kind += 1
    cards[kind] -= 1
    return kind


@noinline
def draw_card(t: Table) -> int:
    """OSA-6.2  Take the top card of the pile; NOTHING if pile and discard pile have run out.

    The caller puts the card elsewhere and then calls `renew_pile`.
    """
    count = count_cards(t.pile)
    if (
        count == 0
    ):  # under version 1 of the rules, the discard pile may have filled only since
        renew_pile(t)
        count = count_cards(t.pile)
    return NOTHING if count == 0 else take_card(t, t.pile, count)


@rule
def renew_pile(t: Table) -> None:
    """OSA-6.2  If the pile is empty, shuffle the discard pile into a new one at once.

    All cards of the old pile have been seen, except those kept face down as points. An
    attentive player now knows by elimination which cards those are.
    """
    if count_cards(t.pile) > 0:
        return
    cards = 0
    for kind in range(KINDS):
        t.kept[kind] += t.unseen[kind]
        t.unseen[kind] = 0
        t.pile[kind] = t.discard[kind]
        t.discard[kind] = 0
        cards += t.pile[kind]
    if cards > 0:
        note(t, Kind.SHUFFLED, NOBODY, cards)


@rule
def discards_at_once(box: Box) -> bool:
    """Return True if cards discarded while both piles are empty become a new pile at once.

    Version 1 of the rules did not do so.
    """
    return box.rules > 1


@rule
def note_discard(t: Table, box: Box) -> None:
    """OSA-6.2  If both piles had run out, make a new pile of what was just discarded."""
    if t.pile[0] == 0:  # most often there is a card of the first kind, which settles it
        renew_empty_pile(t, box)


@noinline
def renew_empty_pile(t: Table, box: Box) -> None:
    """Make a new pile if there is none and this version of the rules shuffles at once."""
    for kind in range(KINDS):
        if t.pile[kind] > 0:
            return
    if discards_at_once(box):
        renew_pile(t)
