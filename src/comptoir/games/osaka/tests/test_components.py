"""OSA-1, what lies in the box."""

import pytest

from comptoir.engine.errors import BadSetup
from comptoir.games.osaka import game
from comptoir.games.osaka.data import ACTIONS, CARD_NAMES, OSAKA, SPACE_NAMES

from .builder import act, cards, deal, may, table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_play(seats):
    """OSA-1.1"""
    t, _ = deal(seats)

    assert seats == t.seats


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_nobody_else_may_play(seats):
    """OSA-1.1"""
    with pytest.raises(BadSetup, match="expected 2 to 4 seats for osaka"):
        game.check_seats(seats)


def test_there_are_108_cards_27_of_a_colour():
    """OSA-1.2"""
    box = game.plain_box(4)

    assert cards("11R2 9R3 7R5 11B2 9B3 7B5 11Y2 9Y3 7Y5 11G2 9G3 7G5") == box.cards
    assert ([2, 3, 5] * 4, 108) == (box.value, sum(box.cards))
    assert ("red-2", "green-5") == (CARD_NAMES[0], CARD_NAMES[-1])


def test_an_option_changes_how_many_cards_a_colour_has():
    """OSA-1.2"""
    box = game.plain_box(3, {"cards": [4, 3, 1]})

    assert [4, 3, 1] * 4 == box.cards


def test_a_2_carries_two_symbols_a_3_one_a_5_none():
    """OSA-1.3"""
    assert [2, 1, 0] * 4 == game.plain_box(2).symbols


def test_the_route_has_six_spaces_and_a_ship_a_colour():
    """OSA-1.4"""
    t, _ = deal()

    assert ("osaka", "oshima", "anori", "wave_1", "wave_2", "edo") == SPACE_NAMES
    assert [OSAKA] * 4 == t.ship


def test_tokens_never_run_out():
    """OSA-1.5"""
    t, box = table(
        options={"tokens": 60},
        market="R2",
        ships="R4",
        hands={0: "B2"},
        tokens={0: "R" * 12, 1: "R" * 12},
    )
    act(t, box, "buy", "pay blue-2")

    assert (13, 12) == (t.tokens[0][0], t.tokens[1][0])


def test_everyone_has_one_pawn():
    """OSA-1.5"""
    t, box = table(2, market="R2 B2 Y2")
    act(t, box, "reserve red-2", "reserve blue-2")

    assert not [move for move in may(t, box) if move.startswith(("reserve", "farm"))]


def test_actions_are_numbered_in_the_order_of_their_verbs():
    verbs = list(dict.fromkeys(action.verb for action in ACTIONS))

    assert [
        "pass", "token", "buy", "coin", "fetch", "reserve",
        "farm", "pay", "discard", "insure", "done",
    ] == verbs  # fmt: skip
