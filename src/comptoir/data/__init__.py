"""Games as data: every decision of any bots, as arrays, data frames and files.

`decisions` plays and yields them, `Decisions.of` reads records, `export` writes files that a
stopped run goes on from.
"""

from .columns import Decisions, Ends, Setup
from .exporting import export
from .play import decisions

__all__ = ["Decisions", "Ends", "Setup", "decisions", "export"]
