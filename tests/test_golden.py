"""Playthroughs and census: the games behave as before.

If a change is intended, `make golden` rewrites the files; read the diff, raise the game's
version, and note it under Rules in the changelog.
"""

import pytest

import census
import playthroughs
from comptoir import Match


def test_the_playthrough_is_told_as_before(game):
    """Every prompt, legal action, move and event of a recorded game is unchanged."""
    path = playthroughs.path_of(game)

    assert path.read_text(encoding="utf-8") == playthroughs.tell(game, max(game.seats))


@pytest.mark.nightly
def test_playthroughs_of_every_number_of_seats_are_told_as_before(game):
    """`python tests/playthroughs.py GAME SEATS` prints one, to compare two versions."""
    digests = playthroughs.path_of(game).with_name("digests")

    assert digests.read_text() == playthroughs.digests(game)


def test_old_playthroughs_are_told_to_the_letter_by_their_own_rules(game):
    """They replay by their own version of the rules; the newest one plays them differently."""
    for rules in range(game.oldest, game.version):
        texts = [p.read_text("utf-8") for p in playthroughs.older_paths(game, rules)]
        assert texts, f"no playthrough of {game.name} by rules {rules}"
        for old in texts:
            assert playthroughs.tell_again(game, old, rules) == old
            assert differ(game, old, rules), "the newest rules tell the same"


def differ(game, old, rules):
    """Return True if the newest rules differ in an old playthrough."""
    seats, seed = playthroughs.HEAD.findall(old)[0]
    one, other = (Match(game, int(seats), seed, rules=r) for r in (rules, game.version))
    for action in playthroughs.MOVE.findall(old):
        if any(one.legal(seat) != other.legal(seat) for seat in range(one.seats)):
            return True
        seat = one.actors[-1]
        one.play(seat, action)
        other.play(seat, action)
    return one.log() != other.log()


def test_the_census_counts_as_before(game):
    """The numbers of move sequences from fixed positions are unchanged."""
    assert census.path_of(game).read_text() == census.tell(game)
