"""Ties: the rule that ordered seats with equal points, in words."""

import pytest

from comptoir import Match, games
from comptoir.engine.play.ties import tie_said, ties
from comptoir.engine.text.words import LANGUAGES
from random_play import whole_game


def tied(game, seats, points, tokens):
    """Return a finished game of Osaka in which these were the points and tokens."""
    match = whole_game(game, seats, "ties")
    table = match.position.table
    for seat in range(seats):
        table.points[seat] = points[seat]
        table.tokens[seat] = [tokens[seat], *[0] * (len(table.tokens[seat]) - 1)]
    return match


def test_more_tokens_decide_between_equal_points():
    """OSA-7.1: 18 to 18 points, and 9 to 8 tokens."""
    match = tied("osaka", 2, [18, 18], [8, 9])
    (tie,) = ties(match)
    assert ([1, 0], 18, "tokens", [9, 8]) == (
        tie.seats,
        tie.points,
        tie.rule,
        tie.values,
    )
    assert match.winners == [1]
    words = match.position.words("en", names=["Alice", "Bob"])
    said = "Tied at 18 points; delivery tokens (OSA-7.1) decide: Bob 9, Alice 8."
    assert said == tie_said(tie, words)


def test_equal_in_everything_they_share_first_place():
    match = tied("osaka", 3, [18, 18, 3], [8, 8, 8])
    (tie,) = ties(match)
    assert ([0, 1], "") == (tie.seats, tie.rule)
    assert "share" in tie_said(tie, match.position.words("en"))


def test_without_a_tie_there_is_nothing_to_explain():
    assert [] == ties(tied("osaka", 2, [18, 17], [1, 9]))
    assert [] == ties(Match("osaka", 2, seed="running"))


@pytest.mark.parametrize("name", sorted(games()))
def test_every_rule_has_words_and_agrees_with_the_ranks(name):
    """Where ranks of equal points differ, the first rule that differs orders them alike."""
    game = games()[name]
    match = whole_game(game, game.seats[-1], "rules")
    rules = game.tie_break(match.position.table, match.position.box, 0)
    for language in LANGUAGES:
        for rule in rules:
            assert f"tie.{rule}" in game.words(language)
    for tie in ties(match):
        if tie.rule:
            assert tie.values == sorted(tie.values, reverse=True)
