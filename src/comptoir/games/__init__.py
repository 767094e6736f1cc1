"""The games: one folder each, found by `comptoir.engine.model.registry`, never listed.

The package can be called: `comptoir.games()` returns all games by name. So it is found
under its own name both as the function that it is for most and as the place of its modules.
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
