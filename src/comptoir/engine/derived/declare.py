"""A game from its parts: what modules of a package say, and what follows where they do not."""

import sys
from collections.abc import Mapping
from inspect import isclass, isfunction
from pathlib import Path
from types import ModuleType
from typing import Any

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.game import Game
from comptoir.engine.rules import contract

# What a game may say in plain Python, by the names of its functions.
PLAIN = {
    "view": "view",
    "seat_view": "seat_view",
    "explain": "explain",
    "prompt": "prompt",
    "audit": "own_audit",
    "fill_box": "fill_box",
    "opened": "opened",
    "unasked": "unasked",
}
CONSTANTS = {
    "SEATS": "seats",
    "Table": "table_class",
    "Box": "box_class",
    "ACTIONS": "actions",
    "EVENTS": "events",
    "ENDING_NAMES": "endings",
    "LAYOUT": "layout",
}


def declare(name: str, *parts: ModuleType, version: int = 1, **more: Any) -> Game:
    """Return the game that the modules of a package describe.

    Everything is found by its name in the module that defines it: the constants, the
    classes `Table` and `Box`, the rules, and what is said in plain Python.
    """
    package = parts[0].__package__ or name
    rules = _functions(parts, {w.__name__: w.__name__ for w in contract.WORDS})
    found = _constants(parts) | _functions(parts, PLAIN)
    missing = [n for n, field in CONSTANTS.items() if field not in found]
    missing += [w.__name__ for w in contract.WORDS if w.__name__ not in rules]
    if missing:
        raise BadSetup(f"{name}: the game has no {', '.join(missing)}")
    folder = Path(str(sys.modules[package].__file__)).parent
    found |= {"package": package, "folder": folder, "rules": rules}
    return Game(name=name, version=version, **found, **more)


def _constants(parts: tuple[ModuleType, ...]) -> dict[str, Any]:
    """Return the constants that the modules hold; classes where they are defined."""
    found: dict[str, Any] = {}
    for name, field in CONSTANTS.items():
        for part in parts:
            one = vars(part).get(name)
            if one is None or (isclass(one) and one.__module__ != part.__name__):
                continue
            found.setdefault(field, one)
    return found


def _functions(
    parts: tuple[ModuleType, ...], names: Mapping[str, str]
) -> dict[str, Any]:
    """Return the functions of some names, each where a module defines it."""
    return {
        names[name]: function
        for part in parts
        for name, function in vars(part).items()
        if name in names
        and isfunction(function)
        and function.__module__ == part.__name__
    }
