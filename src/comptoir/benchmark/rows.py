"""The statistics of a benchmark's rows: shares with intervals, points and times.

A game that the agent did not finish, because it failed, counts as lost.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence

import msgspec

from comptoir.arena.played import ContestGame
from comptoir.arena.shares import share

from .protocol import BenchmarkRow, Protocol

DIGITS = 4
Measure = Callable[[ContestGame, int], float]


class Interval(msgspec.Struct, frozen=True):
    """A share with its 95 % interval; its text is in percent."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        low, high = 100 * self.low, 100 * self.high
        return f"{100 * self.share:.1f} ({low:.1f}–{high:.1f})"


class RowResult(msgspec.Struct, frozen=True, kw_only=True):
    """The results of an agent at one table against one field of opponents."""

    row: BenchmarkRow
    opponents: list[str]
    games: int
    faults: int  # games lost because the agent failed
    first: Interval  # share of first places; a shared first place is divided
    better: Interval  # share of opponents that placed behind; ties count half
    points: float | None  # mean over the games without faults
    place: float | None
    sources: dict[str, float]  # mean points by source
    seconds_a_move: float
    longest_move: float
    moves: int  # decisions of the agent


def agent_seat(game: ContestGame, seats: int) -> int:
    """Return the agent's seat in a game: it moves on by one seat with each rotation."""
    return -game.rotation % seats


def first_place(game: ContestGame, seat: int) -> float:
    """Return a seat's part of the first place; tied winners divide it."""
    return (game.ranks[seat] == 1) / game.ranks.count(1)


def better_place(game: ContestGame, seat: int) -> float:
    """Return the share of the other seats that placed behind; ties count half."""
    own = game.ranks[seat]
    beaten = sum((rank > own) + (rank == own) / 2 for rank in game.ranks) - 0.5
    return beaten / (len(game.ranks) - 1)


def summed_up(
    protocol: Protocol, row: BenchmarkRow, games: Sequence[ContestGame]
) -> RowResult:
    """Return the results of a row."""
    games = sorted(games, key=lambda game: game.slot)
    whole = [(g, agent_seat(g, row.seats)) for g in games if g.fault is None]
    asked = sum(game.choices[seat] for game, seat in whole)
    sources: defaultdict[str, int] = defaultdict(int)
    for game, seat in whole:
        for key, amounts in game.sources.items():
            sources[key] += amounts[seat]
    return RowResult(
        row=row,
        opponents=protocol.opponents(row),
        games=len(games),
        faults=len(games) - len(whole),
        first=_share(row, games, first_place),
        better=_share(row, games, better_place),
        points=_mean([game.points[seat] for game, seat in whole]),
        place=_mean([game.ranks[seat] for game, seat in whole]),
        sources={k: round(sources[k] / len(whole), DIGITS) for k in sorted(sources)},
        seconds_a_move=round(sum(g.seconds[s] for g, s in whole) / max(asked, 1), 6),
        longest_move=max((g.longest[s] for g, s in whole), default=0.0),
        moves=asked,
    )


def score_of(results: Sequence[RowResult]) -> float:
    """Return the mean over all rows of the share of opponents placed behind."""
    return round(sum(each.better.share for each in results) / len(results), DIGITS)


def _share(
    row: BenchmarkRow, games: Sequence[ContestGame], measure: Measure
) -> Interval:
    deals: defaultdict[int, list[float]] = defaultdict(list)
    for game in games:
        lost = game.fault is not None
        value = 0.0 if lost else measure(game, agent_seat(game, row.seats))
        deals[game.deal].append(value)
    found = share([(sum(values), len(values)) for values in deals.values()])
    return Interval(*(round(x or 0.0, DIGITS) for x in found))


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), DIGITS) if values else None
