"""Comptoir: four merchant games to play, to script and to simulate."""

from . import games as _games  # noqa: F401  (loaded later it would hide `games()`)
from .engine.actions import Action
from .engine.errors import (
    BadRecord,
    BadSetup,
    ComptoirError,
    IllegalMove,
    UnknownAction,
    UnknownSeat,
)
from .engine.match import Match, replay
from .engine.record import Record
from .engine.registry import games

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
