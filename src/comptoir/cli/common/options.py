"""Table options from the command line: `--option pirate_line=30`, `--components FILE`."""

import json
from typing import Any

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.game import Game


def read_options(settings: tuple[str, ...]) -> dict[str, Any]:
    """Return the options from NAME=VALUE texts; a value is JSON (30, true, [1, 2]) or plain
    text.
    """
    options: dict[str, Any] = {}
    for setting in settings:
        name, sign, value = setting.partition("=")
        if not sign or not name:
            raise BadSetup(f"option {setting!r}: expected NAME=VALUE")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def read_components(game: Game, file: str | None) -> dict[str, Any]:
    """Return the components file's content as a table option; no option if there is no file."""
    if file is None:
        return {}
    if game.components is None:
        raise BadSetup(no_components(game))
    return {"components": game.components.read(file)}


def no_components(game: Game) -> str:
    """Return the error for a game that has no components file."""
    return f"{game.name} has no components file: its cards are all known"
