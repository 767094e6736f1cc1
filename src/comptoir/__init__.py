"""Comptoir: four merchant games to play, to script and to simulate.

What stands in `__all__` is public; docs/stability.md says what that promises. Each name is
loaded when it is first asked for, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import bots
    from .arena import Arena
    from .benchmark import Benchmark
    from .data.columns import Decisions
    from .data.exporting import export
    from .data.play import decisions
    from .engine.backends.bars import warm
    from .engine.errors import (
        BadRecord,
        BadSetup,
        BrokenGame,
        ComptoirError,
        UnknownAction,
        UnknownSeat,
    )
    from .engine.model.actions import Action
    from .engine.model.refusals import IllegalAction, IllegalMove
    from .engine.model.registry import games
    from .engine.play.match import Match, replay
    from .engine.play.record import Record
    from .engine.runs.batch import Batch
    from .engine.runs.layout import layout
    from .engine.runs.simulation import simulate
    from .engine.version import __version__ as __version__

    arena: Arena
    benchmark: Benchmark

__all__ = [
    "Action",
    "BadRecord",
    "BadSetup",
    "Batch",
    "BrokenGame",
    "ComptoirError",
    "Decisions",
    "IllegalAction",
    "IllegalMove",
    "Match",
    "Record",
    "UnknownAction",
    "UnknownSeat",
    "arena",
    "benchmark",
    "bots",
    "decisions",
    "export",
    "games",
    "layout",
    "replay",
    "simulate",
    "warm",
]

_LATER = {  # the module of each name; none for a package itself
    "Action": "engine.model.actions",
    "BadRecord": "engine.errors",
    "BadSetup": "engine.errors",
    "Batch": "engine.runs.batch",
    "BrokenGame": "engine.errors",
    "ComptoirError": "engine.errors",
    "Decisions": "data.columns",
    "IllegalAction": "engine.model.refusals",
    "IllegalMove": "engine.model.refusals",
    "Match": "engine.play.match",
    "Record": "engine.play.record",
    "UnknownAction": "engine.errors",
    "UnknownSeat": "engine.errors",
    "__version__": "engine.version",
    "arena": "",
    "benchmark": "",
    "bots": "",
    "decisions": "data.play",
    "export": "data.exporting",
    "games": "",
    "layout": "engine.runs.layout",
    "replay": "engine.play.match",
    "simulate": "engine.runs.simulation",
    "warm": "engine.backends.bars",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = _LATER[name]
    found = import_module(f"{__name__}.{module or name}")
    value = getattr(found, name) if module else found
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
