"""Lists of moves that are written without asking."""

import pytest

from comptoir.engine.bulk import seat_to_ask
from comptoir.engine.game import Game
from comptoir.engine.moves import add_if
from comptoir.engine.table import MOST_SEATS


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
    """The engine tells eight; who writes a game for more is told so."""
    fields = {name: getattr(game, name) for name in game.__dataclass_fields__}

    with pytest.raises(ValueError, match="expected at most 8 seats"):
        Game(**(fields | {"seats": range(2, MOST_SEATS + 2)}))
