"""Finds the games: every folder under `comptoir.games` that holds one."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from comptoir.engine.errors import BadSetup

from .game import Game

GAMES = "comptoir.games"


def names() -> list[str]:
    """Return the names of all games, without loading them."""
    return sorted(
        m.name for m in iter_modules(import_module(GAMES).__path__) if m.ispkg
    )


@cache
def load(name: str) -> Game:
    """Return a game by its name."""
    if name not in names():
        raise BadSetup(f"no game {name!r}: expected one of {', '.join(names())}")
    game: Game = import_module(f"{GAMES}.{name}").game
    return game


def games() -> Mapping[str, Game]:
    """Return all games by name."""
    return MappingProxyType({name: load(name) for name in names()})
