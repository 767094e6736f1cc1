"""Many games among bots: one chunk after another, on all cores, compiled if it pays."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

import msgspec
import numpy as np

from comptoir.engine.backends import compiled
from comptoir.engine.backends.threads import cores
from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.loop import BOTS, play_games
from comptoir.engine.model.game import Game
from comptoir.engine.model.seed import chance_key, read_seed
from comptoir.engine.rules.rng import DICE_WORDS
from comptoir.engine.rules.table import Plain, new_tables, pack, unpack

CHUNK = 1000  # games between two looks at the clock, compiled
PLAIN_CHUNK = 20
WORTH_COMPILING = 2000  # fewer games are over sooner plain

Progress = Callable[[int], None]


class Results(msgspec.Struct, kw_only=True):
    """What came of a simulation; `wins` counts a shared victory for each who shares it."""

    game: str
    seats: int
    bots: list[str]
    seed: str
    compiled: bool
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    wins: list[int] = []
    points: list[float] = []  # mean a seat
    endings: dict[str, int] = {}


class Arrays:
    """What `play_games` writes to: tables and results for one chunk of games."""

    def __init__(self, game: Game, seats: int, games: int, tables: int = 1):
        self.tables = new_tables(game.table, tables)
        self.moves = np.zeros(len(game.actions), np.int64)
        self.dice = np.zeros(DICE_WORDS, np.int64)
        self.points = np.zeros((games, seats), np.int64)
        self.ranks = np.zeros((games, seats), np.int64)
        self.lengths = np.zeros(games, np.int64)
        self.endings = np.zeros(games, np.int64)


class Player:
    """Plays numbered games of one seed, plain or compiled, always the same ones."""

    def __init__(
        self,
        game: Game,
        seats: int,
        bots: list[int],
        seed: str,
        options: Any = None,
        kernels: "compiled.Compiled | None" = None,
    ):
        self.game = game
        self.seats = game.check_seats(seats)
        self.bots = bots
        self.key, self.stream = chance_key(seed)
        self.boxes = game.new_boxes(seats, options)
        self.kernels = kernels
        self._plain = game.plain(play_games)

    def play(self, first: int, games: int, tables: int = 1) -> Arrays:
        """Play games number `first`, `first` + 1, … and return what came of them."""
        arrays = Arrays(self.game, self.seats, games, tables)
        if self.kernels is None:
            self._play_plain(first, arrays)
        else:
            self.kernels.play_games(
                arrays.tables,
                self.boxes,
                self.seats,
                np.array(self.key, np.int64),
                self.stream + first,
                np.array(self.bots, np.int64),
                *self._out(arrays),
            )
        return arrays

    def _out(self, arrays: Arrays) -> tuple[Any, ...]:
        out = (arrays.points, arrays.ranks, arrays.lengths, arrays.endings)
        return (arrays.moves, arrays.dice, *out)

    def _play_plain(self, first: int, arrays: Arrays) -> None:
        tables: list[Plain] = [unpack(record) for record in arrays.tables]
        box = unpack(self.boxes[0])
        out = [array.tolist() for array in self._out(arrays)]
        key, stream = self.key, self.stream + first
        self._plain(tables, [box], self.seats, key, stream, self.bots, *out)
        for array, listed in zip(self._out(arrays), out, strict=True):
            array[:] = listed
        for table, record in zip(tables, arrays.tables, strict=True):
            pack(table, record)


def simulate(
    game: Game,
    seats: int,
    games: int,
    bots: list[str],
    seed: str | int | None = None,
    options: Any = None,
    *,
    plain: bool | None = None,
    threads: int | None = None,
    progress: Progress = lambda _: None,
) -> Results:
    """Play many games and add up what came of them.

    `bots` names one for each seat; `plain` is chosen by the number of games if left out.
    `progress` hears of games played.
    """
    if games < 1:
        raise BadSetup(f"expected at least 1 game, got {games}")
    seed = read_seed(seed)
    if plain is None:
        plain = games < WORTH_COMPILING or not compiled.available()
    kernels = None if plain else compiled.Compiled(game)
    player = Player(game, seats, [BOTS[bot] for bot in bots], seed, options, kernels)
    results = Results(
        game=game.name, seats=seats, bots=bots, seed=seed, compiled=not plain
    )
    start = time.perf_counter()
    chunks = _chunks(games, PLAIN_CHUNK if plain else CHUNK)
    workers = 1 if plain else threads or cores()
    totals = Totals(seats)
    for arrays in _in_threads(player.play, chunks, workers):
        totals.add(arrays)
        progress(len(arrays.lengths))
    results.seconds = time.perf_counter() - start
    totals.write(results, game.endings)
    return results


class Totals:
    """Adds up chunks of games."""

    def __init__(self, seats: int):
        self.games = 0
        self.moves = 0
        self.wins = np.zeros(seats, np.int64)
        self.points = np.zeros(seats, np.int64)
        self.endings: Counter[int] = Counter()

    def add(self, arrays: Arrays) -> None:
        """Add one chunk."""
        self.games += len(arrays.lengths)
        self.moves += int(arrays.lengths.sum())
        self.wins += (arrays.ranks == 1).sum(axis=0)
        self.points += arrays.points.sum(axis=0)
        self.endings.update(arrays.endings.tolist())

    def write(self, results: Results, endings: tuple[str, ...]) -> None:
        """Write the totals to the results."""
        results.games, results.moves = self.games, self.moves
        results.wins = self.wins.tolist()
        results.points = [round(p / self.games, 3) for p in self.points.tolist()]
        results.endings = {endings[e]: n for e, n in sorted(self.endings.items())}


def _chunks(games: int, size: int) -> Iterator[tuple[int, int]]:
    for first in range(0, games, size):
        yield first, min(size, games - first)


def _in_threads(
    play: Callable[[int, int], Arrays], chunks: Iterator[tuple[int, int]], workers: int
) -> Iterator[Arrays]:
    """Play chunks on some threads, holding only as many results as there are threads."""
    with ThreadPoolExecutor(workers) as pool:
        running: set[Future[Arrays]] = set()
        try:
            for chunk in chunks:
                running.add(pool.submit(play, *chunk))
                if len(running) > workers:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            yield from (future.result() for future in running)
        finally:
            for future in running:
                future.cancel()
