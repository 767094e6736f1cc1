"""Features: encodes every number of an observation as a few zeros and ones.

A number that takes few values has a cell for each of them. A number that takes many has a cell
for each decile, and a slope: an input proportional to the number. The values that occur are
found by sampling games of bots.
"""

from itertools import pairwise
from typing import Any

import msgspec
import numpy as np

from comptoir.engine.model.game import Game
from comptoir.engine.runs.batch import Batch
from comptoir.engine.runs.network import Network

from .arrays import Array
from .model import aligned

SPAN = 64  # distinct values that are counted; all values above 62 are counted as 63
FEW = 12  # the most values for which each has its own cell
LOOKS = 160  # samples taken at every table
TABLES = 256

# a feature's column, lowest value, highest value and slope
FeatureCell = tuple[int, int, int, float]
NEVER: FeatureCell = (0, 1, 0, 0.0)  # a feature that is always 0, for padding
SLOPE = (
    1 / 16
)  # the slope of features from a file; the weights in the file already contain it


class Features(msgspec.Struct, frozen=True):
    """The inputs of the first layer: 1 if the number in `column` is from `low` to `high`, else
    0.

    If `slope` is not 0, the input is the number times the slope instead.
    """

    column: np.ndarray[Any, Any]
    low: np.ndarray[Any, Any]
    high: np.ndarray[Any, Any]
    slope: np.ndarray[Any, Any]

    @property
    def count(self) -> int:
        """The number of inputs of the first layer."""
        return len(self.column)

    def rows(self, columns: int) -> np.ndarray[Any, Any]:
        """Return the index of the input for every value of every column, counted from 1.

        0 means that there is no such input.
        """
        rows = np.zeros((columns, SPAN), np.uint16)
        for cell in np.flatnonzero(self.slope == 0):
            rows[self.column[cell], self.low[cell] : self.high[cell] + 1] = cell + 1
        return rows

    def slopes(self, columns: int) -> np.ndarray[Any, Any]:
        """Return the index of the slope input of every column, counted from 1; 0 means none."""
        slopes = np.zeros(columns, np.uint16)
        sloped = np.flatnonzero(self.slope)
        slopes[self.column[sloped]] = sloped + 1
        return slopes


def find_features(game: Game, seed: str) -> Features:
    """Return features for the values that occur in games of random and house bots.

    Games of all numbers of seats are sampled.
    """
    seen = np.zeros((game.observation, SPAN), np.int64)
    for seats in game.seats:
        for bots in ("random", "house"):
            batch = Batch(game, seats, TABLES, seed=f"{seed}/{bots}", fill=False)
            for _ in range(LOOKS // 4):
                batch.rollout(9, bots)
                _count(seen, np.asarray(batch.observe()))
    return features_of(seen)


def _count(seen: Array, observation: Array) -> None:
    values = np.clip(observation, 0, SPAN - 1).astype(np.int64)
    for column in range(len(seen)):
        seen[column] += np.bincount(values[:, column], minlength=SPAN)


def features_of(seen: np.ndarray[Any, Any]) -> Features:
    """Return the features, given how often each column took each value, ``[columns, SPAN]``."""
    cells: list[FeatureCell] = []
    for column, counts in enumerate(seen):
        values = np.flatnonzero(counts)
        if len(values) == 1:
            continue  # a constant number carries no information
        first, last = int(values[values > 0][0]), int(values[-1])
        # One cell for each value up to the largest, or one for each decile if there are many.
        bounds = list(range(1, last + 1)) if last <= FEW else _tenths(counts, first)
        cells += [
            (column, low, high - 1, 0.0) for low, high in pairwise([*bounds, SPAN])
        ]
        if last > FEW:
            cells.append((column, 0, SPAN, 1 / last))
    return _made(cells + [NEVER] * (aligned(len(cells)) - len(cells)))


def features_in(network: Network) -> Features:
    """Return the features from which a network file was made."""
    cells = [NEVER] * (len(network.arrays["first"]) - 1)
    slopes = network.arrays["slopes"]
    for column, rows in enumerate(network.arrays["rows"]):
        for cell in np.unique(rows[rows > 0]):
            values = np.flatnonzero(rows == cell)
            cells[cell - 1] = column, int(values[0]), int(values[-1]), 0.0
        if slopes[column]:
            cells[slopes[column] - 1] = column, 0, SPAN, SLOPE
    return _made(cells)


def _made(cells: list[FeatureCell]) -> Features:
    columns, lows, highs, slopes = (np.array(part) for part in zip(*cells, strict=True))
    return Features(
        columns.astype(np.int16),
        lows.astype(np.int16),
        highs.astype(np.int16),
        slopes.astype(np.float32),
    )


def _tenths(counts: np.ndarray[Any, Any], first: int) -> list[int]:
    """Return the first value of each decile."""
    share = np.cumsum(counts[1:]) / counts[1:].sum()
    begins = {1 + int(np.searchsorted(share, part / 10)) for part in range(10)}
    return sorted(begins | {1, first})


class Encoder:
    """Encodes observations as inputs of the first layer."""

    def __init__(self, xp: Any, features: Features):
        self.xp, self.features, self.count = xp, features, features.count
        self.column = xp.asarray(features.column.astype(np.int32))
        self.low, self.high = xp.asarray(features.low), xp.asarray(features.high)
        self.slope = xp.asarray(features.slope)
        self.kernel = None
        if hasattr(xp, "ElementwiseKernel"):
            self.kernel = xp.ElementwiseKernel(
                "raw int16 seen, raw int32 column, raw int16 low, raw int16 high, "
                "raw float32 slope, int32 columns, int32 count",
                "float32 input",
                KERNEL,
                "comptoir_encode",
            )

    def __call__(self, seen: Array) -> Array:
        """Return the inputs, ``[rows, features]``, for observations ``[rows, columns]``
        (int16).
        """
        xp = self.xp
        given = (self.column, self.low, self.high, self.slope)
        if self.kernel:  # one kernel, on a GPU
            inputs = xp.empty((len(seen), self.count), xp.float32)
            return self.kernel(seen, *given, seen.shape[1], self.count, inputs)
        values = seen[:, self.column]
        low = xp.clip(values, 0, SPAN - 1)
        cells = (low >= self.low) & (low <= self.high)
        return xp.where(self.slope != 0, values * self.slope, cells).astype(xp.float32)


# CUDA code with which `Encoder` computes one input.
KERNEL = f"""
    const int cell = i % count;
    const int value = seen[(i / count) * columns + column[cell]];
    const int low_value = max(0, min(value, {SPAN - 1}));
    input = slope[cell] != 0.0f ? value * slope[cell]
        : (low_value >= low[cell] && low_value <= high[cell] ? 1.0f : 0.0f);
"""
