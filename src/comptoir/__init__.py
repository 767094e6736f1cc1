"""Comptoir: four merchant games to play, to script and to simulate."""

from typing import TYPE_CHECKING

from .engine.errors import (
    BadRecord,
    BadSetup,
    ComptoirError,
    IllegalMove,
    UnknownAction,
    UnknownSeat,
)
from .engine.model.actions import Action
from .engine.play.match import Match, replay
from .engine.play.record import Record

if TYPE_CHECKING:
    from .engine.model.registry import games
else:
    from . import games  # the package, which can be called

__version__ = "0.1.0"

__all__ = [
    "Action",
    "BadRecord",
    "BadSetup",
    "ComptoirError",
    "IllegalMove",
    "Match",
    "Record",
    "UnknownAction",
    "UnknownSeat",
    "games",
    "replay",
]
