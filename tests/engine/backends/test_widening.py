"""A rule has one version for whole numbers of any width."""

from enum import IntEnum

import numba
import numpy as np
import pytest
from numba.core import types

from comptoir import games
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.backends.widening import take_wide_numbers, widened


class Coin(IntEnum):
    """An enum: another type with which a rule may be called."""

    GOLD = 7


def test_narrow_numbers_constants_and_enums_share_one_version():
    """Called five ways, compiled once; the values are what they were."""

    @numba.njit
    def add(one, other):
        return one + other

    rule = take_wide_numbers(add)

    @numba.njit
    def total(small, wide):
        return (
            rule(small[0], wide[0])
            + rule(wide[0], small[1])
            + rule(small[0], 3)
            + rule(-1, Coin.GOLD)
        )

    small, wide = np.array([-128, 127], np.int8), np.array([1000], np.int64)
    assert total(small, wide) == (872 + 1127 - 125 + 6)
    assert list(add.overloads) == [(types.int64, types.int64)]


@pytest.mark.parametrize(
    "kept",
    [types.boolean, types.uint32, types.float64, types.float32[:], types.int8[:]],
)
def test_everything_else_keeps_its_type(kept):
    """Truth values, words of the cipher, fractions and rows are not whole numbers."""
    assert widened(kept) == kept


def test_the_rules_of_a_game_are_compiled_about_once_each(tmp_path):
    """Versions are left where rows of different types are passed."""
    kernels = Compiled(games()["osaka"], tmp_path)
    kernels.warm("check_tables")
    made = [len(rule.overloads) for rule in kernels._graph._made.values()]
    assert sum(made) <= 1.2 * len(made)
