"""The bot that plays by a trained network alone, and the networks that games come with."""

from collections.abc import Callable
from functools import cache

import numpy as np

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.network import COLDEST, pick
from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import Game
from comptoir.engine.runs.network import Network

from . import simple
from .seat import Seat


@cache
def _shipped(game: Game) -> tuple[Network | None, str]:
    try:
        network = Network.shipped(game)
    except BadSetup as error:
        return None, str(error)
    return network, "" if network else f"{game.name} has no network"


def network_of(game: Game) -> Network | None:
    """Return the network that comes with a game, if it fits."""
    return _shipped(game)[0]


def why_none(game: Game) -> str:
    """Return why a game has no network, in half a sentence; empty if it has one."""
    return _shipped(game)[1]


class Policy:
    """Takes the move that a network likes best, or one by lot, the better the likelier.

    Args:
        temperature: How evenly the lots fall; at 0 the best move is always taken.
        floor: Moves that are less likely than this share of the best are never taken.
        without: Who plays where there is no network.
        sees_wins: Whether it takes a move that wins at once, however the lots fall.
        networks: Where networks come from.
    """

    def __init__(
        self,
        temperature: float = 0.0,
        floor: float = 0.0,
        without: Callable[[Seat], Action] = simple.house,
        *,
        sees_wins: bool = False,
        networks: Callable[[Game], Network | None] = network_of,
    ):
        self.temperature = temperature
        self.floor = floor
        self.without = without
        self.sees_wins = sees_wins
        self.networks = networks

    def __call__(self, seat: Seat) -> Action:
        """Choose an action."""
        network = self.networks(seat.game)
        if network is None or not network.fits(seat.imagined.box):
            return self.without(seat)
        if len(seat.legal) == 1:
            return seat.legal[0]
        if self.sees_wins and (win := winning(seat)):
            return win
        moves = [action.number for action in seat.legal]
        logits, _ = network.evaluate(seat.imagined.observe(seat.number), moves)
        if not self.temperature:
            return seat.legal[int(logits.argmax())]
        below = logits - logits.max()
        shares = np.exp(below / max(self.temperature, COLDEST))
        shares[np.exp(below) < self.floor] = 0
        weights = dict(zip(moves, shares / shares.sum(), strict=True))
        return seat.game.actions[pick(moves, len(moves), weights, seat.dice)]


def winning(seat: Seat) -> Action | None:
    """Return an action that ends the game with the seat in first place, if there is one."""
    for action in seat.legal:
        table = seat.imagined.copy()
        table.play(seat.number, action)
        if not table.actors and table.standing()[1][seat.number] == 1:
            return action
    return None
