"""Simulations: many games among bots, played to the end on a batch, and their results."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from comptoir.engine.backends import compiler
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.engine.model.seed import read_seed
from comptoir.engine.play.position import Options
from comptoir.engine.text.shown import Shown

from . import checks
from .batch import Batch
from .policy import temperature
from .seating import Bots, names_by_seat

if TYPE_CHECKING:
    from comptoir.engine.text.shown import Drawing

TABLES = 1024  # tables of a compiled batch: games between two checks of the clock
PLAIN_TABLES = 20
WORTH_COMPILING = 2000  # fewer games finish sooner without compiling
WORTH_WITH_POLICY = (
    # the same for bots that use a network, which takes milliseconds per move in plain Python
    20
)


class Results(Shown, msgspec.Struct, kw_only=True):
    """Results of a simulation; `wins` counts a shared victory for every winner."""

    game: str
    seats: int
    bots: list[str]
    seed: str
    compiled: bool
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    wins: list[int] = []
    firsts: list[
        float
    ] = []  # the share of first places of each seat; a shared one is divided
    points: list[float] = []  # the mean points of each seat
    endings: dict[str, int] = {}

    def shown(self) -> "Drawing":
        """Return a table of results by seat and a summary, as a rich renderable."""
        from rich.console import Group  # noqa: PLC0415 - imported only when needed
        from rich.table import Table  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415

        table = Table("seat", "bot", "games won", "first places", "mean points")
        for seat, (bot, wins) in enumerate(zip(self.bots, self.wins, strict=True)):
            share = f"{100 * self.firsts[seat]:.1f} %"
            mean = f"{self.points[seat]:.2f}"
            table.add_row(str(seat), bot, str(wins), share, mean)
        ends = ", ".join(f"{n} by {ending}" for ending, n in self.endings.items())
        how = "compiled" if self.compiled else "plain"
        took = f"{self.moves} moves in {self.seconds:.2f} s ({how}); seed {self.seed}"
        return Group(table, Text(f"{self.games} games ended: {ends}"), Text(took))


def simulate(
    game: str | Game,
    seats: int | None = None,
    games: int = 1000,
    bots: Bots = "random",
    seed: str | int | None = None,
    options: Options = None,
    *,
    plain: bool | None = None,
    threads: int | None = None,
    device: str = "cpu",
    progress: Callable[[int], None] = lambda _: None,
) -> Results:
    """Play many games and return their results.

    Args:
        game: A game or its name.
        seats: The number of seats; four by default if the game allows it.
        games: The number of games; game n is the match of seed `SEED/n`.
        bots: Names such as `house,random`, or a list; the last one takes the seats left.
        seed: Determines all chance; a new one by default.
        options: The game's options by name.
        plain: Run without compiling; by default chosen by the number of games.
        threads: The number of CPU threads; all cores by default.
        device: `cpu` or `cuda`.
        progress: Callback that receives the number of games played.
    """
    checks.games(games)
    if threads is not None:
        checks.count("threads", threads)
    game = registry.load(game)
    seats = game.check_seats(seats)
    names = names_by_seat(bots, seats)
    if plain is None:
        few = not worth_compiling(games, names) and device == "cpu"
        plain = few or not compiler.available()
    seed, size = read_seed(seed), PLAIN_TABLES if plain else TABLES
    where: dict[str, Any] = {"plain": plain, "threads": threads, "device": device}
    start = time.perf_counter()
    totals = Totals(seats)
    rounds = whole_games(game, seats, games, names, seed, options, size=size, **where)
    for batch in rounds:
        totals.add(batch)
        progress(int(np.sum(batch.over)))
    results = Results(
        game=game.name, seats=seats, bots=names, seed=seed, compiled=not plain
    )
    results.seconds = time.perf_counter() - start
    totals.write(results, game.endings)
    return results


def worth_compiling(games: int, bots: list[str]) -> bool:
    """Return True if this many games finish sooner with compiled code, compiling included."""
    thinks = any(temperature(name) is not None for name in bots)
    return games >= (WORTH_WITH_POLICY if thinks else WORTH_COMPILING)


def whole_games(
    game: Game,
    seats: int,
    games: int,
    bots: list[str],
    seed: str,
    options: Options = None,
    *,
    size: int,
    **where: Any,
) -> Iterator[Batch]:
    """Play games 0, 1, … of a seed to the end, and yield the batch after each round.

    The games of the round are those with `over` set; the next round reuses the same tables.
    """
    size = min(size, games)
    batch = Batch(
        game, seats, size, seed=seed, options=options, after="stop", fill=False, **where
    )
    while True:
        batch.rollout(bots=bots)
        yield batch
        games -= size
        if games <= 0:
            return
        batch.reset(where=np.arange(size) < games)


class Totals:
    """Sums of the results of several rounds of games."""

    def __init__(self, seats: int):
        self.games = 0
        self.moves = 0
        self.wins = np.zeros(seats, np.int64)
        self.firsts = np.zeros(seats)
        self.points = np.zeros(seats, np.int64)
        self.endings: Counter[int] = Counter()

    def add(self, batch: Batch) -> None:
        """Add the games that ended in this round."""
        over = np.asarray(batch.over)
        self.games += int(over.sum())
        self.moves += int(batch.lengths[over].sum())
        won = np.asarray(batch.ranks)[over] == 1
        self.wins += won.sum(axis=0)
        self.firsts += (won / won.sum(axis=1, keepdims=True)).sum(axis=0)
        self.points += np.asarray(batch.points)[over].sum(axis=0)
        self.endings.update(np.asarray(batch.ending)[over].tolist())

    def write(self, results: Results, endings: tuple[str, ...]) -> None:
        """Write the totals to the results."""
        results.games, results.moves = self.games, self.moves
        results.wins = self.wins.tolist()
        results.firsts = [round(x / self.games, 6) for x in self.firsts.tolist()]
        results.points = [round(p / self.games, 3) for p in self.points.tolist()]
        results.endings = {endings[e]: n for e, n in sorted(self.endings.items())}
