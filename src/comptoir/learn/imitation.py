"""Behaviour cloning: trains a network to imitate recorded decisions.

The network plays like a slow bot, but fast enough to play inside `Batch`, where other networks
can train against it.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from comptoir.engine.backends.matrices import library
from comptoir.engine.errors import BadSetup
from comptoir.engine.model.game import Game
from comptoir.engine.runs.network import Network

from . import ppo
from .arrays import Array
from .export import Reader, model_of, network_arrays
from .features import Encoder, find_features
from .model import NETWORKS, VALUES, Adam, Model
from .run import number, usual_points
from .tables import values_of

WIDTH = 128  # the width of the layers of a new network
# the shares of first place and of the margin in the value, as in a training run
SHARES = (0.25, 0.0)
EPOCHS = 8
MINIBATCH = 1024
RATE = 1e-3  # the learning rate, which decays to a tenth
LONGEST = 0.5  # the largest norm of the gradient
KEPT_BACK = 10  # one game in so many is held out for validation


class Examples(NamedTuple):
    """Recorded decisions and the results of their games, as arrays of equal length."""

    game: Array  # index of the game
    observation: Array  # int16
    legal: Array  # bit set of the legal choices, the lowest bit of each byte first
    choice: Array
    values: Array  # [..., VALUES]

    def rows(self, where: Array) -> "Examples":
        """Return the examples at some indices."""
        return Examples._make(part[where] for part in self)


def examples_of(decisions: Any, usual: float, shares: tuple[float, float]) -> Examples:
    """Return the decisions of `comptoir.decisions` that have more than one legal action.

    Args:
        decisions: Decisions recorded with `legal` and `observations`.
        usual: The usual points of the game, the unit of the third value.
        shares: The shares of the result that depend on first place and on points.
    """
    log, ends = decisions.log, decisions.ends
    if log.legal is None or log.observation is None:
        raise BadSetup("decisions: expected some with legal and observations")
    ranks = np.asarray(ends.ranks)
    ahead = ranks[:, :, None] > ranks[:, None, :]
    lead = (ahead.sum(1) - ahead.sum(2)) / (ranks.shape[1] - 1)
    values = values_of(np, lead, ranks, np.asarray(ends.points), usual, shares)
    chosen = np.flatnonzero(log.choices > 1)
    game = np.searchsorted(ends.game, log.game[chosen])
    choice, masks = decisions.choices()
    return Examples(
        log.game[chosen],
        log.observation[chosen],
        np.packbits(masks[chosen], axis=1, bitorder="little"),
        choice[chosen],
        values[game, log.seat[chosen]],
    )


class Imitation:
    """A network that is being trained to imitate decisions.

    Args:
        game: The game.
        start: The network to start from; its features and value settings are kept.
        device: `cpu` or `cuda`.
        seed: The seed of all random numbers.
    """

    def __init__(
        self, game: Game, start: Network | None, device: str = "cpu", seed: str = "1"
    ):
        self.game, self.xp, self.seed = game, library(device), seed
        self.model, self.encode = (
            model_of(self.xp, start) if start else _new(self.xp, game, seed)
        )
        self.usual, self.shares = usual_points(game, seed), SHARES
        if start:
            self.usual = start.usual_points
            self.shares = (
                float(start.arrays["worth"][1]),
                float(start.arrays["worth"][2]),
            )
        self.agreement = 0.0
        self.count = 0

    def learn(self, played: Iterable[Any]) -> Iterator[float]:
        """Learn from decisions, and yield the agreement at the start and after every epoch.

        The agreement is the share of decisions in held-out games for which the network prefers
        the recorded action.
        """
        parts = [examples_of(one, self.usual, self.shares) for one in played]
        given = Examples._make(
            np.concatenate(part) for part in zip(*parts, strict=True)
        )
        back = given.game % KEPT_BACK == KEPT_BACK - 1
        if back.all() or not back.any():
            raise BadSetup(f"expected {KEPT_BACK} games or more to learn from")
        test, given = given.rows(back), given.rows(~back)
        self.count = len(given.choice)
        random = np.random.default_rng(number(self.seed))
        optimiser = Adam(self.xp, self.model.size)
        yield self._agrees(test)
        for epoch in range(EPOCHS):
            order = random.permutation(self.count)
            pieces = np.array_split(order, max(1, self.count // MINIBATCH))
            for done, piece in enumerate(pieces):
                over = (epoch + done / len(pieces)) / EPOCHS
                gradient = self._gradient(given.rows(piece))
                rate = RATE * (1 - 0.9 * over)
                optimiser.step(self.model.weights, gradient, rate, LONGEST)
            self.agreement = self._agrees(test)
            yield self.agreement

    def _forward(self, some: Examples) -> tuple[Any, Array]:
        """Return the activations and the log-probabilities of the legal actions, for some
        examples.
        """
        xp, choices = self.xp, len(self.game.actions.choices)
        seen = self.model.forward(self.encode(xp.asarray(some.observation)))
        bits = np.unpackbits(some.legal, axis=1, count=choices, bitorder="little")
        return seen, ppo.log_softmax(xp, seen.logits, xp.asarray(bits))

    def _gradient(self, some: Examples) -> Array:
        """Return the gradient of the cross-entropy plus the values' squared error."""
        xp, choices, rows = self.xp, len(self.game.actions.choices), len(some.choice)
        seen, logs = self._forward(some)
        head = xp.zeros_like(seen.head)
        head[:, :choices] = xp.exp(logs)
        head[xp.arange(rows), xp.asarray(some.choice)] -= 1
        error = seen.values[:, NETWORKS] - xp.asarray(some.values)
        head[:, choices : choices + VALUES] = error / 2
        return self.model.backward(seen, head / rows)

    def _agrees(self, some: Examples) -> float:
        """Return the share of examples in which the network prefers the recorded action."""
        same = 0
        for piece in np.array_split(
            np.arange(len(some.choice)), 1 + len(some.choice) // 4096
        ):
            part = some.rows(piece)
            _, logs = self._forward(part)
            same += int((logs.argmax(1) == self.xp.asarray(part.choice)).sum())
        return same / len(some.choice)

    def network(self, **about: Any) -> Network:
        """Return the current network; `about` becomes additional metadata of its file."""
        arrays = network_arrays(
            self.game, self.encode.features, self.model, self.usual, self.shares
        )
        told = {"decisions": self.count, "agreement": round(self.agreement, 4)}
        return Network(self.game, arrays, told | about)


def _new(xp: Any, game: Game, seed: str) -> Reader:
    """Return an untrained model."""
    features = find_features(game, seed)
    model = Model(xp, features.count, len(game.actions.choices), WIDTH)
    model.begin(number(seed))
    return model, Encoder(xp, features)
