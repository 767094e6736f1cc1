"""Ratings for games of any number: one strength a bot, by the Plackett–Luce model."""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from .contest import Contest
from .played import ContestGame
from .shares import Z


class Rating(NamedTuple):
    """The estimated strength of a bot: the mean, and the middle 95 %."""

    mean: float
    low: float
    high: float


def rate(contest: Contest, games: Sequence[ContestGame]) -> dict[str, Rating]:
    """Rate all bots of a contest by its games, in this order."""
    model = PlackettLuce(tau=0.0)  # bots do not get better with time
    ratings = {name: model.rating(name=name) for name in contest.names}
    for number, game in enumerate(games):
        seats = _one_seat_each(contest, game, number)
        if len(seats) > 1:
            ranks = [float(game.ranks[seat]) for seat in seats.values()]
            rated = model.rate([[ratings[name]] for name in seats], ranks=ranks)
            ratings.update(zip(seats, (team[0] for team in rated), strict=True))
    return {
        name: Rating(r.mu, r.mu - Z * r.sigma, r.mu + Z * r.sigma)
        for name, r in ratings.items()
    }


def _one_seat_each(contest: Contest, game: ContestGame, number: int) -> dict[str, int]:
    """Pick a seat for each bot, in turn where it has several: nobody meets itself.

    In this model the order among some of the seats follows from their strengths alone,
    whoever else is at the table, so that the seats left out do no harm.
    """
    picked = {}
    for name in contest.names:
        seats = [seat for seat, bot in enumerate(game.bots) if bot == name]
        number, turn = divmod(number, len(seats))
        picked[name] = seats[turn]
    return picked
