"""The laws about hidden fields notice planted leaks."""

from dataclasses import fields
from types import MappingProxyType

import pytest

from comptoir import games
from comptoir.engine.model.events import note
from comptoir.engine.model.game import Game
from comptoir.laws.hidden import (
    hidden_fields,
    no_seat_sees_a_hidden_field,
    what_is_hidden_is_dealt_anew,
)


def with_answers(game, **answers):
    """The same game with some of its functions replaced."""
    own = {each.name: getattr(game, each.name) for each in fields(game)}
    rules = {word: answers.pop(word) for word in [*answers] if word in game.rules}
    return Game(**own | {"rules": MappingProxyType({**game.rules, **rules})} | answers)


@pytest.fixture
def small():
    """The game with the fewest fields that hides a hand."""
    hiding = [g for g in games().values() if "hand" in hidden_fields(g)]
    return min(hiding, key=lambda game: game.table.itemsize)


def test_a_hand_in_anothers_view_is_a_leak(small):
    def view(t, box, viewer):
        seen = small.view(t, box, viewer)
        seen.seats[0].hand = small.view(t, box, 0).seats[0].hand
        return seen

    with pytest.raises(AssertionError, match=r"hand is hidden from seat 1, .* view"):
        no_seat_sees_a_hidden_field(with_answers(small, view=view), small.seats[-1], {})


def test_a_hand_in_anothers_observation_is_a_leak(small):
    def observe(t, box, seat, out):
        small.rules["observe"](t, box, seat, out)
        out[0] += t.hand[0][0]

    leaking = with_answers(small, observe=observe)
    with pytest.raises(
        AssertionError, match=r"hidden from seat \d.* observation: phase"
    ):
        no_seat_sees_a_hidden_field(leaking, small.seats[-1], {})


def test_a_hand_in_an_event_is_a_leak(small):
    number = next(
        number
        for number, kind in small.events.items()
        if kind.args and not (kind.hidden or kind.reveals)
    )

    def play(t, box, seat, action):
        note(t, number, seat, t.hand[(seat + 1) % t.seats][0])
        small.rules["play"](t, box, seat, action)

    with pytest.raises(AssertionError, match=r"hidden from seat \d.* an event"):
        no_seat_sees_a_hidden_field(with_answers(small, play=play), small.seats[-1], {})


def test_an_imagination_that_keeps_the_truth_is_noticed(small):
    def imagine(t, box, seat, dice):
        pass

    with pytest.raises(AssertionError, match="never deals it anew"):
        what_is_hidden_is_dealt_anew(with_answers(small, imagine=imagine))
