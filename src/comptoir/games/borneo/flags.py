"""Flags as a tally: one number with a digit for every company, so that all add up at once."""

from collections.abc import Iterable

from comptoir.engine.rules.rule import rule

from .data import COMPANIES

BITS = 12  # a digit: holds the flags of three full harbours, times their cards
DIGIT = (1 << BITS) - 1
HALF = 1 << (BITS - 1)


def tally_of(companies: Iterable[int]) -> int:
    """Return a tally of flags that are given one by one."""
    return sum(1 << BITS * company for company in companies)


ONES = tally_of(range(COMPANIES))


@rule
def digit_of(company: int, flags: int) -> int:
    """Return a tally of one company's flags alone."""
    return flags << BITS * company


@rule
def flags_in(tally: int, company: int) -> int:
    """Return a company's digit."""
    return tally >> BITS * company & DIGIT


@rule
def reaches(tally: int, value: int) -> bool:
    """Whether any company's digit is as high as a value."""
    return (tally + (HALF - value) * ONES) & (HALF * ONES) != 0
