"""Rates bots by games with any number of seats, using the Plackett–Luce model."""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from comptoir.engine.runs.intervals import Z

from .contest import Contest
from .played import ContestGame


class Rating(NamedTuple):
    """The estimated strength of a bot, as a mean with its central 95 % interval."""

    mean: float
    low: float
    high: float


def rate(contest: Contest, games: Sequence[ContestGame]) -> dict[str, Rating]:
    """Return the ratings of all bots of a contest, computed from the games in the order
    given.
    """
    model = PlackettLuce(tau=0.0)  # bots do not grow stronger or weaker over time
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
    """Return one seat for each bot, so that no bot is compared with its own copies.

    A bot with several copies is represented by another of its seats in every game. In the
    Plackett–Luce model the order among some seats depends on their strengths alone, so leaving
    out the other seats does not bias the ratings.
    """
    picked = {}
    for name in contest.names:
        seats = [seat for seat, bot in enumerate(game.bots) if bot == name]
        number, turn = divmod(number, len(seats))
        picked[name] = seats[turn]
    return picked
