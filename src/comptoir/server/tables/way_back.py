"""The way back in a match: copies of it, so that going back costs a few moves and not all."""

from collections.abc import Callable

from comptoir.engine.play.match import Match, PlayedMove

STEP = 16  # moves between two copies


class WayBack:
    """Copies are made when a match first goes back: most matches never do."""

    def __init__(self) -> None:
        self._copies: list[Match] = []  # after so many times STEP moves

    def forget(self, moves: int) -> None:
        """Forget the copies beyond so many moves: others follow now."""
        del self._copies[moves // STEP + 1 :]

    def match_after(self, moves: list[PlayedMove], begin: Callable[[], Match]) -> Match:
        """Return the match after its first moves; `begin` deals it."""
        self.forget(len(moves))
        match = self._copies[-1].copy() if self._copies else begin()
        for number in range(len(match.moves), len(moves) + 1):
            if number == len(self._copies) * STEP:
                self._copies.append(match.copy())
            if number < len(moves):
                match.play(moves[number].seat, moves[number].action)
        return match
