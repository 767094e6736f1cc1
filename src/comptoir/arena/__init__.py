"""The arena: bots meet in many games, and we say how strong they are and how surely.

A `Contest` says who plays what; a crew (`local.Crew`, `cluster.Crew`) plays the games that
are missing, `run` keeps them in a `Book` if there is one, and `report` sums them up.
"""

from . import local
from .contest import Contest, Slot
from .played import Played
from .report import Report, report
from .results import Book
from .run import Crew, run

__all__ = [
    "Book",
    "Contest",
    "Crew",
    "Played",
    "Report",
    "Slot",
    "local",
    "report",
    "run",
]
