"""Counts kept beside the game: hints by seat, and the player who made each move."""

from .events import Moved
from .seats import SeatState


class TableTally:
    """The questions for which each seat took a hint, and the player who chose each move."""

    def __init__(self, seats: int):
        self.hints: list[list[int | None]] = [[] for _ in range(seats)]
        self._movers: list[str] = []
        self.liable: set[str] = set()  # players who may lose rating in an unrated game

    def renamed(self, before: str, now: str) -> None:
        """Move a guest's entries to the account they signed in to."""
        if before in self.liable:
            self.liable = self.liable - {before} | {now}

    def moved(self, number: int, event: Moved, place: SeatState) -> None:
        """Record the player of a move by its number; later moves were undone."""
        stand_in = event.by in ("bot", "clock")
        who = f"bot:{place.bot or event.by}" if stand_in else place.player
        self._movers[number - 1 :] = [who]

    def own(self, movers: list[int], places: list[SeatState]) -> list[bool]:
        """Return for each move True if it was chosen by the present owner of its seat."""
        have = [place.player or f"bot:{place.bot}" for place in places]
        pairs = zip(movers, self._movers, strict=False)
        return [have[seat] == who for seat, who in pairs]
