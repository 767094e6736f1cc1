"""Counts beside the game: hints by seat, and the player who made each move."""

from .events import Moved
from .seats import SeatState


class TableTally:
    """Hints by seat, as the questions they were for; and for each move who chose it."""

    def __init__(self, seats: int):
        self.hints: list[list[int | None]] = [[] for _ in range(seats)]
        self._movers: list[str] = []
        self.liable: set[str] = set()  # whom the game may cost points, not counting

    def renamed(self, before: str, now: str) -> None:
        """Move a guest's entries to the account they signed in to."""
        if before in self.liable:
            self.liable = self.liable - {before} | {now}

    def moved(self, number: int, event: Moved, place: SeatState) -> None:
        """Note the player of the move of a number; moves after it were taken back."""
        stand_in = event.by in ("bot", "clock")
        who = f"bot:{place.bot or event.by}" if stand_in else place.player
        self._movers[number - 1 :] = [who]

    def own(self, movers: list[int], places: list[SeatState]) -> list[bool]:
        """Return of each move whether the one who has its seat now chose it."""
        have = [place.player or f"bot:{place.bot}" for place in places]
        pairs = zip(movers, self._movers, strict=False)
        return [have[seat] == who for seat, who in pairs]
