"""The games, one folder each; `comptoir.engine.model.registry` discovers them.

The package is callable: `comptoir.games()` returns all games by name. So `comptoir.games`
works both as a function and as the package of the games' modules.
"""

import sys
from collections.abc import Mapping
from types import ModuleType

from comptoir.engine.model import registry
from comptoir.engine.model.game import Game


class _Games(ModuleType):
    def __call__(self) -> Mapping[str, Game]:
        """Return all games by name."""
        return registry.games()


sys.modules[__name__].__class__ = _Games
