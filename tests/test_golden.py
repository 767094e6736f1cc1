"""Playthroughs and census: what the games did before, they do still.

If a change is meant, `make golden` rewrites the files; read the diff, raise the game's
version and say so under Rules in the changelog.
"""

import census
import playthroughs


def test_playthroughs_are_told_as_before(game, seats):
    """Every prompt, legal action, move and event of a recorded game."""
    path = playthroughs.path_of(game, seats)

    assert path.read_text(encoding="utf-8") == playthroughs.tell(game, seats)


def test_old_playthroughs_are_told_to_the_letter_by_their_own_rules(game, seats):
    """Whatever version of the rules is the newest, a game of an older one stays as it was."""
    for rules in range(game.oldest, game.version):
        old = playthroughs.path_of(game, seats, rules).read_text(encoding="utf-8")

        assert old == playthroughs.tell_again(game, seats, rules)


def test_the_census_counts_as_before(game):
    """The number of move sequences from fixed positions."""
    assert census.path_of(game).read_text() == census.tell(game)
