"""Tallies of flags: a number with one digit per company, so that one addition adds all
counts.
"""

from collections.abc import Iterable

from comptoir.engine.rules.rule import rule

from .data import COMPANIES

BITS = (
    12  # bits per digit; enough for the flags of three full harbours times their cards
)
DIGIT = (1 << BITS) - 1
HALF = 1 << (BITS - 1)


def tally_of(companies: Iterable[int]) -> int:
    """Return the tally of a list of flags."""
    return sum(1 << BITS * company for company in companies)


ONES = tally_of(range(COMPANIES))


@rule
def digit_of(company: int, flags: int) -> int:
    """Return a tally with the flags of one company only."""
    return flags << BITS * company


@rule
def flags_in(tally: int, company: int) -> int:
    """Return the number of a company's flags in a tally."""
    return tally >> BITS * company & DIGIT


@rule
def reaches(tally: int, value: int) -> bool:
    """Return True if any company has at least `value` flags."""
    return (tally + (HALF - value) * ONES) & (HALF * ONES) != 0
