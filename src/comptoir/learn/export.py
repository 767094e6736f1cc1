"""Converts a model to the quantised network file that `engine` evaluates, and back."""

from typing import Any

import numpy as np

from comptoir.engine.model.game import Game
from comptoir.engine.runs.network import Network

from .arrays import on_host
from .checkpoint import About, Checkpoint, kind_of
from .config import Config
from .features import Encoder, Features, features_in
from .model import COMPANIES, VALUES, Model


def network_arrays(
    game: Game,
    features: Features,
    model: Model,
    points: float,
    shares: tuple[float, float],
) -> dict[str, np.ndarray[Any, Any]]:
    """Return the arrays of a network file by name, with the values against networks."""
    head, actions = on_host(model.parts["head"]).T, model.actions
    head_bias = on_host(model.parts["head_bias"])
    weights = {name: on_host(part) for name, part in model.parts.items()}
    first = np.zeros((1 + features.count, model.width), np.float32)
    first[1:] = weights["first"] * np.where(features.slope, features.slope, 1)[:, None]
    return {
        "rows": features.rows(game.observation),
        "slopes": features.slopes(game.observation),
        "first": first.astype(np.float16),
        "bias": weights["bias"],
        "middle": weights["middle"].astype(np.float16),
        "policy": head[:actions].astype(np.float16),
        "policy_bias": head_bias[:actions],
        "value": head[actions : actions + VALUES].astype(np.float16),
        "value_bias": head_bias[actions : actions + VALUES],
        "points_scale": np.array([points], np.float32),
        "worth": np.array([1 - sum(shares), *shares], np.float32),
    }


Reader = tuple[Model, Encoder]
"""A model with the encoder of its observations."""


def model_of(xp: Any, network: Network) -> Reader:
    """Return the model from which a network file was made, with its encoder."""
    given, features = network.arrays, features_in(network)
    actions = len(network.game.actions.choices)
    model = Model(np, features.count, actions, given["first"].shape[1])
    parts, slopes = model.parts, np.where(features.slope, features.slope, 1)
    parts["first"][:] = given["first"][1:] / slopes[:, None]
    parts["bias"][:], parts["middle"][:] = given["bias"], given["middle"]
    # all kinds of opponents begin with the same values
    begins = range(actions, actions + COMPANIES * VALUES, VALUES)
    values = [("value", first, first + VALUES) for first in begins]
    for name, first, last in (("policy", 0, actions), *values):
        parts["head"][:, first:last] = given[name].T
        parts["head_bias"][first:last] = given[f"{name}_bias"]
    there = Model(xp, features.count, actions, model.width)
    there.use(xp.asarray(model.weights))
    return there, Encoder(xp, features)


def checkpoint_of(network: Network, config: Config) -> Checkpoint:
    """Return a checkpoint for a run that starts from a network file."""
    model, encode = model_of(np, network)
    about = About(
        config=config,
        update=0,
        steps=0,
        seconds=0.0,
        adam=0,
        points=network.usual_points,
        **kind_of(network.game),
    )
    none = np.zeros(model.size, np.float32)
    return Checkpoint(about, encode.features, model.weights, none, none, none[None][:0])
