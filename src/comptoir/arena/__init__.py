"""The arena: bots meet in many games, and we say how strong they are and how surely.

A `Contest` says who plays what; workers (`local.LocalWorkers`, `cluster.RayWorkers`) play
the games that are missing, `run` keeps them in a `Book` if there is one, and `report` sums
them up. The package can be called, and does all of it: `arena("batavia", "house,random")`.
"""

import inspect
import sys
from types import ModuleType
from typing import Any

from . import local
from .contest import Contest, Slot
from .meeting import arena
from .played import Played
from .report import Report, report
from .results import Book
from .run import Workers, run

__all__ = [
    "Book",
    "Contest",
    "Played",
    "Report",
    "Slot",
    "Workers",
    "arena",
    "local",
    "report",
    "run",
]


class _Arena(ModuleType):
    def __call__(self, *args: Any, **kwargs: Any) -> Report:
        """Let bots meet: see `arena.arena`."""
        return arena(*args, **kwargs)

    __signature__ = inspect.signature(arena)


sys.modules[__name__].__class__ = _Arena
