"""Human tempo: where several may act at once, bots wait a moment and do not talk on and on.

Whoever seats bots beside people keeps one `Tempo` a table. Elsewhere nobody waits.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from comptoir.engine.play.match import Match
from comptoir.engine.rules.rng import throw

from . import simple
from .seat import Seat

SHORTEST, LONGEST = 0.6, 1.8  # seconds before a bot speaks up
PERSON = 1.0  # a pace of so many seconds and more goes up and down
MOST = 6  # moves of its own ideas in one negotiation


class Tempo:
    """How long bots wait, and how often each has spoken in this negotiation."""

    def __init__(self) -> None:
        self._moves: Counter[int] = Counter()

    def pause(self, match: Match, dice: list[int], pace: float | None = None) -> float:
        """Return how many seconds a bot waits before it moves.

        Where it alone is asked, at the pace given; a slow pace is a person's, now quicker
        and now slower. At a pace of 0 nobody waits anywhere.
        """
        if pace == 0:
            return 0.0
        luck = throw(dice, 1000) / 1000
        alone = pace or 0.0
        if alone >= PERSON:
            alone *= 0.5 + luck
        if len(match.actors) < 2:  # noqa: PLR2004 - it is asked, and all wait for it
            return alone
        return max(alone, SHORTEST + (LONGEST - SHORTEST) * luck)

    def patient(self, seat: int, bot: Callable[[Seat], Any]) -> Callable[[Seat], Any]:
        """Return who chooses for a seat: its bot, or the house once it said enough."""
        return simple.house if self.said_enough(seat) else bot

    def said_enough(self, seat: int) -> bool:
        """Return whether a bot has had its share of this negotiation."""
        return self._moves[seat] >= MOST

    def moved(self, match: Match, seat: int) -> None:
        """Count a move; a negotiation ends when no more than one seat may act."""
        self._moves[seat] += 1
        if len(match.actors) < 2:  # noqa: PLR2004
            self._moves.clear()
