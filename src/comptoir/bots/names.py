"""A bot by its name: the built-in ones, the levels, and those of a file or module."""

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels import loop

from . import simple
from .budget import Budget, read_budget

USUAL_BUDGET = Budget(seconds=1.0)


def search(budget: Budget) -> Any:
    """Return a bot that searches; loaded when asked for."""
    from .search import Search  # noqa: PLC0415 - loads NumPy

    return Search(budget)


PLAIN: Mapping[str, Any] = {"random": simple.random, "house": simple.house}
THINKING: Mapping[str, Callable[[Budget], Any]] = {"search": search}

# Each level beats the one before it in every game; docs/bots.md has the figures.
LEVELS: Mapping[str, Callable[[], Any]] = {
    "novice": lambda: simple.Careless(loop.PERCENT - loop.BOTS["novice"]),
    "casual": lambda: simple.Careless(loop.PERCENT - loop.BOTS["casual"]),
    "strong": lambda: simple.house,
    "expert": lambda: search(Budget(iterations=300)),
}


BOTS = (*PLAIN, *THINKING)
NAMES = (*BOTS, *LEVELS)


def built_in(name: str) -> bool:
    """Whether a name stands for a bot of ours, so that finding it runs no one's code."""
    base = name.partition(":")[0]
    return base in THINKING or name in PLAIN or name in LEVELS


@lru_cache(1024)
def searches(name: str) -> bool:
    """Whether a name stands for a bot of ours that thinks ahead, in compiled rules."""
    return built_in(name) and hasattr(find(name), "prepare")


def find(name: str) -> Any:
    """Return a bot by its name.

    Raises:
        BadSetup: No bot is called so, or it cannot be loaded.
    """
    base, colon, rest = name.partition(":")
    if name in PLAIN:
        return PLAIN[name]
    if name in LEVELS:
        return LEVELS[name]()
    if base in THINKING:
        return THINKING[base](read_budget(rest) if colon else USUAL_BUDGET)
    if base in PLAIN or base in LEVELS:
        raise BadSetup(f"bot {name!r}: {base} takes no budget")
    if colon:
        return _own(name)
    raise BadSetup(
        f"no bot {name!r}: expected one of {', '.join(NAMES)}, "
        "or FILE.py:NAME for one of your own"
    )


def _own(name: str) -> Any:
    """Load a bot from `FILE.py:NAME` or `MODULE:NAME`."""
    where, _, what = name.rpartition(":")
    try:
        module = _from_file(Path(where)) if where.endswith(".py") else _module(where)
    except Exception as error:  # whatever the module's own code raises
        raise BadSetup(f"bot {name!r}: {where} cannot be loaded: {error}") from error
    bot = getattr(module, what, None)
    if not callable(bot):
        raise BadSetup(
            f"bot {name!r}: nothing in {where} called {what!r} can be called"
        )
    return bot() if isinstance(bot, type) else bot


def _module(name: str) -> Any:
    return importlib.import_module(name)


def _from_file(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
