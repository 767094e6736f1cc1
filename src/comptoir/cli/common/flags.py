"""Options that several commands share; an invalid value is reported in one sentence."""

import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from comptoir.engine.errors import BadSetup
from comptoir.engine.text.words import LANGUAGES

Verb = TypeVar("Verb", bound=Callable[..., Any] | click.Command)

WORDS = Path(__file__).parents[1] / "words"  # the command line's own messages


def _number(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
    if value is None:
        return None
    try:
        return int(value)
    except ValueError:
        raise BadSetup(f"{param.opts[0]} {value!r}: expected a whole number") from None


def _time(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
    if value is None:
        return None
    try:
        time = float(value)
    except ValueError:
        time = 0.0
    if not 0 < time < math.inf:
        unit = str(param.metavar).lower()
        raise BadSetup(f"{param.opts[0]} {value!r}: expected {unit}, more than zero")
    return time


def _language(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    if value is None:
        return usual_language()
    if value not in LANGUAGES:
        raise BadSetup(f"no language {value!r}: expected {' or '.join(LANGUAGES)}")
    return value


def usual_language() -> str:
    """Return the language set in the environment if Comptoir supports it, else English."""
    wanted = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((os.environ[name] for name in wanted if os.environ.get(name)), "")
    return locale[:2].lower() if locale[:2].lower() in LANGUAGES else "en"


def number(*names: str, **settings: Any) -> Callable[[Verb], Verb]:
    """Declare an option that takes a whole number."""
    return click.option(*names, callback=_number, metavar="N", **settings)


def seconds(*names: str, **settings: Any) -> Callable[[Verb], Verb]:
    """Declare an option that takes a time in seconds."""
    return click.option(*names, callback=_time, metavar="SECONDS", **settings)


def minutes(*names: str, **settings: Any) -> Callable[[Verb], Verb]:
    """Declare an option that takes a time in minutes."""
    return click.option(*names, callback=_time, metavar="MINUTES", **settings)


def components() -> Callable[[Verb], Verb]:
    """Declare `--components`."""
    return click.option(
        "--components",
        metavar="FILE",
        help="Play with the cards in this file (see `comptoir components`).",
    )


def language(help_text: str) -> Callable[[Verb], Verb]:
    """Declare `--lang`."""
    return click.option("--lang", callback=_language, metavar="en|fr", help=help_text)
