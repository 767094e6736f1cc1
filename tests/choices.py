"""Choices that anybody would make alike: tables where some moves are absurd.

Each game keeps its `CHOICES` beside its tests.
"""

import re
from dataclasses import dataclass
from typing import Any

from comptoir.engine.rules.table import Plain


@dataclass(frozen=True)
class Choice:
    """A seat at a table, and why some of its moves are absurd, in a sentence.

    `only` is a pattern of all the moves that are not, or `never` of those that are.
    """

    why: str
    table: tuple[Plain, Plain]
    only: str = ""
    never: str = ""
    seat: int | None = None  # the first that is asked, if nobody is named

    def sensible(self, move: Any) -> bool:
        """Whether a move is not absurd."""
        found = re.fullmatch(self.only or self.never, str(move))
        return bool(found) == bool(self.only)
