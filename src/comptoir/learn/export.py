"""A model as the file that `engine` evaluates: small numbers, and what they are for."""

from typing import Any

import numpy as np

from comptoir.engine.model.game import Game

from .arrays import on_host
from .features import Features
from .model import VALUES, Model


def network_arrays(
    game: Game,
    features: Features,
    model: Model,
    points: float,
    shares: tuple[float, float],
) -> dict[str, np.ndarray[Any, Any]]:
    """Return the arrays of a network file, by name."""
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
