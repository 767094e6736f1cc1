"""The cases for laws: every number of seats, and a game's variants of options."""

import json
from collections.abc import Iterator
from inspect import signature
from typing import Any

from comptoir.engine.model.game import Game

VARIANTS = "tests/variants.json"  # in a game's folder, or beside its package


def variants(game: Game) -> list[dict[str, Any]]:
    """Return the default options, and the variants that a game lists beside its tests."""
    listed = [game.folder / VARIANTS, game.folder.parent / VARIANTS]
    found = next((file for file in listed if file.is_file()), None)
    return [{}, *(json.loads(found.read_text(encoding="utf-8")) if found else [])]


def cases(law: Any, game: Game) -> Iterator[dict[str, Any]]:
    """Yield the arguments that a law takes besides the game."""
    asked = signature(law).parameters
    for seats in game.seats if "seats" in asked else (None,):
        for options in variants(game) if "options" in asked else (None,):
            case = {"seats": seats, "options": options}
            yield {name: value for name, value in case.items() if value is not None}
