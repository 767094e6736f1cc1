"""Ratings of people and bots, read off the results of finished games."""

import asyncio
from collections import defaultdict
from functools import partial
from itertools import groupby
from typing import Any

import msgspec
from openskill.models import PlackettLuce

from .store import Store

MOST = 200
SETTLED = 5000  # milliseconds in which other processes have written their results
BOT = "bot:"  # what a result has before the name of a bot
SURE = 1.96  # of the standard deviations on either side: 95 %

_model = PlackettLuce()


class PlayerRating(msgspec.Struct, frozen=True):
    """How strong somebody is, and how surely."""

    name: str
    bot: bool
    games: int
    rating: float
    low: float
    high: float


class Ratings:
    """Ratings by game; each list goes on from where it was."""

    def __init__(self, store: Store):
        self.store = store
        self._known: dict[str, dict[str, tuple[Any, int]]] = {}
        self._until: dict[str, int] = {}
        self._alone: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def of(self, game: str, now: int) -> list[PlayerRating]:
        """Return the ratings of one game, the best first; the latest games settle first."""
        known = self._known.setdefault(game, {})
        async with self._alone[game]:  # every game is counted once
            since = self._until.get(game, -1)
            rows = await self.store.results(game, since, now - SETTLED)
            for (ended, _), results in groupby(rows, key=lambda row: (row[0], row[1])):
                _rate(known, [(who, place) for _, _, who, place in results])
                self._until[game] = ended
        best = sorted(known.items(), key=lambda item: -item[1][0].mu)[:MOST]
        names = await self.store.names([who for who, _ in best if BOT not in who])
        return [_rating(who, names.get(who, "?"), *rated) for who, rated in best]


def _rating(who: str, name: str, rated: Any, games: int) -> PlayerRating:
    _, _, bot = who.partition(BOT)
    low, high = (rated.mu + sign * SURE * rated.sigma for sign in (-1, 1))
    numbers = map(partial(round, ndigits=2), (rated.mu, low, high))
    return PlayerRating(bot or name, bool(bot), games, *numbers)


def _rate(known: dict[str, tuple[Any, int]], results: list[tuple[str, int]]) -> None:
    """Rate one game; who sits several times counts once, with the better place."""
    places: dict[str, int] = {}
    for who, place in results:
        places[who] = min(place, places.get(who, place))
    if len(places) < 2:  # noqa: PLR2004 - nobody else to compare with
        return
    before = [known.get(who, (_model.rating(), 0)) for who in places]
    after = _model.rate([[rated] for rated, _ in before], ranks=list(places.values()))
    for who, (_, games), (rated,) in zip(places, before, after, strict=True):
        known[who] = (rated, games + 1)
