"""Laws about current scores: they are right, and tell a viewer nothing hidden.

The law of views (`knowing.py`) checks that they are the same on every imagined table.
"""

from collections.abc import Iterator
from typing import Any

from comptoir.bots import new_dice
from comptoir.engine.model.game import REFEREE, Game
from comptoir.engine.model.score import Score
from comptoir.engine.play.match import Match

from .random_games import positions

EVERY = 7  # moves between checks


def _some_positions(game: Game, seats: int, options: Any) -> Iterator[Match]:
    for match, _ in positions(game, seats, "score", options):
        if len(match.moves) % EVERY == 0 or match.over:
            yield match


def the_score_of_now_is_the_final_score_if_the_game_ends_at_once(
    game: Game, seats: int, options: Any
) -> None:
    """The score that the referee sees is what `standing` writes once the game has ended.

    At the end everyone knows it. Scores with a goal show progress instead of final points.
    """
    for match in _some_positions(game, seats, options):
        ended = match.position.copy()
        game.end_now(ended.table, ended.box)
        truth = match.position.scores(REFEREE)
        final = ended.standing()[0]
        for seat, score in enumerate(truth):
            who = f"seat {seat}: {match.record().token}"
            assert score.sure, f"the referee is not sure of {who}"
            assert score.goal or score.points == final[seat], (
                f"{score.points} now, {final[seat]} at once for {who}"
            )
        if match.over:
            assert final == match.scores
            for viewer in (None, *range(seats)):
                for score, points in zip(
                    match.position.scores(viewer), final, strict=True
                ):
                    known = score.sure and score.points == points
                    assert score.goal or known, f"{score} at the end: {points}"


def a_seat_can_count_on_the_least_of_a_score(
    game: Game, seats: int, options: Any
) -> None:
    """On every imaginable table, sure scores are right, and no score is below `least`."""
    for match in _some_positions(game, seats, options):
        for viewer in range(seats):
            known = match.position.scores(viewer)
            imagined = [match.imagine(viewer, new_dice(f"{n}")) for n in range(2)]
            for position in (match.position, *imagined):
                for told, real in zip(known, position.scores(REFEREE), strict=True):
                    _holds(told, real, f"{viewer}: {match.record().token}")


def _holds(told: Score, real: Score, who: str) -> None:
    assert told.least <= told.points, f"less than the least for {who}"
    assert told.least <= real.points, f"{real} is less than {told} for {who}"
    assert not told.sure or told.points == real.points, f"{told}, but {real} for {who}"
    if told.sources:
        parts = [each.points for each in told.sources]
        assert sum(parts) == told.points, f"{told} has other sources for {who}"
