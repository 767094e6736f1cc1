"""Means and errors of columns of numbers, without NumPy, which a browser does not have."""

import math
from collections.abc import Sequence
from operator import mul, sub

Column = Sequence[float]


def mean(column: Column) -> float:
    """Return the mean of a column."""
    return math.fsum(column) / len(column)


def less(one: Column, other: Column) -> list[float]:
    """Return the differences of two columns, row by row."""
    return [*map(sub, one, other)]


def spread(column: Column, fewer: int = 0) -> float:
    """Return the standard deviation of a column, with `fewer` degrees of freedom."""
    middle = mean(column)
    gaps = [number - middle for number in column]
    return math.sqrt(sum(map(mul, gaps, gaps)) / (len(gaps) - fewer))


def error(column: Column) -> float:
    """Return the standard error of a column's mean."""
    return spread(column, 1) / math.sqrt(len(column))
