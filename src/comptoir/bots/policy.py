"""The bot that plays by a trained network alone, and the networks that games come with."""

from collections.abc import Callable, Iterator
from functools import cache
from threading import Event
from typing import Any

import numpy as np

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.network import COLDEST, pick
from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import Game
from comptoir.engine.runs.network import Network

from . import simple
from .budget import Budget
from .lookahead import RIVALS, Blunders, sensible
from .names import CHARACTERS
from .search import BotDecision, Search
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


def characters_of(game: Game) -> list[str]:
    """Return the characters that have a manner of their own in a game."""
    network = network_of(game)
    return [name for name in CHARACTERS if network and name in network.characters]


# Logits below the best: moves that near are no blunders, moves that far nobody makes.
CLOSE, FAR = 8.0, 32.0


class Policy:
    """Takes the move that a network likes best, or one by lot, the better the likelier.

    Args:
        temperature: How evenly the lots fall; at 0 the best move is always taken.
        reach: How far down a move may be taken, as a part of the way from the best to the
            worst; those that are close to the best always may, those far below never.
        without: Who plays where there is no network.
        gap: The part of the usual points by which a move may fall behind another within
            the turn; None if it does not look.
        level: Which of its network's `temperatures` it takes instead.
        character: Which of its network's `characters` it has: what that leans to is liked
            more, and what it shies away from less.
        networks: Where networks come from.
    """

    def __init__(
        self,
        temperature: float = 0.0,
        reach: float = 1.0,
        without: Callable[[Seat], Action] = simple.house,
        *,
        gap: float | None = None,
        level: int | None = None,
        character: str = "",
        networks: Callable[[Game], Network | None] = network_of,
    ):
        self.temperature = temperature
        self.reach = reach
        self.without = without
        self.gap = gap
        self.level = level
        self.character = character
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
            legal = [*sensible(seat, self.gap * network.usual_points, patient=True)]
        moves = [action.number for action in legal]
        logits, _ = network.evaluate(seat.imagined.observe(seat.number), moves)
        liked = [legal[at] for at in _best_first(logits)[:RIVALS]]
        degrees = self.temperature
        if self.level is not None:
            degrees = network.temperatures[self.level] or 0.0
        if leaning := network.characters.get(self.character):
            logits = _leaned(
                logits, [leaning.get(action.verb, 0.0) for action in legal]
            )
        drawn = (legal[at] for at in self._order(logits, degrees, seat))
        if self.gap is None or len(legal) == 1:
            return next(drawn)
        blunders = Blunders(seat, network, liked)
        return next((one for one in drawn if one not in blunders), blunders.best)

    def _order(self, logits: Any, temperature: float, seat: Seat) -> Iterator[int]:
        """Yield places of moves as they are drawn: the best first, or by lot."""
        order = _best_first(logits)
        if not temperature:
            yield from order
            return
        below = logits - logits.max()
        shares = np.exp(below / max(temperature, COLDEST))
        shares[below < min(max(self.reach * below.min(), -FAR), -CLOSE)] = 0
        left = [int(at) for at in order if shares[at]]
        while left:
            weights = dict(zip(left, shares[left] / shares[left].sum(), strict=True))
            yield (at := pick(left, len(left), weights, seat.dice))
            left.remove(at)


def _best_first(logits: Any) -> Any:
    """Return the places of moves, the one liked best first."""
    return np.argsort(-logits, kind="stable")


def _leaned(logits: Any, leaning: list[float]) -> Any:
    """Return logits as a character has them; what is far below the best stays there."""
    return np.where(logits < logits.max() - FAR, -np.inf, logits + leaning)


class Quick(Search):
    """Moves at once by its game's network, at a temperature that is told with it.

    Where none is told it searches, as far as the network says; without one by its budget.

    Args:
        policy: How it moves at once.
        level: Which of the network's temperatures that takes.
        budget: How far it searches without a network.
    """

    def __init__(self, policy: Policy, level: int, budget: Budget):
        super().__init__(budget, networks=policy.networks)
        self.policy, self.level = policy, level

    def at_once(self, game: Game) -> bool:
        """Return whether a game's network tells a temperature."""
        network = self.networks(game)
        return network is not None and network.temperatures[self.level] is not None

    def budget_for(self, game: Game) -> Budget:
        """Return how far its game's network says that it searches."""
        network = self.networks(game)
        return Budget(iterations=network.expert_iterations) if network else self.budget

    def decide(self, seat: Seat, stop: Event | None = None) -> BotDecision:
        """Choose an action, and say what it rests on."""
        network = self.networks(seat.game)
        if network and self.at_once(seat.game) and network.fits(seat.imagined.box):
            return BotDecision(self.policy(seat))
        return super().decide(seat, stop)
