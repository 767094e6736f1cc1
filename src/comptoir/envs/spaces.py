"""The spaces that the environments share: what is seen, what may be done."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Self

import numpy as np
from gymnasium import spaces

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.game import Game

LIMITS = np.iinfo(np.int16)  # numbers of an observation fit 16 bits, as on the table


def sight_space(game: Game, dtype: str = "float32") -> spaces.Box:
    """Return the space of an observation."""
    low, high = (-127, 127) if dtype == "int8" else (LIMITS.min, LIMITS.max)
    return spaces.Box(low, high, (game.observation,), np.dtype(dtype).type)


def action_space(game: Game) -> "spaces.Discrete[Any]":
    """Return the space of all actions."""
    return spaces.Discrete(len(game.actions))


def masked_space(game: Game) -> spaces.Dict:
    """Return the space of an observation with its mask."""
    mask = spaces.Box(0, 1, (len(game.actions),), np.int8)
    return spaces.Dict({"observation": sight_space(game), "action_mask": mask})


def drawn(mode: str | None, modes: Sequence[str]) -> str | None:
    """Return a way to draw the board that an environment has.

    Raises:
        BadSetup: It has no such way.
    """
    if mode not in (None, *modes):
        known = ", ".join(modes)
        raise BadSetup(f"render_mode {mode!r}: expected {known}, or None")
    return mode


def squeeze(sights: Any) -> Any:
    """Return counts as small numbers, easier to learn from: their logarithms, signed."""
    return np.sign(sights) * np.log1p(np.abs(sights))


class Copied:
    """Environments are copied whole: a copy goes on alike, and on its own."""

    def copy(self) -> Self:
        """Return the same environment once more, to try things on."""
        return deepcopy(self)

    __copy__ = copy
