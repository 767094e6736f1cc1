"""The arena: tournaments of bots, with ratings and confidence intervals.

A `Contest` determines the games. Workers (`local.LocalWorkers`, `cluster.RayWorkers`) play the
games that are still missing, `run` stores the results in a `Book`, a results file, if it is
given one, and `report` summarizes them. Calling the package does all of this: `arena("batavia",
"house,random")`.
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
    """The class that makes this package callable."""

    __call__ = staticmethod(arena)
    __signature__ = inspect.signature(arena)
    if TYPE_CHECKING:  # the package's public names, for type checkers
        Book = Book
        Contest = Contest
        ContestReport = ContestReport
        report = staticmethod(report)


sys.modules[__name__].__class__ = Arena
