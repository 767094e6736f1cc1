"""Lessons: they end, they are explained, and they leave out nothing important."""

import re

import pytest

from comptoir import games
from comptoir.engine.text.words import LANGUAGES, catalogue
from comptoir.laws.playing import book
from comptoir.review.puzzles import shipped
from comptoir.server.web.tables.lessons import read

LEFT_OUT = {  # a lesson is not a rulebook: these verbs resemble others in it
    "batavia": set(),
    "borneo": {"pass", "trade", "target", "stay", "discard"},
    "osaka": {"pass", "fetch", "farm", "done"},
    "negoces": {"leave", "withdraw", "renew", "wait"},
}


@pytest.mark.parametrize("game", games())
def test_the_learner_does_everything_important_once(game):
    """All verbs of the game except a few."""
    lesson = read(game)
    own = [step.action for step in lesson.steps if step.seat == lesson.learner]

    left = _words(games()[game].actions) - _words(own)

    assert LEFT_OUT[game] == left


@pytest.mark.parametrize("game", games())
def test_every_note_is_said_and_used(game):
    """In both languages; and the last step says how the game goes on."""
    notes = [step.note for step in read(game).steps]

    for language in LANGUAGES:
        words = catalogue(games()[game].folder / "words", language)
        told = {key[7:] for key in words if key.startswith("lesson.")}
        assert told == set(notes) - {""}
        assert words["goal"]
    assert "end" == notes[-1]


@pytest.mark.parametrize("game", games())
def test_the_learner_is_told_why_before_the_first_move(game):
    """And a lesson takes minutes: some thirty clicks at most."""
    lesson = read(game)
    own = [step for step in lesson.steps if step.seat == lesson.learner]
    read_on = [step for step in lesson.steps if step.note and step not in own]

    assert own[0].note
    assert 30 >= len(own) + len(read_on)


@pytest.mark.parametrize("game", games())
def test_pictures_beside_the_rules_are_steps_with_a_note(game):
    """Each stands beside a number of the ledger."""
    lesson, numbers = read(game), book(games()[game], "en")

    assert 5 < len(lesson.pictures)
    for number, step in lesson.pictures.items():
        assert number in numbers
        assert lesson.steps[step].note


@pytest.mark.parametrize("game", games())
def test_every_note_points_at_something_on_the_board(game):
    """Each of its sentences has a place or none, in both languages the same number of them."""
    notes = {step.note: step.points for step in read(game).steps if step.note}

    for language in LANGUAGES:
        words = catalogue(games()[game].folder / "words", language)
        for note, points in notes.items():
            told = re.split(r"(?<=[.!?])\s+", words[f"lesson.{note}"])
            assert len(told) == len(points), (language, note)
    assert all(any(points) for points in notes.values())


@pytest.mark.parametrize("game", games())
def test_a_lesson_ends_with_a_free_choice_that_is_explained(game):
    """It is one of the game's puzzles, early in a game."""
    puzzle = shipped(game)[read(game).choice]

    assert puzzle.reasons
    assert "ending" not in puzzle.themes


def _words(actions):
    """Return the verbs of actions; one accepted offer stands for all."""
    return {action.verb.split()[0] for action in actions}
