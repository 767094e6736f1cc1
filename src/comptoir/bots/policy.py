"""The bot that plays by a trained network alone, and the networks that games come with."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.network import COLDEST, pick
from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import Game
from comptoir.engine.runs.network import Network

from . import simple
from .look import RIVALS, Blunders, sensible
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


# Logits below the best: moves that near are no blunders, moves that far nobody makes.
CLOSE, FAR = 8.0, 25.0


class Policy:
    """Takes the move that a network likes best, or one by lot, the better the likelier.

    Args:
        temperature: How evenly the lots fall; at 0 the best move is always taken.
        reach: How far down a move may be taken, as a part of the way from the best to the
            worst; those that are close to the best always may, those far below never.
        without: Who plays where there is no network.
        gap: The part of the usual points by which a move may fall behind another within
            the turn; None if it does not look.
        networks: Where networks come from.
    """

    def __init__(
        self,
        temperature: float = 0.0,
        reach: float = 1.0,
        without: Callable[[Seat], Action] = simple.house,
        *,
        gap: float | None = None,
        networks: Callable[[Game], Network | None] = network_of,
    ):
        self.temperature = temperature
        self.reach = reach
        self.without = without
        self.gap = gap
        self.networks = networks

    def __call__(self, seat: Seat) -> Action:
        """Choose an action."""
        network = self.networks(seat.game)
        if network is None or not network.fits(seat.imagined.box):
            return self.without(seat)
        if len(seat.legal) == 1:
            return seat.legal[0]
        legal = seat.legal
        if self.gap is not None:
            legal = sensible(seat, self.gap * network.usual_points, patient=True)
        moves = [action.number for action in legal]
        logits, _ = network.evaluate(seat.imagined.observe(seat.number), moves)
        order = np.argsort(-logits, kind="stable")
        drawn = (legal[at] for at in self._order(logits, order, seat))
        if self.gap is None or len(legal) == 1:
            return next(drawn)
        blunders = Blunders(seat, network, [legal[at] for at in order[:RIVALS]])
        return next((one for one in drawn if one not in blunders), blunders.best)

    def _order(self, logits: Any, order: Any, seat: Seat) -> Iterator[int]:
        """Yield places of moves as they are drawn: the best first, or by lot."""
        if not self.temperature:
            yield from order
            return
        below = logits - logits.max()
        shares = np.exp(below / max(self.temperature, COLDEST))
        shares[below < min(max(self.reach * below.min(), -FAR), -CLOSE)] = 0
        left = [int(at) for at in order if shares[at]]
        while left:
            weights = dict(zip(left, shares[left] / shares[left].sum(), strict=True))
            yield (at := pick(left, len(left), weights, seat.dice))
            left.remove(at)
