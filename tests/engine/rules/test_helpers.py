"""Helpers of rules: lists of moves, seats counted from one's own, parts of a layout."""

from types import SimpleNamespace

import pytest

from comptoir.engine.kernels.loop import seat_to_ask
from comptoir.engine.model.game import Game
from comptoir.engine.rules.helpers import add_if, from_here, seat_after, start
from comptoir.engine.rules.table import MOST_SEATS, NOBODY


@pytest.mark.parametrize("legal", range(8))
def test_what_may_not_be_done_is_written_over(legal):
    """Each subset of three actions is listed in order; the list has room for all, no more."""
    moves = [-1] * 3
    count = 0
    for action in range(3):
        count = add_if(legal >> action & 1 == 1, moves, count, action)

    assert [action for action in range(3) if legal >> action & 1] == moves[:count]


@pytest.mark.parametrize("seat", range(MOST_SEATS))
def test_a_seat_that_may_act_alone_is_asked(seat):
    """Whichever it is, and without a throw of the dice."""
    assert seat == seat_to_ask(1 << seat, None)


def test_a_game_has_no_more_seats_than_are_told_apart(game):
    """The engine supports eight; a game with more is refused with a sentence."""
    fields = {name: getattr(game, name) for name in game.__dataclass_fields__}

    with pytest.raises(ValueError, match="expected at most 8 seats"):
        Game(**(fields | {"seats": range(2, MOST_SEATS + 2)}))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_seats_are_counted_to_the_left_from_ones_own(seats):
    """The seat itself is 1, its left neighbour 2, and so on; 0 stands for nobody."""
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
