"""How merchants stand, as one number: the house bot asks what a move would make of it.

Every post has a digit, 1 + seat, or 0 where nobody stands: twenty posts of three bits.
"""

from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import Table

from .data import COMPANIES, RANKS

BITS = 3
DIGIT = (1 << BITS) - 1
COLUMN = (1 << BITS * RANKS) - 1  # all digits of a company


@rule
def stand_of(t: Table) -> int:
    """Return how all merchants stand now."""
    stand = 0
    for company in range(COMPANIES):
        for rank in range(RANKS):
            digit = t.column[company][rank] + 1
            stand |= digit << BITS * (company * RANKS + rank)
    return stand


@rule
def who_stands(stand: int, company: int, rank: int) -> int:
    """Return the seat whose merchant stands at a post, or NOBODY."""
    return (stand >> BITS * (company * RANKS + rank) & DIGIT) - 1


@rule
def stand_after(stand: int, post: int, destination: int) -> int:
    """BOR-5.1  Return how all would stand after one merchant's move to a company."""
    company, rank = post // RANKS, post % RANKS
    digit = stand >> BITS * post & DIGIT
    column = stand >> BITS * RANKS * company & COLUMN
    higher = column & ((1 << BITS * rank) - 1)
    closed = higher | column >> BITS * (rank + 1) << BITS * rank
    stand += (closed - column) << BITS * RANKS * company
    free = BITS * RANKS * destination
    while stand >> free & DIGIT:
        free += BITS
    return stand | digit << free
