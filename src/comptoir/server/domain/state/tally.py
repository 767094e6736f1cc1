"""Data kept beside the game: hints by seat, who made each move, and the phrases said."""

from comptoir.engine.model.talk import Spoken
from comptoir.engine.play.match import Match

from .events import Moved, Phrased
from .seats import SeatState


class TableTally:
    """The questions for which each seat took a hint, the player who chose each move, and the
    phrases said.
    """

    def __init__(self, seats: int):
        self.hints: list[list[int | None]] = [[] for _ in range(seats)]
        self._movers: list[str] = []
        self.liable: set[str] = set()  # players who may lose rating in an unrated game
        self.talk: list[Spoken] = []

    def renamed(self, before: str, now: str) -> None:
        """Move a guest's entries to the account they signed in to."""
        if before in self.liable:
            self.liable = self.liable - {before} | {now}

    def moved(self, number: int, event: Moved, place: SeatState) -> None:
        """Record the player of a move by its number; later moves were undone."""
        stand_in = event.by in ("bot", "clock")
        who = f"bot:{place.bot or event.by}" if stand_in else place.player
        self._movers[number - 1 :] = [who]

    def said(self, event: Phrased, match: Match | None) -> None:
        """Record a phrase, under the negotiation in which it was said."""
        if match:
            number = match.game.negotiation(match.position.table)
            self.talk.append(Spoken(event.seat, event.key, event.args, number))

    def own(self, movers: list[int], places: list[SeatState]) -> list[bool]:
        """Return for each move True if it was chosen by the present owner of its seat."""
        have = [place.player or f"bot:{place.bot}" for place in places]
        pairs = zip(movers, self._movers, strict=False)
        return [have[seat] == who for seat, who in pairs]
