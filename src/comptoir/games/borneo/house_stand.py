"""Packs all merchants' posts into one number, on which the house bot tries out moves.

Every post has a digit of three bits: 1 + the seat of its merchant, or 0 if it is empty. A
column is the five digits of a company, with the highest rank in the lowest digit.
"""

from comptoir.engine.rules.rule import rule

from .data import COMPANIES, RANKS
from .flags import digit_of
from .state import Table

BITS = 3
DIGIT = (1 << BITS) - 1
COLUMN_BITS = BITS * RANKS
COLUMN = (1 << COLUMN_BITS) - 1


@rule
def stand_of(t: Table) -> int:
    """Return the current posts of all merchants (the stand), packed into a number."""
    stand = 0
    for company in range(COMPANIES):
        for rank in range(RANKS):
            digit = t.column[company][rank] + 1
            stand |= digit << BITS * (company * RANKS + rank)
    return stand


@rule
def stands_at(stand: int, post: int) -> int:
    """Return what stands at a post: 1 + the seat of its merchant, or 0."""
    return stand >> BITS * post & DIGIT


@rule
def column_in(stand: int, company: int) -> int:
    """Return the column of a company."""
    return stand >> COLUMN_BITS * company & COLUMN


@rule
def free_ranks(stand: int) -> int:
    """Return the highest free rank of every company, as a tally; RANKS if the company is
    full.
    """
    free = 0
    for company in range(COMPANIES):
        for rank in range(RANKS):
            free += digit_of(company, stands_at(stand, company * RANKS + rank) > 0)
    return free


@rule
def stand_without(stand: int, post: int) -> int:
    """BOR-5.1  Return the stand after a merchant has left its company."""
    company, rank = post // RANKS, post % RANKS
    column = column_in(stand, company)
    higher = column & ((1 << BITS * rank) - 1)
    closed = higher | column >> BITS * (rank + 1) << BITS * rank
    return stand + ((closed - column) << COLUMN_BITS * company)


@rule
def stand_with(stand: int, post: int, seat: int) -> int:
    """BOR-5.1  Return the stand with a seat's merchant added on a free post."""
    return stand | (seat + 1) << BITS * post
