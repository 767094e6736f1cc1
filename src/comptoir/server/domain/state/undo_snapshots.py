"""Snapshots of a match, so that an undo replays a few moves instead of all of them."""

from collections.abc import Callable

from comptoir.engine.play.match import Match, PlayedMove

STEP = 16  # moves between two snapshots


class UndoSnapshots:
    """Snapshots of a match, made at its first undo, because most matches have none."""

    def __init__(self) -> None:
        self._copies: list[Match] = []  # copies after 0, STEP, 2 * STEP … moves

    def forget(self, moves: int) -> None:
        """Drop the snapshots after this many moves: other moves will follow."""
        del self._copies[moves // STEP + 1 :]

    def match_after(self, moves: list[PlayedMove], begin: Callable[[], Match]) -> Match:
        """Return the match after its first moves; `begin` returns the match after the deal."""
        self.forget(len(moves))
        match = self._copies[-1].copy() if self._copies else begin()
        for number in range(len(match.moves), len(moves) + 1):
            if number == len(self._copies) * STEP:
                self._copies.append(match.copy())
            if number < len(moves):
                match.play(moves[number].seat, moves[number].action)
        return match
