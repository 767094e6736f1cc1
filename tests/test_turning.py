"""The laws about seats notice bots, observations and rules that depend on seat numbers."""

import pytest

from comptoir import games
from comptoir.engine.runs.turning import rules_turn, turned
from comptoir.laws.turning import (
    bots_choose_alike_from_every_seat,
    every_legal_action_is_a_choice_of_its_own,
    pairs,
    the_search_chooses_alike_from_every_seat,
)
from gifts import game as gifts
from random_play import positions
from test_hidden_fields import with_answers

NEGOCES = games()["negoces"]


def test_the_rules_of_every_game_know_no_seat_by_its_number(game):
    """So the laws apply to all four games; after a full turn, a table is as before."""
    seats = game.seats[-1]
    for match, _ in positions(game, seats, "turns"):
        if len(match.moves) % 17 == 0 and not match.over:
            position = once = match.position
            for _ in range(seats):
                once = turned(once)
            assert position.table == once.table
            assert rules_turn(position, turned(position))


@pytest.mark.parametrize("game", [NEGOCES, gifts], ids=str)
def test_a_house_bot_that_prefers_a_number_is_noticed(game):
    def house(t, box, seat, moves, count):
        return moves[count - 2 if count > 1 else 0]

    with pytest.raises(AssertionError, match="the house bot chooses by the number"):
        bots_choose_alike_from_every_seat(with_answers(game, house=house), 4)


def test_a_learner_told_its_own_number_is_noticed():
    def observe(t, box, seat, out):
        NEGOCES.rules["observe"](t, box, seat, out)
        out[0] = seat

    with pytest.raises(AssertionError, match="told that their seat is"):
        bots_choose_alike_from_every_seat(with_answers(NEGOCES, observe=observe), 4)


def test_numbers_that_name_seats_as_the_table_does_are_noticed():
    """Négoces had such numbers before version 3 of its environment."""

    def choice_of(t, seat, action):
        return NEGOCES.rules["choice_of"](t, 0, action)

    told = with_answers(NEGOCES, choice_of=choice_of)
    with pytest.raises(AssertionError, match="actions name seats by their number"):
        bots_choose_alike_from_every_seat(told, 4)


def test_two_actions_of_one_choice_are_noticed():
    def choice_of(t, seat, action):
        return 0

    told = with_answers(gifts, choice_of=choice_of)
    with pytest.raises(AssertionError, match="are one choice to learners"):
        every_legal_action_is_a_choice_of_its_own(told, 4, {})


def test_a_search_that_prefers_a_number_is_noticed(monkeypatch):
    """Here the preference is in the moves it expects of others, and in its prior."""
    monkeypatch.setattr("comptoir.engine.backends.compiler.available", lambda: False)
    the_search_chooses_alike_from_every_seat(gifts, 4)

    def house(t, box, seat, moves, count):
        return moves[count - 2 if count > 1 else 0]

    with pytest.raises(AssertionError, match="searches of turned tables"):
        the_search_chooses_alike_from_every_seat(with_answers(gifts, house=house), 4)


def test_a_game_that_knows_its_seats_is_left_alone():
    """Rules may favour a seat; then its bots are not checked."""

    def actors(t, box):
        return 0 if t.over else 1

    assert not [*pairs(with_answers(gifts, actors=actors), 4, "known")]
