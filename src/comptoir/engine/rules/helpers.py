"""Helpers for the rules of every game: move lists, relative seats, layouts, ranks.

They avoid divisions and branches, so that compilers can vectorise them and processors
mispredict nothing.
"""

from collections.abc import MutableSequence, Sequence

from .rule import rule
from .table import Table

Layout = tuple[tuple[str, int], ...]  # name and length of each part of an observation


@rule
def add_if(may: bool, moves: MutableSequence[int], count: int, action: int) -> int:
    """Append an action to a list of moves if it is legal, and return the new length.

    Branchless: the action is always written, but the length grows only if it is legal. If
    few of many actions are legal (one of sixty cards), an ordinary branch is as fast.
    """
    moves[count] = action
    return count + may


@rule
def from_here(t: Table, seat: int, other: int) -> int:
    """Return 1 for the seat itself, 2 for its left neighbour and so on; 0 for nobody."""
    ahead = other - seat + 1
    return (ahead + (ahead < 1) * t.seats) * (other >= 0)


@rule
def seat_after(t: Table, seat: int, steps: int) -> int:
    """Return the seat `steps` to the left; some valid seat if `steps` exceeds the table."""
    other = seat + steps
    return other - (other >= t.seats) * t.seats


def start(layout: Layout, name: str) -> int:
    """Return the offset of a part of a layout, found by the start of its name.

    Constant offsets let LLVM vectorise and drop the checks for negative indices: Batavia's
    observation takes 87 ns with them and 235 ns without.
    """
    (found,) = (i for i, (words, _) in enumerate(layout) if words.startswith(name))
    return sum(size for _, size in layout[:found])


@rule
def rank(t: Table, points: Sequence[int], ranks: MutableSequence[int]) -> None:
    """Write the rank of each seat by points; 1 is first, and ties share a rank."""
    for seat in range(t.seats):
        ahead = 0
        for other in range(t.seats):
            ahead += points[other] > points[seat]
        ranks[seat] = 1 + ahead
