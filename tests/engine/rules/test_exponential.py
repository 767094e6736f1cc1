"""The exponential function of the rules, against that of the standard library."""

import math
import sys

import numba
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from comptoir.engine.rules.exponential import LEAST, exp

compiled = numba.njit(exp)


@given(st.floats(LEAST, 0))
def test_it_is_right_to_two_units_in_the_last_place(x):
    assert abs(exp(x) - math.exp(x)) <= 2 * math.ulp(math.exp(x))


def test_the_ends_are_exact():
    """The best move always has the weight 1; what cannot matter has none."""
    assert 1.0 == exp(0.0) == exp(-0.0) == exp(-sys.float_info.min)
    assert 0.0 == exp(math.nextafter(LEAST, -math.inf)) == exp(-1e300) == exp(-math.inf)
    assert 0 < exp(LEAST) < sys.float_info.epsilon / 2


def test_compiled_code_gives_the_same_bits():
    """Also where neighbouring numbers fall on different sides of a halving."""
    some = np.random.default_rng(1).uniform(LEAST - 1, 0, 20_000)
    edges = [-(n + 0.5) * math.log(2) * (1 + d) for n in range(62) for d in (-1e-15, 0)]
    for x in [*some.tolist(), *edges]:
        assert exp(x).hex() == compiled(x).hex()
