"""Games as data: every decision of the players, as arrays, data frames and files.

`decisions` plays games and yields their decisions. `Decisions.of` reads records of games that
were played. `export` writes files; an export that was stopped continues from its file.
"""

from .columns import Decisions, Ends, Setup
from .exporting import export
from .play import decisions

__all__ = ["Decisions", "Ends", "Setup", "decisions", "export"]
