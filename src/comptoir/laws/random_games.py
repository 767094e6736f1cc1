"""Random play for laws and tests, determined by a seed."""

from collections.abc import Iterator
from typing import Any

from comptoir.bots import new_dice
from comptoir.engine.play.match import Match
from comptoir.engine.rules.rng import throw


def positions(
    game: Any,
    seats: int,
    seed: Any,
    options: Any = None,
    *,
    rules: int | None = None,
    most: int = 10_000,
) -> Iterator[tuple[Match, list[int]]]:
    """Yield the same match before each of its random moves, and once more at the end."""
    match = Match(game, seats, seed, options, rules=rules)
    dice = new_dice(str(seed))
    while not match.over:
        assert len(match.moves) < most, (
            f"no end after {most} moves: {match.record().token}"
        )
        yield match, dice
        actors = match.actors
        if not actors:  # a seat outside `actors` played the last move
            break
        seat = actors[throw(dice, len(actors))]
        legal = match.legal(seat)
        match.play(seat, legal[throw(dice, len(legal))])
    yield match, dice


def whole_game(
    game: Any, seats: int, seed: Any, options: Any = None, rules: int | None = None
) -> Match:
    """Return a match played to the end at random."""
    *_, (match, _) = positions(game, seats, seed, options, rules=rules)
    return match
