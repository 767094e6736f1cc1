"""Games on the command line, given by name or by folder."""

import os
from pathlib import Path

from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game


def game_named(name: str) -> Game:
    """Return the game with a name, or the game in a package's folder."""
    if name in registry.names():
        return registry.load(name)
    folder = Path(name)
    if os.sep not in name and not folder.is_dir():
        return registry.load(name)  # its error lists the known games
    before = {*registry.names()}
    registry.use(folder)
    found = sorted({*registry.names()} - before)
    if not found:
        raise BadSetup("\n".join(registry.faults()) or f"no game in {folder}")
    return registry.load(found[0])
