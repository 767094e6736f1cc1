"""Human tempo: bots pause before they move, and limit their moves in a negotiation.

A negotiation is a phase in which several seats may act. A server that seats bots beside
people keeps one `Tempo` per table; bots elsewhere never pause.
"""

from collections import Counter

from comptoir.engine.play.match import Match
from comptoir.engine.rules.rng import throw

from .names import MADE

SHORTEST, LONGEST = 0.6, 1.8  # seconds before a bot acts in a negotiation
PERSON = 1.0  # a pace of this many seconds or more is varied at random
MOST = 6  # moves a bot chooses in one negotiation; then the house bot plays


class Tempo:
    """The pauses of the bots at a table, and how often each has moved in this negotiation."""

    def __init__(self) -> None:
        self._moves: Counter[int] = Counter()
        self._number = 0  # of the negotiation

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

    def kind(self, seat: int, bot: str) -> str:
        """Return a seat's own bot, or the house bot after it has used up its moves.

        Levels and characters bargain on their own, and know when to stop.
        """
        bargains = bot.partition(":")[0] in MADE
        return "house" if self._moves[seat] >= MOST and not bargains else bot

    def moved(self, match: Match, seat: int) -> None:
        """Count a move in this negotiation, or in this phase of a game that has none."""
        number = match.game.negotiation(match.position.table)
        alone = match.game.bargain is None and len(match.actors) < 2  # noqa: PLR2004
        self._moves[seat] += 1
        if alone or number != self._number:
            self._moves.clear()
        self._number = number
