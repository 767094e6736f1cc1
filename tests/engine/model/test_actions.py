"""An action is found by its text, by its number, or by its verb and what it names."""

import pytest

from comptoir import UnknownAction, games
from comptoir.engine.model.actions import ActionRef


def test_every_action_is_found_by_its_verb_and_what_it_names(game):
    for action in game.actions:
        assert action is game.actions.read(action.ref)
        assert str(action) == str(action.ref)


def test_no_two_actions_have_the_same_parts(game):
    assert len(game.actions) == len({action.ref for action in game.actions})


@pytest.mark.parametrize("what", ["1", 1.0, True, False, None, 0, 101, "pass", -1])
def test_a_number_is_a_number_and_nothing_else(what):
    """`True` and `1.0` are equal to 1 in Python, and yet nobody bids them."""
    bids = games()["batavia"].actions
    with pytest.raises(
        UnknownAction, match=r"^no action 'bid.*': expected pass, bid 1–100"
    ):
        bids.read(ActionRef("bid", what))


def test_a_verb_is_not_read_as_a_text():
    """Only `read` of a text is lenient; a reference is exact."""
    bids = games()["batavia"].actions
    for ref in (ActionRef("bid 1"), ActionRef("BID", 1), ActionRef("pass", "")):
        with pytest.raises(UnknownAction):
            bids.read(ref)
