"""Copies of a match on its way, so that going back replays a few moves instead of all."""

from collections.abc import Callable

from comptoir.engine.play.match import Match, PlayedMove

STEP = 16  # moves between two copies


class UndoSnapshots:
    """Copies of a match, made when it first goes back: most matches never do."""

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
