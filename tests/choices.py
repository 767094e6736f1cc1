"""Obvious choices: tables where some moves are absurd.

Each game keeps its `CHOICES` beside its tests.
"""

import re
from dataclasses import dataclass
from typing import Any

from comptoir.engine.rules.table import Plain


@dataclass(frozen=True)
class Choice:
    """A seat at a table, and why some of its moves are absurd, in a sentence.

    `only` is a pattern of all sensible moves, or `never` one of the absurd moves.
    """

    why: str
    table: tuple[Plain, Plain]
    only: str = ""
    never: str = ""
    seat: int | None = None  # the first seat to act if None

    def sensible(self, move: Any) -> bool:
        """Return True if a move is not absurd."""
        found = re.fullmatch(self.only or self.never, str(move))
        return bool(found) == bool(self.only)
