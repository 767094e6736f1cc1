"""The report of a contest: the results of each bot and each pair of bots, and all faults.

A fault is an error of a bot, such as a crash or a timeout, that ended a game.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import msgspec

from comptoir.engine.text.shown import Shown

from .contest import Contest
from .played import ContestGame
from .ratings import rate
from .shares import Share, share

if TYPE_CHECKING:
    from comptoir.engine.text.shown import Drawing

DIGITS = 4


class BotLine(msgspec.Struct, kw_only=True):
    """The results of one bot; shares are per seat that the bot held, times in seconds."""

    bot: str
    games: int
    seats: int  # number of seats that the bot holds in each game
    first_share: float | None
    low: float
    high: float
    rating: float
    rating_low: float
    rating_high: float
    points: float | None  # mean per game
    place: float | None  # mean rank
    seconds_a_move: float | None
    longest_move: float
    sources: dict[str, float]  # mean points by source of points


class PairLine(msgspec.Struct):
    """One pair of bots: how often the first placed better than the second; a tie counts
    half.
    """

    pair: tuple[str, str]
    meetings: int
    better: float | None
    low: float
    high: float


class FaultLine(msgspec.Struct):
    """A game that does not count because of a bot's error, and the error."""

    fault: str
    deal: int
    rotation: int


class ContestReport(Shown, msgspec.Struct):
    """The results of a contest, with the bots in the order given."""

    games: int  # number of games that count
    bots: list[BotLine]
    pairs: list[PairLine]
    faults: list[FaultLine]

    def shown(self) -> "Drawing":
        """Return the standings, for rich to draw."""
        from .standings import standings  # only loaded when something is shown

        return standings(self)


def report(contest: Contest, played: Iterable[ContestGame]) -> ContestReport:
    """Return the report of a contest's games."""
    played = sorted(played, key=lambda game: game.slot)
    games = [game for game in played if game.fault is None]
    ratings = rate(contest, games)
    bots = [
        _bot_line(contest, games, name)
        | dict(zip(("rating", "rating_low", "rating_high"), ratings[name], strict=True))
        for name in contest.names
    ]
    return ContestReport(
        games=len(games),
        bots=[msgspec.convert(_rounded(line), BotLine) for line in bots],
        pairs=[_pair_line(contest, games, p) for p in combinations(contest.names, 2)],
        faults=[
            FaultLine(game.fault, *game.slot)
            for game in played
            if game.fault is not None
        ],
    )


def _bot_line(
    contest: Contest, games: Sequence[ContestGame], name: str
) -> dict[str, object]:
    copies = contest.bots.count(name)
    first = share(_by_deal(games, lambda game: first_places(game, name))).of(copies)
    seen = [
        (game, seat)
        for game in games
        for seat, bot in enumerate(game.bots)
        if bot == name
    ]
    sources: defaultdict[str, int] = defaultdict(int)
    for game, seat in seen:
        for key, amounts in game.sources.items():
            sources[key] += amounts[seat]
    thought = sum(game.seconds[seat] for game, seat in seen)
    return {
        "bot": name,
        "games": len(games),
        "seats": copies,
        "first_share": first.part,
        "low": first.low,
        "high": first.high,
        "points": _mean([game.points[seat] for game, seat in seen]),
        "place": _mean([game.ranks[seat] for game, seat in seen]),
        "seconds_a_move": thought / max(sum(g.choices[s] for g, s in seen), 1),
        "longest_move": max((game.longest[seat] for game, seat in seen), default=0.0),
        "sources": {key: sources[key] / len(seen) for key in sorted(sources)},
    }


def _pair_line(
    contest: Contest, games: Sequence[ContestGame], pair: tuple[str, str]
) -> PairLine:
    better = share(_by_deal(games, lambda game: better_places(game, *pair)))
    first, second = (contest.bots.count(name) for name in pair)
    part, low, high = (None if x is None else round(x, DIGITS) for x in better)
    assert low is not None
    assert high is not None
    return PairLine(pair, len(games) * first * second, part, low, high)


def first_places(game: ContestGame, name: str) -> float:
    """Return a bot's share of first places in a game; tied winners divide first place."""
    winners = [b for b, rank in zip(game.bots, game.ranks, strict=True) if rank == 1]
    return winners.count(name) / len(winners)


def better_places(game: ContestGame, name: str, other: str) -> float:
    """Return the share of pairings in a game in which one bot placed before another."""
    own, theirs = (
        [rank for b, rank in zip(game.bots, game.ranks, strict=True) if b == bot]
        for bot in (name, other)
    )
    won = [1.0 if a < b else 0.5 if a == b else 0.0 for a in own for b in theirs]
    return sum(won) / len(won)


def _by_deal(
    games: Iterable[ContestGame], worth: Callable[[ContestGame], float]
) -> list[tuple[float, int]]:
    deals: defaultdict[int, list[float]] = defaultdict(list)
    for game in games:
        deals[game.deal].append(worth(game))
    return [(sum(values), len(values)) for values in deals.values()]


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _rounded(line: dict[str, object]) -> dict[str, object]:
    tidy: dict[str, object] = {}
    for key, value in line.items():
        if isinstance(value, dict):
            tidy[key] = _rounded(value)
        else:
            digits = 6 if key == "seconds_a_move" else DIGITS
            tidy[key] = round(value, digits) if isinstance(value, float) else value
    return tidy


__all__ = ["BotLine", "ContestReport", "FaultLine", "PairLine", "Share", "report"]
