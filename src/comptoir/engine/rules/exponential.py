"""The exponential function as a rule, so that it gives the same bits on every processor.

The libraries of operating systems, browsers and GPUs differ in its last bit. Additions,
products and divisions are exactly specified everywhere.
"""

from .rule import rule

LEAST = -43.0  # below it, the result counts as 0: a sum with 1 does not change
PER_LN2 = 1.4426950408889634  # 1 / ln 2
# ln 2 in two parts: a product of the first one and a small integer is exact
LN2_HIGH, LN2_LOW = 0.693147180369123816490, 1.90821492927058770002e-10
# the Taylor series: 1 / 2!, 1 / 3!, …
C2, C3, C4, C5 = 1 / 2, 1 / 6, 1 / 24, 1 / 120
C6, C7, C8, C9 = 1 / 720, 1 / 5040, 1 / 40320, 1 / 362880
C10, C11, C12, C13 = 1 / 3628800, 1 / 39916800, 1 / 479001600, 1 / 6227020800


@rule
def exp(x: float) -> float:
    """Return e to the power of a number that is not above 0, to within two units in the last
    place.
    """
    if x < LEAST:
        return 0.0
    halvings = int(0.5 - x * PER_LN2)
    r = (x + halvings * LN2_HIGH) + halvings * LN2_LOW
    r2 = r * r
    r4 = r2 * r2
    high = (C10 + C11 * r) + r2 * (C12 + C13 * r)
    middle = (C6 + C7 * r) + r2 * (C8 + C9 * r)
    low = (C2 + C3 * r) + r2 * (C4 + C5 * r)
    series = 1.0 + (r + r2 * (low + r4 * (middle + r4 * high)))
    return series / (1 << halvings)
