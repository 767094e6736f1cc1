"""The rewards that an environment gives at the end of a game."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from comptoir.engine.runs.checks import one_of

Array = np.ndarray[Any, Any]
PLACES = "places"


def places(ranks: Array, points: Array) -> Array:
    """Return (seats behind − seats ahead) / (other seats)."""
    mine, theirs = ranks[..., :, None], ranks[..., None, :]
    lead = np.sign(theirs - mine).sum(axis=-1)
    return np.asarray(lead / (ranks.shape[-1] - 1))


def first(ranks: Array, points: Array) -> Array:
    """Return 1 for winning alone and −1/(other seats) for not winning; ties divide a win."""
    seats, won = ranks.shape[-1], ranks == 1
    shares = won / won.sum(axis=-1, keepdims=True)
    return np.asarray((seats * shares - 1) / (seats - 1))


def margin(ranks: Array, points: Array) -> Array:
    """Return the points above the mean of the other seats."""
    seats = points.shape[-1]
    mean = (points.sum(axis=-1, keepdims=True) - points) / (seats - 1)
    return np.asarray(points - mean)


REWARDS: Mapping[str, Callable[[Array, Array], Array]] = {
    PLACES: places,
    "first": first,
    "margin": margin,
}


def reward_named(name: str) -> Callable[[Array, Array], Array]:
    """Return the reward with a name, which takes ranks and points by seat."""
    return REWARDS[one_of("reward", name, tuple(REWARDS))]
