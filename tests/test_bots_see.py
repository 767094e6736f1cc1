"""No leak: a bot's choice does not change when what is hidden from it changes."""

import pytest

from comptoir import bots
from comptoir.bots import Seat
from comptoir.bots.names import MADE
from comptoir.engine.backends.compiler import Compiled
from random_play import some_positions

# Search bots use fewer iterations here than at a table.
BOTS = ("random", "house", "search:4", "policy:0.7", "master:4")


@pytest.mark.parametrize(
    ("count", "every"), [(60, 5), pytest.param(5000, 1, marks=pytest.mark.nightly)]
)
def test_nothing_hidden_changes_a_choice(game, count, every):
    """At moments throughout some games: with hidden things dealt anew, bots choose the same."""
    Compiled(game).warm("guided")
    quick = [name for name in MADE if not bots.searches(name, game)]
    choosers = [bots.find(name) for name in (*BOTS, *quick)]
    for match, dice in some_positions(game, game.seats[-1], count, every):
        number = match.actors[-1]
        imagined = match.imagine(number, list(dice))
        for bot in choosers:
            real = Seat.at(match, number, list(dice))
            other = imagined.imagine(number, again := list(dice))
            assert bot(real) == bot(Seat(other, number, again))
