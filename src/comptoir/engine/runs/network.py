"""Trained networks: loading, checking, saving and evaluating them."""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.lib.npyio import NpzFile

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.network import FACES, LANES, NetworkArrays, empty_network
from comptoir.engine.model.game import Game

from .trained import (
    CHARACTERS,
    EXPERT_ITERATIONS,
    FILE,
    ROLLOUTS,
    TEMPERATURES,
    USUAL_ITERATIONS,
    USUAL_TEMPERATURES,
    TrainedNetwork,
    kind_of,
    layout_of,
    misfit,
)

__all__ = ["FILE", "KINDS", "LARGEST", "Network", "layout_of"]

LARGEST = 1_000_000  # bytes that a file may have
UNPACKED = 16 * LARGEST
KINDS: Mapping[str, Any] = {
    "rows": np.uint16,
    "slopes": np.uint16,
    "first": np.float16,
    "bias": np.float32,
    "middle": np.float16,
    "policy": np.float16,
    "policy_bias": np.float32,
    "value": np.float16,
    "value_bias": np.float32,
    "points_scale": np.float32,
    "worth": np.float32,
}

Array = np.ndarray[Any, Any]


class Network(TrainedNetwork):
    """A policy and value network for one game, whose input is the observation.

    The first layer is a sum of rows of the matrix `first`. If number `i` of the observation
    has the value `v`, it adds the row with index `rows[i, v]`, and `v` times the row with
    index `slopes[i]`; index 0 means no row, and `v` is clipped to 0–63. Two layers of the same
    width follow, the second with a residual connection to the first:
    a = relu(bias[0] + rows), b = relu(a @ middle[0] + bias[1]),
    c = relu(b @ middle[1] + bias[2] + a). The output is a logit for every choice (`policy`)
    and three values: the expected result, from about -1 to 1; the chance of winning; and the
    points, as a fraction of `points_scale`. `worth` gives the shares of the expected result
    that come from placing, winning, and points above the mean of the others (divided by half
    of `points_scale`, at most 1).

    Args:
        game: The game it was trained for.
        arrays: The arrays named in KINDS, of any numeric type; they are converted to the
            types that the file uses.
        about: Further metadata for its file, such as the steps of training.

    Raises:
        BadSetup: An array is missing, has a wrong shape, or holds values that are not numbers.
    """

    def __init__(
        self,
        game: Game,
        arrays: Mapping[str, Any],
        about: Mapping[str, Any] | None = None,
    ):
        if missing := [name for name in KINDS if name not in arrays]:
            raise BadSetup(f"it has no {', '.join(missing)}")
        super().__init__(game, {**(about or {}), **kind_of(game)})
        with np.errstate(over="ignore"):  # overflows are refused below
            self.arrays = {
                name: np.asarray(arrays[name], kind) for name, kind in KINDS.items()
            }
        self._check()
        self._check_about()

    @classmethod
    def shipped(cls, game: Game) -> Self | None:
        """Return the network shipped with a game; None if there is none.

        Raises:
            BadSetup: The network does not fit the game.
        """
        path = game.folder / FILE
        return cls.load(path, game) if path.exists() else None

    @classmethod
    def load(cls, path: Path, game: Game) -> Self:
        """Load a network from its file.

        Raises:
            BadSetup: The file is damaged, or is for another game, format, version or layout.
        """
        try:
            arrays = _read(path)
            about: dict[str, Any] = json.loads(bytes(arrays.pop("about")))
            wrong = misfit(about, game)
        except Exception as error:  # a damaged file may raise anything
            raise BadSetup(f"{path} is no network, or damaged: {error}") from error
        if wrong:
            raise BadSetup(f"{path} does not fit: {wrong}")
        try:
            return cls(game, arrays, about)
        except BadSetup as error:
            raise BadSetup(f"{path} is damaged: {error}") from error

    @classmethod
    def random(cls, game: Game, width: int = 192, seed: int = 1) -> Self:
        """Return an untrained network of the usual size, for benchmarks and tests."""
        random = np.random.default_rng(seed)
        numbers, choices = game.observation, len(game.actions.choices)
        rows, narrow = min(1 + 8 * numbers, 1800), width**-0.5

        def normal(*shape: int, scale: float = narrow) -> Array:
            return random.normal(0, scale, shape)

        named = random.integers(1, rows, (numbers, FACES + 1))
        arrays = {
            "rows": named[:, 1:] * (np.arange(FACES) > 0),
            "slopes": named[:, 0] * (random.integers(10, size=numbers) == 0),
            "first": normal(rows, width) * (np.arange(rows) > 0)[:, None],
            "bias": normal(3, width),
            "middle": normal(2, width, width),
            "policy": normal(choices, width),
            "policy_bias": normal(choices),
            "value": normal(3, width, scale=0.3 * narrow),
            "value_bias": [0.0, 0.25, 0.5],
            "points_scale": [50.0],
            "worth": [0.75, 0.25, 0.0],
        }
        return cls(game, arrays)

    def save(self, path: Path) -> None:
        """Write the network to a file.

        Raises:
            BadSetup: The file would be larger than allowed.
        """
        about = np.frombuffer(json.dumps(self.about).encode(), np.uint8)
        content: dict[str, Any] = {"about": about, **self.arrays}
        with path.open("wb") as file:
            np.savez_compressed(file, **content)
        if (size := path.stat().st_size) > LARGEST:
            path.unlink()
            raise BadSetup(f"a network of {size} bytes: expected at most {LARGEST}")

    def evaluate(
        self, observation: Sequence[int], legal: Sequence[int]
    ) -> tuple[Array, Array]:
        """Return a logit for each legal choice; and the result, win chance and points."""
        own, seen = self.given, np.asarray(observation)
        each = own.rows[np.arange(len(seen)), seen.clip(0, FACES - 1)]
        summed = (
            own.first[each].sum(0) + seen.astype(np.float32) @ own.first[own.slopes]
        )
        one = np.maximum(own.bias[0] + summed, 0)
        two = np.maximum(one @ own.middle[0] + own.bias[1], 0)
        three = np.maximum(two @ own.middle[1] + own.bias[2] + one, 0)
        moves = np.asarray(legal)
        logits = own.policy[moves] @ three + own.policy_bias[moves]
        return logits, own.value @ three + own.value_bias

    @property
    def width(self) -> int:
        """The width of its layers, a multiple of LANES."""
        return -(-self.arrays["first"].shape[1] // LANES) * LANES

    @property
    def usual_points(self) -> float:
        """The typical points of a game."""
        return float(self.arrays["points_scale"][0])

    @cached_property
    def given(self) -> NetworkArrays:
        """The weights for the kernels, in single precision."""
        given = empty_network(self.game, len(self.arrays["first"]), self.width)
        for whole, array in zip(given, self.arrays.values(), strict=True):
            whole[tuple(map(slice, array.shape))] = array
        return given

    def _check(self) -> None:
        """Check that all shapes are consistent, and that row indices lie within `first`."""
        first = self.arrays["first"]
        if first.ndim != 2 or not first.size:  # noqa: PLR2004 - rows and columns
            raise BadSetup(
                f"first has the shape {first.shape}: expected rows and columns"
            )
        shapes = empty_network(self.game, *first.shape)
        for (name, array), shape in zip(self.arrays.items(), shapes, strict=True):
            if array.shape != shape.shape:
                expected = f"expected {shape.shape}"
                raise BadSetup(f"{name} has the shape {array.shape}: {expected}")
            if array.dtype.kind == "f" and not np.isfinite(array).all():
                raise BadSetup(f"{name} holds what is no number of its kind")
            if array.dtype.kind == "u" and array.max() >= len(first):
                raise BadSetup(f"{name} names a row that first does not have")
        if first[0].any():
            raise BadSetup("row 0 of first is not 0")

    def _check_about(self) -> None:
        """Check the optional settings in the metadata."""
        if self.about.get(ROLLOUTS, 0) not in range(101):
            raise BadSetup(f"its {ROLLOUTS} are no percentage")
        told = self.about.get(TEMPERATURES, USUAL_TEMPERATURES)
        if not _are_temperatures(told):
            raise BadSetup(f"its {TEMPERATURES} are not four numbers")
        if not _is_count(self.about.get(EXPERT_ITERATIONS, USUAL_ITERATIONS)):
            raise BadSetup(f"its {EXPERT_ITERATIONS} are no number of iterations")
        if not _are_characters(self.about.get(CHARACTERS, {}), self.game):
            raise BadSetup(f"its {CHARACTERS} do not say how much they like which verb")


def _are_temperatures(told: Any) -> bool:
    """Return True if these are four levels' temperatures; None for the last means search."""
    if not isinstance(told, list | tuple) or len(told) != len(USUAL_TEMPERATURES):
        return False
    *first, last = told
    degrees = first if last is None else told
    return all(isinstance(one, int | float) and 0 <= one < inf for one in degrees)


def _is_count(told: Any) -> bool:
    """Return True if this is a whole number above zero."""
    return type(told) is int and told > 0


def _are_characters(told: Any, game: Game) -> bool:
    """Return True if these are names, each with numbers for verbs of a game."""
    verbs = {verb.name for verb in game.actions.verbs}
    return isinstance(told, dict) and all(
        isinstance(leaning, dict)
        and leaning.keys() <= verbs
        and all(isinstance(x, int | float) and -inf < x < inf for x in leaning.values())
        for leaning in told.values()
    )


def _read(path: Path) -> dict[str, Array]:
    """Return all arrays in a file, with limits on its size."""
    if path.stat().st_size > LARGEST:
        raise ValueError(f"more than {LARGEST} bytes")
    with path.open("rb") as file, NpzFile(file) as kept:
        assert kept.zip
        if sum(one.file_size for one in kept.zip.infolist()) > UNPACKED:
            raise ValueError(f"more than {UNPACKED} bytes unpacked")
        return dict(kept)
