"""Words: two languages from one kind of catalogue."""

import pytest

from comptoir import BadSetup, games
from comptoir.engine.model.events import Event
from comptoir.engine.text.words import Words, plain_text


def test_an_unknown_language_says_which_exist():
    """French and English."""
    with pytest.raises(BadSetup, match="no language 'de': expected en or fr"):
        Words("de")


def test_an_unknown_key_is_a_fault_of_ours():
    """Missing messages are found by tests, not by players."""
    with pytest.raises(KeyError, match="no message 'nothing' in fr"):
        Words("fr").say("nothing")


def test_seats_read_as_names_or_numbers():
    """Seats count from 1 for people."""
    assert "Seat 1" == Words("en").seat(0)
    assert "Place 3" == Words("fr", names=["Anna"]).seat(2)
    assert "Anna" == Words("fr", names=["Anna"]).seat(0)


def test_words_of_the_game_are_translated_inside_sentences():
    """A company is an adjective in French, whatever the event calls it."""
    words = games()["batavia"].words("fr", names=["Anna"])
    event = Event("laid", 0, {"company": "dutch"})

    assert "Anna pose une carte néerlandaise." == words.event(event)


@pytest.mark.parametrize(
    ("bills", "expected"), [(1, "1 lettre de change"), (2, "2 lettres")]
)
def test_numbers_agree(bills, expected):
    """One bill, two bills; French counts 0 with the singular."""
    words = games()["batavia"].words("fr")
    event = Event("won", 0, {"bills": bills, "cards": 0})

    assert expected in words.event(event)
    assert "aucune carte" in words.event(event)


def test_what_is_hidden_and_nobodys_is_hidden_from_spectators_too():
    """A spectator is no seat: an event without one does not concern them."""
    event = Event("turned", None, {"card": "jade"}, hidden=("card",))

    assert {} == event.seen_by(None).args == event.seen_by(0).args


def test_typing_forgives_accents_capitals_and_spaces():
    """What a hurried player types."""
    assert "echanger" == plain_text("  ÉCHANGER ")
