"""Hints: two or three answers with reasons and chances, and no hidden knowledge."""

import pytest

from comptoir import Match, bots
from comptoir.bots.budget import Budget
from comptoir.bots.policy import network_of
from comptoir.bots.search import Search
from comptoir.engine.text.words import LANGUAGES
from comptoir.review.advice import MOST, advise
from comptoir.review.playouts import Playouts
from comptoir.review.story import because
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
    return advise(own, search, playouts)


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
            assert 0 <= one.chance <= 1
            assert all(match.seats > step.seat >= 0 for step in one.line)
            assert one.chance <= told[0].chance  # none is better than the best
    assert found


def test_a_hint_says_in_words_why_one_answer_is_better(game, playouts):
    """Only where the difference exceeds its error; nothing is left of a message's braces."""
    found, words = [], {language: game.words(language) for language in LANGUAGES}
    for match, seat in asked(game, 30):
        for one in hints(match, seat, match.position, playouts):
            assert not (one.reasons and one.sure == "close")
            found += one.reasons
        if len(found) > 2:
            break
    assert found
    for reason in found:
        assert abs(reason.amount - reason.otherwise) > reason.error
        for each in words.values():
            assert "{" not in because([reason], each)


def test_what_is_worth_telling_are_events_and_fields_of_the_game(game):
    """Every `soon.`, `spared.`, `rival.` and `left.` of a game's words exists in the game."""
    events = {kind.name for kind in game.events.values()}
    told = [key.split(".") for key in game.words("en").keys()]  # noqa: SIM118
    about = {"soon", "spared", "rival"}
    assert events >= {rest[0] for first, *rest in told if first in about}
    left = {rest[0] for first, *rest in told if first == "left"}
    assert left
    match = Match(game, seed="left")
    assert all(isinstance(getattr(match.view(0).seats[0], one), int) for one in left)


def test_a_hint_knows_no_more_than_its_seat(game, playouts):
    """What the seat cannot know is dealt anew: every word of the hint is the same."""
    for match, seat in asked(game, 4):
        told = hints(match, seat, match.position, playouts)
        other = match.imagine(seat, bots.new_dice("another deal"))
        assert told == hints(match, seat, other, playouts)
