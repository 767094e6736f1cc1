"""`comptoir bench`: moves per second of random play and of house bots, on one core."""

import tempfile
import time
from pathlib import Path
from typing import Any

import click
import msgspec

from comptoir.engine.backends import compiler
from comptoir.engine.errors import ComptoirError
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.engine.rules.table import new_tables
from comptoir.engine.runs.batch import Batch

ROUNDS = 5
SECONDS = 0.5  # seconds that a round lasts
COPIES = 1_000_000
USED = ("deal_tables", "rollout_tables")  # the kernels that are compiled and timed
TABLES, PLAIN_TABLES = 256, 8  # tables in a batch: compiled, and in plain Python


class BenchFigures(msgspec.Struct, kw_only=True):
    """The measured speed of one game with one number of seats."""

    game: str
    seats: int
    moves_per_s: float
    games_per_s: float
    house_moves_per_s: float
    plain_moves_per_s: float
    compile_s: float
    load_s: float
    state_bytes: int
    copy_ns: float


@click.command()
@click.option("--game", "games", multiple=True, help="Only this game (repeatable).")
@click.option("--seats", type=int, help="Measure only this number of seats.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, one object per line."
)
def bench(games: tuple[str, ...], seats: int | None, as_json: bool) -> None:
    """Measure how fast the games run on this machine.

    Random bots and house bots play whole games on one core, listing the legal actions at
    every move. The best of five rounds counts, since other work can only slow a machine
    down. The rules are compiled from scratch into a temporary folder, then loaded from it.
    """
    if not compiler.available():
        raise ComptoirError(
            "numba is not installed: there is nothing compiled to measure"
        )
    rows = []
    for name in games or registry.names():
        game = registry.load(name)
        counts = [game.check_seats(seats)] if seats is not None else list(game.seats)
        for figures in _measure(game, counts):
            if as_json:
                click.echo(msgspec.json.encode(figures).decode())
            rows.append(figures)
    if not as_json:
        _print(rows)


def _measure(game: Game, counts: list[int]) -> list[BenchFigures]:
    """Compile, load and run one game."""
    import numba  # noqa: F401  its import time is not measured

    with tempfile.TemporaryDirectory() as folder:
        click.echo(f"compiling {game.name} …", err=True)
        compile_s = _warm(compiler.Compiled(game, Path(folder), package=None))
        kernels = compiler.Compiled(game, Path(folder), package=None)
        load_s = _warm(kernels)
    return [
        _run(game, seats, kernels, round(compile_s, 2), round(load_s, 3))
        for seats in counts
    ]


def _warm(kernels: compiler.Compiled) -> float:
    return sum(kernels.warm(name) for name in USED)


def _run(
    game: Game, seats: int, kernels: compiler.Compiled, compile_s: float, load_s: float
) -> BenchFigures:
    tables = _batch(game, seats, TABLES, kernels=kernels, threads=1)
    moves, games = _best(tables)
    house_moves, _ = _best(tables, "house")
    plain_moves, _ = _best(_batch(game, seats, PLAIN_TABLES, plain=True))
    return BenchFigures(
        game=game.name,
        seats=seats,
        moves_per_s=round(moves),
        games_per_s=round(games),
        house_moves_per_s=round(house_moves),
        plain_moves_per_s=round(plain_moves),
        compile_s=compile_s,
        load_s=load_s,
        state_bytes=game.table.itemsize,
        copy_ns=round(_copy_ns(game), 1),
    )


def _batch(game: Game, seats: int, size: int, **where: Any) -> Batch:
    """Return a batch whose tables stop at the end of a game and write no observations."""
    return Batch(game, seats, size, seed="bench", after="stop", fill=False, **where)


def _best(batch: Batch, bots: str = "random") -> tuple[float, float]:
    """Return moves and games per second of the best round."""
    best = (0.0, 0.0)
    for _ in range(ROUNDS):
        before, played = batch.moves, 0
        start = time.perf_counter()
        while (taken := time.perf_counter() - start) < SECONDS:
            batch.rollout(bots=bots)
            batch.reset()
            played += batch.size
        best = max(best, ((batch.moves - before) / taken, played / taken))
    return best


def _copy_ns(game: Game) -> float:
    """Return the nanoseconds that copying a table takes within the processor's cache."""
    tables, copies = new_tables(game.table, 16), new_tables(game.table, 16)
    rounds = COPIES // len(copies)
    start = time.perf_counter()
    for _ in range(rounds):
        copies[:] = tables
    return (time.perf_counter() - start) / (rounds * len(copies)) * 1e9


def _print(rows: list[BenchFigures]) -> None:
    from rich.console import Console
    from rich.table import Table

    title = "random play and house bots, one core"
    table = Table(title=title, box=None, collapse_padding=True, pad_edge=False)
    for name in BenchFigures.__struct_fields__:
        table.add_column(name.replace("_", " "), justify="right", vertical="bottom")
    for row in rows:
        values: list[Any] = list(msgspec.structs.astuple(row))
        table.add_row(*(v if isinstance(v, str) else _short(v) for v in values))
    Console().print(table)


def _short(number: float) -> str:
    """Return a number in short form: 15.4M, 89.2k, 432, 0.031."""
    for unit, size in (("M", 1_000_000), ("k", 1000)):
        if number >= size:
            return f"{number / size:.1f}{unit}"
    return f"{number:.3g}"
