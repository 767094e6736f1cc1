"""Ratings of people and bots, computed from the results of finished games."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Collection
from itertools import combinations, groupby
from typing import Any

import msgspec
from openskill.models import PlackettLuce

from comptoir.engine.model import registry

from .results import LEFT_OUT, RATED_IF_LOST, UNRATED
from .store import Store

MOST = 200
LOOKED_AT = 1000  # best ratings to read: those without an account are skipped
SETTLED = 5000  # milliseconds that other processes have to commit results
BOT = "bot:"  # prefix of a bot's name in results
PROVEN = 5  # rated games after which a player is no newcomer
MONTH = 30 * 86_400_000  # milliseconds in which games of the same two people count less
SURE = 1.96  # standard deviations of a 95 % confidence interval

_model = PlackettLuce()


class PlayerRating(msgspec.Struct, frozen=True):
    """A player's rating with its 95 % confidence interval."""

    name: str
    bot: bool
    games: int
    rating: float
    low: float
    high: float


class GameRating(msgspec.Struct, frozen=True):
    """A player's rating in one game, and its course over their games."""

    game: str
    games: int
    rating: float
    low: float
    high: float
    curve: list[tuple[int, float]]


class Ladder:
    """Ratings in one game, at tables of one size or of any."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[Any, int]] = {}
        self._met: Counter[tuple[frozenset[str], int]] = Counter()  # pairs, by month
        self.curves: dict[str, list[tuple[int, float]]] = defaultdict(list)

    def rate(self, results: list[tuple[str, int, int]], ended: int) -> None:
        """Rate one game; a player in several seats counts once, with the best place.

        A game may be unrated for a player, or rated only if they lose; guests are left out.
        Beating only newcomers raises nobody's rating but a newcomer's. The nth game between two
        people in a month counts 1/n. Both make accounts that lose on purpose worth little.
        """
        results = [result for result in results if result[2] != LEFT_OUT]
        places: dict[str, int] = {}
        for who, place, _ in results:
            places[who] = min(place, places.get(who, place))
        counts = {who: how for who, _, how in results}
        if len(places) < 2:  # noqa: PLR2004 - nobody else to compare with
            return
        before = [self.known.get(who, (_model.rating(), 0)) for who in places]
        ranks = [float(place) for place in places.values()]
        after = _model.rate([[rated] for rated, _ in before], ranks=ranks)
        new = {w for w, (_, n) in zip(places, before, strict=True) if n < PROVEN}
        new = {who for who in new if BOT not in who}
        self._met.update((pair, ended // MONTH) for pair in _pairs(places))
        for who, (was, games), (rated,) in zip(places, before, after, strict=True):
            won, others = rated.mu >= was.mu, places.keys() - {who}
            if counts[who] == UNRATED or (counts[who] == RATED_IF_LOST and won):
                continue
            if won and who not in new and others <= new:
                continue
            share = self._share(who, others, ended // MONTH)
            now = _model.rating(
                was.mu + share * (rated.mu - was.mu),
                was.sigma + share * (rated.sigma - was.sigma),
            )
            self.known[who] = (now, games + 1)
            if BOT not in who:
                self.curves[who].append((ended, round(now.mu, 2)))

    def _share(self, who: str, others: Collection[str], month: int) -> float:
        """Return a game's weight for a player: lower, the more often the players have met."""
        met = (self._met[frozenset((who, other)), month] for other in others)
        return sum(1 / max(count, 1) for count in met) / len(others)


class Ratings:
    """Ratings by game and by number of seats, updated incrementally.

    Bots are rated, and people who had an account at the deal.
    """

    def __init__(self, store: Store):
        self.store = store
        self._ladders: dict[tuple[str, int | None], Ladder] = defaultdict(Ladder)
        self._until: dict[str, int] = {}
        self._written: dict[str, str] = {}  # by game: `Store.rewritten`
        self._alone: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def of(
        self, game: str, now: int, seats: int | None = None
    ) -> list[PlayerRating]:
        """Return the ratings in one game, best first, without the games of the last seconds."""
        await self._catch_up(game, now)
        known = self._ladders[game, seats].known
        best = sorted(known.items(), key=lambda item: -item[1][0].mu)[:LOOKED_AT]
        names = await self.store.names([who for who, _ in best if BOT not in who])
        listed = [(who, rated) for who, rated in best if BOT in who or who in names]
        return [
            PlayerRating(
                who.partition(BOT)[2] or names[who], BOT in who, games, *_numbers(rated)
            )
            for who, (rated, games) in listed[:MOST]
        ]

    async def person(self, who: str, now: int) -> list[GameRating]:
        """Return a player's ratings in every game that they have played."""
        found = []
        for game in registry.names():
            await self._catch_up(game, now)
            ladder = self._ladders[game, None]
            if who in ladder.known:
                rated, games = ladder.known[who]
                numbers = (*_numbers(rated), ladder.curves[who])
                found.append(GameRating(game, games, *numbers))
        return found

    async def _catch_up(self, game: str, now: int) -> None:
        async with self._alone[game]:  # every game is counted once
            written = await self.store.rewritten()
            if self._written.get(game) != written:  # results were rewritten
                self._forget(game)
                self._written[game] = written
            since = self._until.get(game, -1)
            rows = await self.store.results(game, since, now - SETTLED)
            for (ended, _), rated in groupby(rows, key=lambda row: (row[0], row[1])):
                results = [(who, place, counts) for _, _, who, place, counts in rated]
                for seats in (None, len(results)):
                    self._ladders[game, seats].rate(results, ended)
                self._until[game] = ended

    def _forget(self, game: str) -> None:
        """Forget a game's ratings, because results have moved to other players."""
        self._until.pop(game, None)
        for key in [key for key in self._ladders if key[0] == game]:
            del self._ladders[key]


def _pairs(players: Collection[str]) -> list[frozenset[str]]:
    """Return every pair of people in a game; games against bots are not limited."""
    people = sorted(who for who in players if BOT not in who)
    return [frozenset(two) for two in combinations(people, 2)]


def _numbers(rated: Any) -> tuple[float, float, float]:
    spread = SURE * rated.sigma
    low, high = rated.mu - spread, rated.mu + spread
    return round(rated.mu, 2), round(low, 2), round(high, 2)
