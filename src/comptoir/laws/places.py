"""Finds the line of a game's package that an error is about."""

import inspect
import re
import traceback
from pathlib import Path

from comptoir.engine.model.game import Game

NAMED = re.compile(r"[A-Za-z_]\w*")


def place_of(game: Game, error: BaseException, said: str) -> str:
    """Return where a game's code failed, or declares what a message names: `rules.py:57`."""
    causes = [error]
    while causes[-1].__cause__ is not None:
        causes.append(causes[-1].__cause__)
    for cause in reversed(causes):
        for frame in reversed(traceback.extract_tb(cause.__traceback__)):
            file = Path(frame.filename)
            if file.is_relative_to(game.folder):
                return f"{file.relative_to(game.folder)}:{frame.lineno}"
    return next(
        filter(None, (_declared(game, name) for name in NAMED.findall(said))), ""
    )


def _declared(game: Game, name: str) -> str:
    """Return where a package declares a field, an option, a verb, an event or a rule."""
    known = {*game.table_class.own_fields(), *game.box_class.fields}
    quoted = {verb.name for verb in game.actions.verbs}
    quoted |= {kind.name for kind in game.events.values()}
    if name in game.rules:
        return _rule(game, name)
    pattern = rf"^\s+{name}\s*=" if name in known else rf"\(\s*[\"']{name}[\"']"
    if name not in known and name not in quoted:
        return ""
    for file in sorted(game.folder.glob("*.py")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(pattern, line):
                return f"{file.name}:{number}"
    return ""


def _rule(game: Game, name: str) -> str:
    code = game.rules[name].__code__
    file = Path(inspect.getsourcefile(game.rules[name]) or "")
    inside = file.is_relative_to(game.folder)
    return f"{file.relative_to(game.folder)}:{code.co_firstlineno}" if inside else ""
