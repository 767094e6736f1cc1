"""OSA-7, winning: points, then tokens."""

from collections.abc import MutableSequence

from comptoir.engine.model.events import note
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import NOBODY

from .data import COLOURS, Box, Phase
from .state import Kind, Table


@rule
def count_tokens(t: Table, seat: int) -> int:
    """OSA-5.7  Return the number of a seat's tokens, of all colours together."""
    count = 0
    for colour in range(COLOURS):
        count += t.tokens[seat][colour]
    return count


@rule
def end_game(t: Table, ending: int) -> None:
    """End the game at once; nothing more is sold, lost or paid."""
    t.ending = ending
    t.phase = Phase.OVER
    note(t, Kind.ENDED, NOBODY, ending)


@rule
def is_ahead(t: Table, seat: int, other: int) -> bool:
    """OSA-7.1  Return True if a seat has more points, or as many and more tokens.

    Hand and goods count nothing.
    """
    if t.points[seat] != t.points[other]:
        return t.points[seat] > t.points[other]
    return count_tokens(t, seat) > count_tokens(t, other)


def tie_break(t: Table, box: Box, seat: int) -> dict[str, int]:
    """OSA-7.1  Return what decides between seats with equal points."""
    return {"tokens": count_tokens(t, seat)}


@rule
def standing(
    t: Table, box: Box, points: MutableSequence[int], ranks: MutableSequence[int]
) -> int:
    """OSA-7.1  Write points and rank of every seat (1 is first, ties share a rank); return
    the ending.
    """
    for seat in range(t.seats):
        points[seat] = t.points[seat]
        ranks[seat] = 1
        for other in range(t.seats):
            if is_ahead(t, other, seat):
                ranks[seat] += 1
    return t.ending
