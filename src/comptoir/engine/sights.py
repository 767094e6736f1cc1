"""What observations of every game have in common: seats are counted from one's own.

No divisions and no branches: a row of numbers is then written several at a time.
"""

from .rule import rule
from .table import Table

Layout = tuple[tuple[str, int], ...]  # what stretches of a row are, and how long


@rule
def from_here(t: Table, seat: int, other: int) -> int:
    """Return 1 for the own seat, 2 for the left neighbour and so on; 0 for nobody."""
    ahead = other - seat + 1
    return (ahead + (ahead < 1) * t.seats) * (other >= 0)


@rule
def seat_after(t: Table, seat: int, steps: int) -> int:
    """Return who sits so many seats to the left; somebody's place where nobody does."""
    other = seat + steps
    return other - (other >= t.seats) * t.seats


def start(layout: Layout, name: str) -> int:
    """Return where a stretch of a layout begins, by the first words of its name.

    Starts that are known beforehand spare each number the question whether it lies
    before the row: Batavia's row is written in 87 ns with them, in 235 without.
    """
    (found,) = (i for i, (words, _) in enumerate(layout) if words.startswith(name))
    return sum(size for _, size in layout[:found])
