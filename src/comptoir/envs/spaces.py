"""The observation and action spaces that the environments share."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Self

import numpy as np
from gymnasium import spaces

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.game import Game

LIMITS = np.iinfo(
    np.int16
)  # observations are 16-bit numbers, as the fields of tables are


def sight_space(game: Game, dtype: str = "float32") -> spaces.Box:
    """Return the space of a game's observations."""
    low, high = (-127, 127) if dtype == "int8" else (LIMITS.min, LIMITS.max)
    return spaces.Box(low, high, (game.observation,), np.dtype(dtype).type)


def action_space(game: Game) -> "spaces.Discrete[Any]":
    """Return the space of a game's choices."""
    return spaces.Discrete(len(game.actions.choices))


def masked_space(game: Game) -> spaces.Dict:
    """Return the space of a dictionary of observation and action mask."""
    mask = spaces.Box(0, 1, (len(game.actions.choices),), np.int8)
    return spaces.Dict({"observation": sight_space(game), "action_mask": mask})


def drawn(mode: str | None, modes: Sequence[str]) -> str | None:
    """Return a render mode after checking that the environment supports it.

    Raises:
        BadSetup: The environment does not support the mode.
    """
    if mode not in (None, *modes):
        known = ", ".join(modes)
        raise BadSetup(f"render_mode {mode!r}: expected {known}, or None")
    return mode


def squeeze(sights: Any) -> Any:
    """Return the signed logarithms of an observation's numbers, which are easier to learn
    from.
    """
    return np.sign(sights) * np.log1p(np.abs(sights))


class Copied:
    """A mixin for environments with a `copy` method; copies are independent."""

    def copy(self) -> Self:
        """Return an independent copy of the environment."""
        return deepcopy(self)

    __copy__ = copy
