"""Random play for tests: selected matches, and seats that can win at once."""

from collections.abc import Iterator
from typing import Any

from comptoir import Match
from comptoir.bots import Seat, new_dice
from comptoir.laws.random_games import positions, whole_game

__all__ = ["positions", "whole_game"]  # re-exported


def some_positions(
    game: Any, seats: int, count: int, every: int = 1
) -> Iterator[tuple[Match, list[int]]]:
    """Yield a number of unfinished matches from random games."""
    number = 0
    while count > 0:
        for match, dice in positions(game, seats, f"some-{number}"):
            if count > 0 and not match.over and len(match.moves) % every == 0:
                count -= 1
                yield match, dice
        number += 1


def seat_of(match: Match, dice: str = "1") -> Seat:
    """Return the last of the seats to act, in the form that a bot receives."""
    return Seat.at(match, match.actors[-1], new_dice(dice))


def sure_wins(game: Any, count: int) -> Iterator[tuple[Seat, set[Any]]]:
    """Yield seats for which some moves, but not all, win at once, and those moves."""
    for number in range(200):
        match = _last_choice(game, f"win-{number}") if count else None
        if match:
            seat = seat_of(match)
            wins = {action for action in seat.legal if _wins_at_once(seat, action)}
            if wins and len(wins) < len(seat.legal):
                count -= 1
                yield seat, wins
    assert not count, "too few"


def ends_first(seat: Seat, bot: Any) -> bool:
    """Return True if a bot wins before another seat is to act."""
    table = seat.imagine()
    while seat.number in table.actors:
        table.play(seat.number, bot(Seat(table.copy(), seat.number, list(seat.dice))))
    return not table.actors and table.standing()[1][seat.number] == 1


def _last_choice(game: Any, seed: str) -> Match | None:
    """Return a random game just before its last move; None if that move was forced."""
    match = whole_game(game, game.seats[0], seed)
    before = Match(game, match.seats, match.seed, match.options)
    for line in match.record().moves[:-1]:
        seat, _, action = line.partition(" ")
        before.play(int(seat), action)
    return before if len(before.legal(before.actors[-1])) > 1 else None


def _wins_at_once(seat: Seat, action: Any) -> bool:
    """Return True if an action is certain to end the game with its seat first."""
    for _ in range(5):
        table = seat.imagine()
        table.play(seat.number, action)
        if table.actors or table.standing()[1][seat.number] != 1:
            return False
    return True
