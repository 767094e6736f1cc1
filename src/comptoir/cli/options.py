"""Table options from the command line: `--option pirate_line=30`."""

import json
from typing import Any

from comptoir.engine.errors import BadSetup


def read_options(settings: tuple[str, ...]) -> dict[str, Any]:
    """Read NAME=VALUE settings; a value is JSON (30, true, [1, 2]) or plain text."""
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
