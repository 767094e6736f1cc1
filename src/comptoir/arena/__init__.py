"""The arena: tournaments of bots, with ratings and confidence intervals.

A `Contest` fixes the games; workers (`local.LocalWorkers`, `cluster.RayWorkers`) play
the games that are missing, `run` keeps them in a `Book` if there is one, and `report` sums
them up. The package can be called, and does all of it: `arena("batavia", "house,random")`.
"""

import inspect
import sys
from types import ModuleType
from typing import TYPE_CHECKING

from . import local
from .contest import Contest, Slot
from .meeting import arena
from .played import ContestGame
from .report import ContestReport, report
from .results import Book
from .run import ContestWorkers, run

__all__ = [
    "Book",
    "Contest",
    "ContestGame",
    "ContestReport",
    "ContestWorkers",
    "Slot",
    "arena",
    "local",
    "report",
    "run",
]


class Arena(ModuleType):
    """The package itself, which can be called."""

    __call__ = staticmethod(arena)
    __signature__ = inspect.signature(arena)
    if TYPE_CHECKING:  # what is public of it
        Book = Book
        Contest = Contest
        ContestReport = ContestReport
        report = staticmethod(report)


sys.modules[__name__].__class__ = Arena
