"""The records of moments still lead where their names say."""

import pytest

import moment_kit
from comptoir import games

MOMENTS = [
    (game, name) for game in moment_kit.MOMENTS for name in moment_kit.names(game)
]


def test_every_game_has_moments():
    assert set(games()) == set(moment_kit.MOMENTS)


@pytest.mark.parametrize(("title", "moment"), MOMENTS)
def test_a_record_stands_at_the_moment_it_is_named_after(title, moment):
    """Under the newest rules; some seat is to act there, unless the game is over."""
    match = moment_kit.at(title, moment)

    assert moment_kit.is_at(match, moment)
    assert match.rules == match.game.version
    seat = moment_kit.reader(match, moment)
    assert match.over or match.legal(seat)


def test_no_record_lies_there_that_nothing_names():
    there = {
        (file.parent.name, file.stem) for file in moment_kit.FOLDER.rglob("*.json")
    }

    assert there == set(MOMENTS)


def test_a_moment_is_not_another(game):
    """The conditions can fail: the opening meets none of the later moments."""
    opening = moment_kit.at(game.name, moment_kit.names(game.name)[0])
    later = moment_kit.names(game.name)[1:]

    assert not [name for name in later if moment_kit.is_at(opening, name)]
