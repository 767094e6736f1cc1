"""The report of a contest as rich tables for the terminal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Column, Table
from rich.text import Text

if TYPE_CHECKING:
    from .report import ContestReport

MOST_FAULTS = 20  # maximum number of faults listed; the results file has all of them


def standings(report: "ContestReport", *, seed: str = "") -> Group:
    """Return tables of bots, of pairs of bots and of the sources of points, and a list of
    faults.
    """
    return Group(*_parts(report, seed))


def _parts(report: "ContestReport", seed: str) -> Iterator[Any]:
    yield _bots(report)
    for pair in report.pairs:
        first, second = pair.pair
        yield Text(
            f"of {pair.meetings} meetings {first} placed better than {second} in "
            f"{_share(pair.better, pair.low, pair.high)}"
        )
    if any(bot.sources for bot in report.bots):
        yield _sources(report)
    yield Text(f"{report.games} games{f'; seed {seed}' if seed else ''}")
    for fault in report.faults[:MOST_FAULTS]:
        where = f"deal {fault.deal}, rotation {fault.rotation}"
        yield Text(f"fault in {where}: {fault.fault}")
    more = len(report.faults) - MOST_FAULTS
    if more > 0:
        yield Text(f"and {more} more faults")


def _bots(report: "ContestReport") -> Table:
    heads = ("bot", "games", "first", "rating", "points", "place", "a move")
    table = Table(*(Column(head, overflow="fold") for head in heads), box=SIMPLE_HEAD)
    for bot in report.bots:
        table.add_row(
            f"{bot.bot} × {bot.seats}" if bot.seats > 1 else bot.bot,
            str(bot.games),
            _share(bot.first_share, bot.low, bot.high),
            f"{bot.rating:.1f} ({bot.rating_low:.1f}–{bot.rating_high:.1f})",
            "–" if bot.points is None else f"{bot.points:.1f}",
            "–" if bot.place is None else f"{bot.place:.2f}",
            _time(bot.seconds_a_move or 0.0),
        )
    return table


def _sources(report: "ContestReport") -> Table:
    """Return a table of mean points, with a row for each source of points."""
    table = Table("points from", *(bot.bot for bot in report.bots), box=SIMPLE_HEAD)
    for key in sorted({key for bot in report.bots for key in bot.sources}):
        means = (f"{bot.sources.get(key, 0):.2f}" for bot in report.bots)
        table.add_row(key, *means)
    return table


def _share(part: float | None, low: float, high: float) -> str:
    if part is None:
        return "–"
    return f"{100 * part:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.0f} µs"
