"""Refusals are true in what they say about the table and what they suggest instead."""

from importlib import import_module

import pytest

from claims import ENGINE, Case
from comptoir import Match
from comptoir.bots import move, new_dice, simple
from comptoir.engine.text.words import LANGUAGES, catalogue
from comptoir.laws.playing import book
from random_play import positions

EVERY = 13  # moves between two checked tables


def claims_of(game):
    """The checks of a game's refusals by key, including those of the engine."""
    package = game.view.__module__.rpartition(".")[0]
    return ENGINE | import_module(f"{package}.tests.claims").CLAIMS


def test_every_refusal_has_a_check(game):
    """A new refusal needs a check of what it says."""
    claims = set(claims_of(game)) - set(ENGINE)
    for language in LANGUAGES:
        keys = catalogue(game.folder / "words", language)
        assert claims == {key[8:] for key in keys if key.startswith("refused.")}


def refused(match):
    """Every action that is not legal for a seat, with the reason for its refusal."""
    for seat in range(match.seats):
        legal, view = match.legal(seat), match.view(seat)
        for action in match.game.actions:
            if action not in legal:
                yield Case(match, seat, legal, view, action)


def every_position(game, seats, options):
    """Some tables of a game, under the newest rules and all older ones."""
    for rules in range(game.oldest, game.version + 1):
        for match, _ in positions(game, seats, "claims", options, rules=rules):
            if len(match.moves) % EVERY == 0 or match.over:
                yield match


def test_what_a_refusal_says_and_offers_is_true(game, seats, options):
    """It is checked against the seat's view at that moment; its rule number exists."""
    claims, numbers = claims_of(game), {*book(game, "en"), None}
    for match in every_position(game, seats, options):
        for case in refused(match):
            assert claims[case.key](case), case
            assert case.refusal.rule in numbers


@pytest.mark.parametrize("seed", range(3))
def test_so_it_is_where_house_bots_have_played(game, seed):
    """House bots reach tables that random play does not."""
    claims, dice = claims_of(game), new_dice(f"claims-{seed}")
    match = Match(game, seed=f"claims-{seed}", options=dict(game.online))
    while not match.over:
        move(match, match.actors[seed % len(match.actors)], simple.house, dice)
        if len(match.moves) % EVERY == 0:
            for case in refused(match):
                assert claims[case.key](case), case
