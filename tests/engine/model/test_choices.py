"""Choices: seats are relative to the acting one, guards are left out, the rest is kept."""

from types import SimpleNamespace

import pytest

from comptoir import games
from comptoir.engine.errors import BadSetup
from comptoir.engine.model.actions import Actions, Verb
from gifts import game as gifts
from random_play import positions


def test_a_verb_names_seats_from_the_own_one():
    """In its argument, in the verb itself, or beside another argument; guards are left out."""
    names = [str(choice) for choice in gifts.actions.choices]

    assert ["keep", "give +0", "give +1", "give +2", "give +3"] == names[:5]
    assert ["swap +1 gold", "swap +1 silver"] == names[7:9]
    assert ["take +0", "take +1", "take +2", "take +3", "end", "rest"] == names[13:]


@pytest.mark.parametrize(
    ("seat", "action", "choice"),
    [
        (0, "give 1", "give +0"), (0, "give 3", "give +2"), (2, "give 1", "give +1"),
        (2, "swap 2 silver", "swap +2 silver"), (1, "take 1 5", "take +2"),
        (2, "end 7", "end"), (1, "keep", "keep"), (2, "rest", "rest"),
    ],
)  # fmt: skip
def test_at_a_table_of_three_the_seat_after_the_last_is_the_first(seat, action, choice):
    number = gifts.actions.read(action).number
    found = gifts.rules["choice_of"](SimpleNamespace(seats=3), seat, number)

    assert choice == str(gifts.actions.choices[found])


@pytest.mark.parametrize("game", [gifts, games()["negoces"]], ids=str)
def test_every_choice_leads_back_to_its_action(game):
    for match, _ in positions(game, game.seats[-1], "back"):
        for seat in match.actors:
            legal = match.position.legal_numbers(seat)
            choices = [match.position.choice(seat, number) for number in legal]
            back = [match.position.action_of(seat, choice) for choice in choices]
            assert legal == back


def test_games_without_seats_in_their_actions_have_the_actions_for_choices():
    plain = [game for game in games().values() if game.name != "negoces"]

    for game in plain:
        assert game.actions.are_choices
        assert [*game.actions] == [*map(_bare, game.actions.choices, game.actions)]
        assert game.environment == game.version
    assert 3 == len(plain)


def _bare(choice, action):
    """Return a choice with the kind of its argument, which choices do not hold."""
    return type(action)(choice.number, choice.verb, choice.what, action.of)


@pytest.mark.parametrize(
    ("verbs", "sentence"),
    [
        ([Verb("ask 2", seat=1)], "ask 2: expected one such verb for each seat"),
        (
            [Verb("ask 1", (1,), seat=0), Verb("ask 2", (2,), seat=1)],
            "ask 1: expected one such verb for each seat",
        ),
        (
            [Verb("rob", (2, 3), "player")],
            "rob: expected the players as numbers from 1",
        ),
        (
            [Verb("ask 1", (1, 2), "player", seat=0)],
            "ask 1: expected no players beside the seat it names",
        ),
    ],
)
def test_seats_that_cannot_be_counted_are_refused(verbs, sentence):
    with pytest.raises(BadSetup, match=sentence):
        Actions(*verbs)
