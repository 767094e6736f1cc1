"""Values by what games came to: the policy stays, the last layer is fitted again.

What a network foresees is what came of the games that it learnt from, among others who may
play otherwise than those it meets now. Where it only has to say what games come to, no step
by step is needed: the layers below say what they see, and least squares do the rest.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from comptoir.engine.errors import BadSetup
from comptoir.engine.runs.network import Network

from .export import model_of
from .imitation import KEPT_BACK, examples_of
from .model import VALUES, WORTH

ROWS = 16_384  # decisions at a time
RIDGE = 1e-4  # of the mean square of what the layers say: keeps weights small


class Fit:
    """Values of a network in the making.

    Args:
        network: The one whose policy and layers are kept.
    """

    def __init__(self, network: Network):
        self.network = network
        self.model, self.encode = model_of(np, network)
        self.count = 0
        size = self.model.width + 1
        self._squares, self._products = np.zeros((size, size)), np.zeros((size, VALUES))
        self._back: list[tuple[Any, Any]] = []

    def learn(self, played: Iterable[Any]) -> None:
        """Take what decisions, with `legal` and `observations`, came to."""
        worth = self.network.arrays["worth"]
        shares = (float(worth[1]), float(worth[2]))
        for one in played:
            some = examples_of(one, self.network.usual_points, shares)
            for first in range(0, len(some.action), ROWS):
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
        """Return the network, and which share of the worth's spread it explains.

        That is told of games that it does not learn from.
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
