"""The law that a game works at the smallest and largest declared value of each option."""

from collections.abc import Iterator
from typing import Any

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.game import Game
from comptoir.engine.model.options import Option, options_of
from comptoir.engine.play.match import Match

from .random_games import positions


def every_extreme_of_an_option_plays_to_the_end(game: Game, seats: int) -> None:
    """Games end without a fault at the smallest and largest value of every option.

    A combination that the game refuses (with `BadSetup`) need not be playable.
    """
    for name, one in options_of(game.box_class).items():
        for value in extremes(one):
            try:
                Match(game, seats, "extreme", {name: value})
            except BadSetup:
                continue
            try:
                for match, _ in positions(game, seats, "extreme", {name: value}):
                    wrong = match.audit()
                    assert not wrong, "; ".join(wrong)
            except Exception as error:
                what = f"option {name} = {value} (declared {one.least} to {one.most})"
                raise AssertionError(
                    f"{what}: {type(error).__name__}: {error}"
                ) from error


def extremes(one: Option) -> Iterator[Any]:
    """Yield the smallest and largest value of an option, except its default."""
    if isinstance(one.default, bool):
        yield not one.default
        return
    for number in (one.least, one.most):
        value = number
        if isinstance(one.default, tuple):
            value = (number,) * len(one.default)  # type: ignore[assignment]
        if value != one.default:
            yield value
