"""Games as data: every decision of the players, as arrays, data frames and files.

`decisions` plays games and yields their decisions, `Decisions.of` reads records, and `export`
writes files; a stopped export continues from its file.
"""

from .columns import Decisions, Ends, Setup
from .exporting import export
from .play import decisions

__all__ = ["Decisions", "Ends", "Setup", "decisions", "export"]
