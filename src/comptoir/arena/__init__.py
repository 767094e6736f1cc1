"""The arena: bots meet in many games, and we say how strong they are and how surely.

A `Contest` says who plays what; workers (`local.LocalWorkers`, `cluster.RayWorkers`) play
the games that are missing, `run` keeps them in a `Book` if there is one, and `report` sums
them up.
"""

from . import local
from .contest import Contest, Slot
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
    "local",
    "report",
    "run",
]
