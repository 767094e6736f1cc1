"""Cross-play: every bot against every other, with ratings, a ranking and its cycles."""

import math
import re
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry
from comptoir.engine.play.position import Options
from comptoir.engine.text.shown import Shown
from comptoir.engine.text.svg import document, label

from .contest import Contest
from .local import LIMIT
from .meeting import arena
from .report import PairLine

if TYPE_CHECKING:
    from comptoir.engine.text.shown import Drawing

ROUNDS = 1000  # iterations when fitting the ratings
PRIOR = 1.0  # pseudo-games of each bot against an average one, half of them won
ELO = 400 / math.log(10)
CELL, SIDE, HEAD = 92, 170, 60  # sizes in the picture


class CrossReport(Shown, msgspec.Struct, kw_only=True):
    """The results of cross-play; bots are listed best first."""

    game: str
    seats: int
    seed: str
    games: int  # games per pair
    bots: list[str]
    ratings: list[float]  # Bradley–Terry ratings on the Elo scale, with mean 0
    pairs: list[PairLine]  # how often the first of a pair placed better
    cycles: list[list[str]]  # groups of bots whose clear wins form a cycle
    faults: int

    def better(self, bot: str, other: str) -> tuple[float, float, float]:
        """Return how often a bot placed better than another, with its interval."""
        for line in self.pairs:
            part = 0.5 if line.better is None else line.better
            if line.pair == (bot, other):
                return part, line.low, line.high
            if line.pair == (other, bot):
                return 1 - part, 1 - line.high, 1 - line.low
        raise KeyError(bot, other)

    def beats(self, bot: str, other: str) -> bool:
        """Return True if a bot's interval against another lies above one half."""
        return bot != other and self.better(bot, other)[1] > 0.5  # noqa: PLR2004

    @property
    def ranking(self) -> str:
        """The bots from best to worst in one line, with what remains uncertain."""
        parts = [self.bots[0]]
        for before, bot in zip(self.bots, self.bots[1:], strict=False):
            parts += [">" if self.beats(before, bot) else "≈", bot]
        said = " ".join(parts)
        for cycle in self.cycles:
            said += f"; cycle: {' > '.join([*cycle, cycle[0]])}"
        return said

    def shown(self) -> "Drawing":
        """Return the matrix and the ranking, for rich to draw."""
        from rich.box import SIMPLE_HEAD
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        table = Table("", "rating", *self.bots, box=SIMPLE_HEAD)
        for bot, rating in zip(self.bots, self.ratings, strict=True):
            table.add_row(
                bot, f"{rating:+.0f}", *(self._cell(bot, other) for other in self.bots)
            )
        faults = f"; {self.faults} games ended with a fault" if self.faults else ""
        about = (
            f"{self.games} games a pair, {self.seats} seats; seed {self.seed}{faults}"
        )
        return Group(table, Text(self.ranking), Text(about))

    def _cell(self, bot: str, other: str) -> str:
        if bot == other:
            return "–"
        part, low, high = (100 * x for x in self.better(bot, other))
        return f"{part:.0f} ({low:.0f}–{high:.0f})"

    def picture(self) -> str:
        """Return the matrix as SVG: the greener a cell, the more often its row is ahead."""
        size = len(self.bots)
        title = f"{self.game}: how often the row placed better than the column, in %"
        parts = [label(12, 24, title)]
        for column, bot in enumerate(self.bots):
            x = SIDE + (column + 0.5) * CELL
            parts.append(label(x, HEAD - 8, bot, to="middle"))
        for row, bot in enumerate(self.bots):
            y = HEAD + (row + 0.5) * CELL / 2
            parts.append(label(12, y + 4, f"{bot} {self.ratings[row]:+.0f}"))
            for column, other in enumerate(self.bots):
                if bot == other:
                    continue
                share = self.better(bot, other)[0]
                x, top = SIDE + column * CELL, HEAD + row * CELL / 2
                parts.append(
                    f'<rect x="{x}" y="{top}" width="{CELL - 2}" height="{CELL / 2 - 2}" '
                    f'fill="{_colour(share)}"/>'
                )
                middle = x + CELL / 2 - 1
                parts.append(label(middle, y + 4, self._cell(bot, other), to="middle"))
        bottom = HEAD + size * CELL // 2 + 20
        parts.append(label(12, bottom, self.ranking))
        width = max(SIDE + size * CELL, 7 * len(self.ranking) + 24, 520) + 12
        return document(int(width), bottom + 16, parts)


def cross(
    game: str,
    bots: Sequence[str],
    games: int = 400,
    *,
    seats: int | None = None,
    seed: str | int | None = None,
    options: Options = None,
    results: Path | None = None,
    limit: float = LIMIT,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> CrossReport:
    """Let every bot play against every other, two at a time in alternating seats.

    Args:
        game: The name of a game.
        bots: The names of two bots or more.
        games: The games of each pair, rounded up to whole deals.
        seats: The number of seats; four by default, if the game allows it.
        seed: The random seed, the same for every pair.
        options: The game's options by name.
        results: A folder with a results file for each pair; existing files are continued.
        limit: Seconds a bot may think about one move.
        workers: The number of games played at the same time.
        progress: Callback that gets the number of games just played.
    """
    names = list(dict.fromkeys(bots))
    if len(names) < 2:  # noqa: PLR2004 - a pair
        raise BadSetup(f"cross-play of {len(names)} bot: expected two bots or more")
    seated = {
        pair: Contest.of(game, _alternating(pair, game, seats), seats, options, seed)
        for pair in combinations(names, 2)
    }  # also checks every name before anything is played
    first = next(iter(seated.values()))
    if results:
        results.mkdir(parents=True, exist_ok=True)
    lines, faults, counts = [], 0, []
    for pair, contest in seated.items():
        told = arena(
            game,
            contest.bots,
            games,
            seats=contest.seats,
            seed=first.seed,
            options=options,
            results=results / _file(game, pair) if results else None,
            limit=limit,
            workers=workers,
            progress=progress,
        )
        (line,) = told.pairs
        lines.append(PairLine(pair, line.meetings, line.better, line.low, line.high))
        faults += len(told.faults)
        counts.append(told.games)
    return _report(names, lines, counts, first, faults)


def _report(
    names: Sequence[str],
    lines: list[PairLine],
    counts: Sequence[int],
    contest: Contest,
    faults: int,
) -> CrossReport:
    """Rate the bots, order them, and look for cycles."""
    ratings = bradley_terry(names, lines, counts)
    order = sorted(names, key=lambda name: -ratings[name])
    found = CrossReport(
        game=contest.game,
        seats=contest.seats,
        seed=contest.seed,
        games=max(counts),
        bots=order,
        ratings=[round(ratings[name], 1) for name in order],
        pairs=lines,
        cycles=[],
        faults=faults,
    )
    return msgspec.structs.replace(found, cycles=cycles(order, found.beats))


def _file(game: str, pair: tuple[str, str]) -> str:
    """Return the name of the file with the games of a pair."""
    name = re.sub(r"[^\w.]+", "-", "-".join((game, *pair)))
    return f"{name}.jsonl"


def _alternating(pair: tuple[str, str], game: str, seats: int | None) -> list[str]:

    return [pair[seat % 2] for seat in range(registry.load(game).check_seats(seats))]


def bradley_terry(
    bots: Sequence[str], pairs: Sequence[PairLine], games: Sequence[int]
) -> dict[str, float]:
    """Return the ratings, on the Elo scale with mean 0, that make the results most likely."""
    strength = dict.fromkeys(bots, 1.0)
    won = dict.fromkeys(bots, PRIOR / 2)
    for line, count in zip(pairs, games, strict=True):
        part = 0.5 if line.better is None else line.better
        won[line.pair[0]] += part * count
        won[line.pair[1]] += (1 - part) * count
    for _ in range(ROUNDS):
        met = {bot: PRIOR / (strength[bot] + 1) for bot in bots}
        for line, count in zip(pairs, games, strict=True):
            a, b = line.pair
            share = count / (strength[a] + strength[b])
            met[a] += share
            met[b] += share
        strength = {bot: won[bot] / met[bot] for bot in bots}
        mean = math.exp(sum(map(math.log, strength.values())) / len(bots))
        strength = {bot: one / mean for bot, one in strength.items()}
    return {bot: ELO * math.log(one) for bot, one in strength.items()}


def cycles(bots: Sequence[str], beats: Callable[[str, str], bool]) -> list[list[str]]:
    """Return a shortest cycle of wins for each bot that is in one; each cycle once."""
    found: dict[frozenset[str], list[str]] = {}
    for start in bots:
        paths, seen = [[start]], {start}
        for path in paths:  # grows during the loop, so the shortest paths come first
            if len(path) > 1 and beats(path[-1], start):
                found.setdefault(frozenset(path), path)
                break
            for other in bots:
                if other not in seen and beats(path[-1], other):
                    seen.add(other)
                    paths.append([*path, other])
    return list(found.values())


def _colour(share: float) -> str:
    """Return a colour from red (0) over white to green (1)."""
    red, green = min(1.0, 2 - 2 * share), min(1.0, 2 * share)
    light = [round(120 + 135 * part) for part in (red, green, min(red, green))]
    return f"#{light[0]:02x}{light[1]:02x}{light[2]:02x}"
