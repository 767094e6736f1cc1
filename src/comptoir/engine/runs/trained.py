"""What bots read of a trained network, wherever its numbers are kept."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from typing import Any

from comptoir.engine.kernels.network import NetworkArrays
from comptoir.engine.model.game import RULES, Game

FORMAT = 1
FILE = "network.npz"  # the name of the file in a game's folder
# Optional settings in a network's file:
ROLLOUTS = "rollouts"  # the percentage of leaves that a guided search plays to the end
USUAL_ROLLOUTS = 15
TEMPERATURES = "temperatures"  # the policy's temperature for each level, weakest first
USUAL_TEMPERATURES = (100.0, 60.0, 15.0, 4.0)
EXPERT_ITERATIONS = "expert_iterations"  # iterations of an expert that searches
USUAL_ITERATIONS = 300
CHARACTERS = "characters"  # by bot character: logits added to some verbs


def layout_of(game: Game) -> str:
    """Return a fingerprint of the layout of observations and of the choices."""
    module = import_module(game.rules["observe"].__module__)
    meaning = [
        game.name,
        game.observation,
        [str(choice) for choice in game.actions.choices],
        getattr(module, "LAYOUT", None),
    ]
    return sha256(json.dumps(meaning).encode()).hexdigest()[:16]


def kind_of(game: Game) -> dict[str, Any]:
    """Return the metadata that a network's file must have to fit a game."""
    return {
        "format": FORMAT,
        "game": game.name,
        "rules": game.version,
        "layout": layout_of(game),
    }


def misfit(about: Mapping[str, Any], game: Game) -> str | None:
    """Return why a network with this metadata does not fit a game; None if it does."""
    for key, wanted in kind_of(game).items():
        if about.get(key) != wanted:
            return f"its {key} is {about.get(key)}, expected {wanted}"
    return None


class TrainedNetwork:
    """A policy and value network, as bots and searches use it.

    Args:
        game: The game it was trained for.
        about: The metadata in its file.
    """

    def __init__(self, game: Game, about: Mapping[str, Any]):
        self.game = game
        self.about = dict(about)

    @property
    def given(self) -> NetworkArrays:
        """The weights for the kernels, in single precision."""
        raise NotImplementedError

    @property
    def usual_points(self) -> float:
        """The typical points of a game."""
        raise NotImplementedError

    def evaluate(
        self, observation: Sequence[int], legal: Sequence[int]
    ) -> tuple[Any, Any]:
        """Return a logit for each legal choice; and the result, win chance and points."""
        raise NotImplementedError

    def fits(self, box: Any) -> bool:
        """Return True if a box has the rules version the network was trained for."""
        return bool(getattr(box, RULES, self.game.version) == self.game.version)

    @property
    def rollouts(self) -> int:
        """The percentage of leaves that a guided search plays to the end, measured for this
        network.
        """
        return int(self.about.get(ROLLOUTS, USUAL_ROLLOUTS))

    @property
    def temperatures(self) -> Sequence[float | None]:
        """The policy's temperatures of the four levels; None for a level that searches."""
        return tuple(self.about.get(TEMPERATURES, USUAL_TEMPERATURES))

    @property
    def expert_iterations(self) -> int:
        """The iterations of an `expert` that searches."""
        return int(self.about.get(EXPERT_ITERATIONS, USUAL_ITERATIONS))

    @property
    def characters(self) -> Mapping[str, Mapping[str, float]]:
        """The logits that each bot character adds to some verbs."""
        return dict(self.about.get(CHARACTERS, {}))
