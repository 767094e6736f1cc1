"""Hints: two or three answers with reasons and chances, and no hidden knowledge."""

import pytest

from comptoir import bots, games
from comptoir.bots.budget import Budget
from comptoir.bots.policy import network_of
from comptoir.bots.search import Search
from comptoir.engine.text.words import LANGUAGES
from comptoir.review.advice import MOST, advise
from comptoir.review.playouts import Playouts
from random_play import some_positions
from review_kit import warm


@pytest.fixture(scope="module")
def playouts():
    return Playouts()


def asked(game, count):
    """Yield seats with a choice, at several stages of random games."""
    warm(game)
    for match, _ in some_positions(game, game.seats[-1], count, every=17):
        if len(match.legal(match.actors[-1])) > 1:
            yield match, match.actors[-1]


def hints(match, seat, position, playouts):
    search = Search(Budget(iterations=150), networks=network_of)
    dice = bots.new_dice("hint")
    own = bots.Seat(position.imagine(seat, dice), seat, dice)
    return advise(own, search, match.options, playouts)


def test_a_hint_has_answers_with_chances_and_reasons(game, playouts):
    found = 0
    for match, seat in asked(game, 6):
        told = hints(match, seat, match.position, playouts)
        found += 1
        assert 1 <= len(told) <= MOST
        assert len({one.action for one in told}) == len(told)
        legal = {action.ref for action in match.legal(seat)}
        for one in told:
            assert one.action in legal
            assert 0 < one.chance < 1
            assert all(match.seats > step.seat >= 0 for step in one.line)
            assert one.chance <= told[0].chance  # none is better than the best
    assert found


def test_a_hint_says_in_words_what_an_answer_changes(game, playouts):
    """What an answer makes more or less likely than the others do, and what follows."""
    leads, events, words = [], [], game.words("en")
    for match, seat in asked(game, 30):
        told = hints(match, seat, match.position, playouts)
        for lead in told[0].leads:  # what speaks for it, and nothing else
            assert (
                lead.key.startswith("spared.")
                or lead.key.replace("soon", "spared") not in words
            )
        for one in told:
            leads += one.leads
            events += [event for step in one.line for event in step.events]
        if len(leads) > 2 and events:
            break
    assert leads
    for lead in leads:
        assert (lead.often > lead.otherwise) == lead.key.startswith("soon.")
        for language in LANGUAGES:
            assert "{" not in game.words(language).say(lead.key, **lead.args)
    assert all(event.seat is not None and not event.hidden for event in events)


def test_what_is_worth_telling_are_events_of_the_game(game):
    """Every `soon.` and `spared.` of a game's words is about something that happens."""
    names = {kind.name for kind in game.events.values()}
    told = [key.split(".") for key in game.words("en").keys()]  # noqa: SIM118
    keys = [rest[0] for first, *rest in told if first in ("soon", "spared")]
    assert keys
    assert names >= {*keys}


def test_a_hint_knows_no_more_than_its_seat(game, playouts):
    """What the seat cannot know is dealt anew: every word of the hint is the same."""
    for match, seat in asked(game, 4):
        told = hints(match, seat, match.position, playouts)
        other = match.imagine(seat, bots.new_dice("another deal"))
        assert told == hints(match, seat, other, playouts)


def test_points_are_told_by_their_source(playouts):
    """Somewhere in a game of goods that are sold, an answer brings points."""
    for match, seat in asked(games()["osaka"], 40):
        told = hints(match, seat, match.position, playouts)
        gains = [gain for one in told for gain in one.gains]
        if gains:
            words = match.game.words("fr")
            assert gains[0].points > 0
            assert words.say(gains[0].source, **gains[0].args)
            return
    pytest.fail("no answer brought any points")
