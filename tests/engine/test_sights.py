"""Seats counted from one's own, and where stretches of a row begin."""

from types import SimpleNamespace

import pytest

from comptoir.engine.sights import from_here, seat_after, start
from comptoir.engine.table import NOBODY


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_seats_are_counted_to_the_left_from_ones_own(seats):
    """One for oneself, two for the neighbour, up to the last; nobody is 0."""
    table = SimpleNamespace(seats=seats)
    for seat in range(seats):
        around = [seat_after(table, seat, steps) for steps in range(seats)]

        assert around == [(seat + steps) % seats for steps in range(seats)]
        assert [from_here(table, seat, other) for other in around] == [
            1 + steps for steps in range(seats)
        ]
        assert from_here(table, seat, NOBODY) == 0


def test_a_stretch_begins_where_those_before_it_end():
    """Its first words name it, if they name no other."""
    layout = (("phase", 3), ("hands, by card", 5), ("hands, by seat", 2))

    assert [start(layout, name) for name in ("phase", "hands, by c", "hands, by s")] == [
        0, 3, 8,
    ]  # fmt: skip
    for name in ("hands", "packet"):
        with pytest.raises(ValueError, match="unpack"):
            start(layout, name)
