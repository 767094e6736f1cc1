"""No leak: a bot's choice does not change when what is hidden from it changes."""

import pytest

from comptoir import bots
from comptoir.bots import Seat
from comptoir.bots.budget import Budget
from comptoir.bots.policy import Policy
from comptoir.bots.search import Search
from comptoir.engine.runs.network import Network
from random_play import some_positions


@pytest.mark.parametrize("count", [400, pytest.param(5000, marks=pytest.mark.nightly)])
def test_nothing_hidden_changes_a_choice(game, count):
    """Hundreds of positions: what is hidden is dealt anew, and the bots choose the same."""
    choosers = [bots.find(name) for name in ("search:4", "house", "random", "novice")]
    network = Network.random(game, 32)
    choosers += [
        Search(Budget(iterations=4), networks=lambda _: network),
        Policy(0.7, networks=lambda _: network),
    ]
    for match, dice in some_positions(game, game.seats[-1], count):
        number = match.actors[-1]
        imagined = match.imagine(number, list(dice))
        for bot in choosers:
            real = Seat.at(match, number, list(dice))
            other = imagined.imagine(number, again := list(dice))
            assert bot(real) == bot(Seat(other, number, again))
