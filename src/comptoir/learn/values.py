"""Refits a network's values to the results of games, without changing its policy.

A network's values predict results against the opponents of its training. The opponents that it
plays now may be different. Only the last layer has to change for this, so its weights are found
by least squares over the activations of the layer before, without gradient steps.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from comptoir.engine.errors import BadSetup
from comptoir.engine.runs.network import Network

from .export import model_of
from .imitation import KEPT_BACK, examples_of
from .model import VALUES, WORTH

ROWS = 16_384  # decisions per block
RIDGE = 1e-4  # ridge regularisation, relative to the activations' mean square


class Fit:
    """A least-squares fit of a network's values.

    Args:
        network: The network whose policy and hidden layers are kept.
    """

    def __init__(self, network: Network):
        self.network = network
        self.model, self.encode = model_of(np, network)
        self.count = 0
        size = self.model.width + 1
        self._squares, self._products = np.zeros((size, size)), np.zeros((size, VALUES))
        self._back: list[tuple[Any, Any]] = []

    def learn(self, played: Iterable[Any]) -> None:
        """Add decisions, with `legal` and `observations`, and the results of their games."""
        worth = self.network.arrays["worth"]
        shares = (float(worth[1]), float(worth[2]))
        for one in played:
            some = examples_of(one, self.network.usual_points, shares)
            for first in range(0, len(some.choice), ROWS):
                piece = some.rows(slice(first, first + ROWS))
                said = self.model.forward(self.encode(piece.observation)).three
                said = np.hstack((said, np.ones((len(said), 1), np.float32)))
                back = piece.game % KEPT_BACK == KEPT_BACK - 1
                self._back.append((said[back], piece.values[back]))
                said, values = said[~back].astype(np.float64), piece.values[~back]
                self._squares += said.T @ said
                self._products += said.T @ values
                self.count += len(said)

    def done(self, **about: Any) -> tuple[Network, float]:
        """Return the network, and the share of the value's variance it explains (R²).

        The share is measured on games held out from the fit.
        """
        said, values = (np.concatenate(part) for part in zip(*self._back, strict=True))
        if not self.count or not len(said):
            raise BadSetup(f"expected {KEPT_BACK} games or more to learn from")
        ridge = RIDGE * np.diag(self._squares).mean() * np.eye(len(self._squares))
        fitted = np.linalg.solve(self._squares + ridge, self._products)
        errors = (values - said @ fitted)[:, WORTH]
        explained = 1 - float((errors**2).mean() / max(values[:, WORTH].var(), 1e-9))
        fit = {"value": fitted[:-1].T, "value_bias": fitted[-1]}
        arrays = self.network.arrays | fit
        told = {"decisions": self.count, "explained": round(explained, 4)} | about
        said_of_it = self.network.about | {"values": told}
        return Network(self.network.game, arrays, said_of_it), explained
