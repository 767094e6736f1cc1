"""No level or character makes a move that a person would call absurd."""

from importlib import import_module

import pytest

from comptoir import bots
from comptoir.bots import Seat, new_dice
from comptoir.bots.lookahead import Blunders, sensible
from comptoir.bots.policy import network_of
from comptoir.bots.search import WASTE
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.runs.network import Network
from game_kit import Kit
from random_play import ends_first, some_positions, sure_wins

DICE = {"novice": 20, "casual": 20, "strong": 2, "expert": 2, "master:1000": 2}
DICE |= dict.fromkeys(bots.CHARACTERS, 2)


def choices_of(game):
    """The choices a game lists beside its tests, each with the seat that has it."""
    package = game.view.__module__.rpartition(".")[0]
    for choice in import_module(f"{package}.tests.choices").CHOICES:
        match = Kit(game).match_at(*choice.table)
        number = match.actors[0] if choice.seat is None else choice.seat
        yield choice, lambda dice, m=match, n=number: Seat.at(m, n, new_dice(str(dice)))


def test_there_are_ten_choices_and_each_is_one(game):
    """Some moves are absurd, and some are not."""
    choices = [*choices_of(game)]
    assert len(choices) >= 10
    for choice, seat in choices:
        told = {choice.sensible(action) for action in seat(1).legal}
        assert {True, False} == told, choice.why


@pytest.mark.parametrize("level", DICE)
def test_no_level_makes_an_absurd_move(game, level):
    """However its dice fall."""
    if network_of(game) is None:
        pytest.skip("levels are made for games with a network")
    Compiled(game).warm("guided")
    bot = bots.find(level)
    for choice, seat in choices_of(game):
        for dice in range(DICE[level]):
            move = bot(seat(dice))
            assert choice.sensible(move), f"{choice.why}: {level} took {move}"


def test_a_search_does_what_it_tried_most(game):
    """But for what is absurd: nothing else overrules it, and what gives away more counts."""
    if (network := network_of(game)) is None:
        pytest.skip("nothing guides it")
    Compiled(game).warm("guided")
    bot = bots.find("master:200")
    for match, dice in some_positions(game, game.seats[0], 12, every=7):
        seat = Seat.at(match, match.actors[0], list(dice))
        thought = bot.think(seat)
        visits = {weighed.action: weighed.visits for weighed in thought.actions}
        kept = sensible(seat, WASTE * network.usual_points)
        votes = {one: sum(visits[a] for a in (one, *kept[one])) for one in kept}
        assert votes[thought.choice] == max(votes.values())


def test_a_blunder_is_one_among_moves_alike(game):
    """Some of those that leave the table to others are none, and some of the rest."""
    network = Network.random(game, 48)
    for match, dice in some_positions(game, game.seats[-1], 12, every=7):
        seat = Seat.at(match, match.actors[0], list(dice))
        blunders = Blunders(seat, network, seat.legal)
        for stays in (False, True):
            alike = [one for one in seat.legal if stays == moves_on(seat, one)]
            assert not alike or any(one not in blunders for one in alike)
        assert blunders.best not in blunders


def moves_on(seat, action):
    """Return True if the seat is asked again right after a move."""
    table = seat.imagined.copy()
    table.play(seat.number, action)
    return seat.number in table.actors


def test_of_a_sure_win_nothing_else_is_sensible(game):
    """In games that were played at random too; it may take some moves of the turn."""
    for seat, _ in sure_wins(game, 3):
        assert ends_first(seat, lambda asked: [*sensible(asked)][-1])
