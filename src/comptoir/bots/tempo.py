"""Human tempo: bots pause before they move, and limit their moves in a negotiation.

A negotiation is a phase in which several seats may act. A server that seats bots beside
people keeps one `Tempo` per table; bots elsewhere never pause.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from comptoir.engine.play.match import Match
from comptoir.engine.rules.rng import throw

from . import simple
from .seat import Seat

SHORTEST, LONGEST = 0.6, 1.8  # seconds before a bot acts in a negotiation
PERSON = 1.0  # a pace of this many seconds or more is varied at random
MOST = 6  # moves a bot chooses in one negotiation; then the house bot plays


class Tempo:
    """The pauses of the bots at a table, and how often each has moved in this negotiation."""

    def __init__(self) -> None:
        self._moves: Counter[int] = Counter()

    def pause(self, match: Match, dice: list[int], pace: float | None = None) -> float:
        """Return how many seconds a bot waits before it moves.

        If no other seat may act, the bot waits for the given pace; a slow pace is varied at
        random, as a person's would be. With a pace of 0, bots never wait.
        """
        if pace == 0:
            return 0.0
        luck = throw(dice, 1000) / 1000
        alone = pace or 0.0
        if alone >= PERSON:
            alone *= 0.5 + luck
        if len(match.actors) < 2:  # noqa: PLR2004 - all wait for this bot alone
            return alone
        return max(alone, SHORTEST + (LONGEST - SHORTEST) * luck)

    def patient(self, seat: int, bot: Callable[[Seat], Any]) -> Callable[[Seat], Any]:
        """Return a seat's own bot, or the house bot once it has used up its moves."""
        return simple.house if self.said_enough(seat) else bot

    def said_enough(self, seat: int) -> bool:
        """Return True if a bot has used up its moves in this negotiation."""
        return self._moves[seat] >= MOST

    def moved(self, match: Match, seat: int) -> None:
        """Count a move; a negotiation ends when fewer than two seats may act."""
        self._moves[seat] += 1
        if len(match.actors) < 2:  # noqa: PLR2004
            self._moves.clear()
