"""Comptoir: four merchant games to play, to script and to simulate."""

from . import games as _games  # noqa: F401  (loaded later it would hide `games()`)
from .engine.errors import (
    BadRecord,
    BadSetup,
    ComptoirError,
    IllegalMove,
    UnknownAction,
    UnknownSeat,
)
from .engine.model.actions import Action
from .engine.model.registry import games
from .engine.play.match import Match, replay
from .engine.play.record import Record

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
