"""Generates code: makes rules from lines of source in the rule subset."""

import linecache
from collections.abc import Iterable
from typing import Any

from comptoir.engine.rules.rule import rule

INDENT = "    "


def made(name: str, head: str, lines: Iterable[str], known: dict[str, Any]) -> Any:
    """Return the rule defined by a head and lines of source; `known` has the names they may
    use.
    """
    body = [f"{INDENT}{line}" for line in lines] or [f"{INDENT}pass"]
    text = "\n".join([f"def {name}({head}):", *body, ""])
    place = f"<{name} of {known['__name__']}>"
    scope = dict(known)
    exec(compile(text, place, "exec"), scope)  # noqa: S102 - our own lines
    linecache.cache[place] = (len(text), None, text.splitlines(keepends=True), place)
    return rule(scope[name])


def loop(variable: str, count: int | str, lines: Iterable[str]) -> list[str]:
    """Return the lines of a loop over the numbers below `count`."""
    return [
        f"for {variable} in range({count}):",
        *(f"{INDENT}{each}" for each in lines),
    ]
