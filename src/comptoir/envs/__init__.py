"""Environments for reinforcement learning libraries, one module for each library.

Importing this package registers every game with Gymnasium, if Gymnasium is installed. Gymnasium
also imports the package itself if the environment's ID says so:
`gymnasium.make("comptoir.envs:comptoir/batavia-v1")`.
"""

from importlib.util import find_spec

from comptoir.engine.model import registry
from comptoir.engine.model.game import Game


def name_of(game: Game) -> str:
    """Return the Gymnasium environment ID of a game."""
    return f"comptoir/{game.name}-v{game.environment}"


def register() -> list[str]:
    """Register every game with Gymnasium and return their environment IDs."""
    import gymnasium  # noqa: PLC0415 - an extra

    for game in registry.games().values():
        if name_of(game) not in gymnasium.registry:
            gymnasium.register(
                name_of(game),
                entry_point=f"{__name__}.gymnasium:TableEnv",
                vector_entry_point=f"{__name__}.vector:BatchEnv",
                kwargs={"game": game.name},
            )
    return [name_of(game) for game in registry.games().values()]


if find_spec("gymnasium"):
    register()
