"""`comptoir arena`: a tournament that measures the strength of bots."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from comptoir.arena import Book, Contest, ContestReport, ContestWorkers, local, run
from comptoir.arena import report as sum_up
from comptoir.arena.results import seed_of
from comptoir.bots import learned
from comptoir.cli.common import flags
from comptoir.cli.common.bar import bar
from comptoir.cli.common.options import read_components, read_options
from comptoir.engine.errors import BadSetup, ComptoirError
from comptoir.engine.model import registry

from .warm import warm_for

FAULTS = 1  # exit status if a bot's error ended a game


@click.command()
@click.argument("game")
@flags.number("--seats", help="Number of seats. Default: four.")
@flags.number(
    "--games", default="400", show_default=True, help="Minimum number of games."
)
@click.option(
    "--bots",
    default="house,random",
    show_default=True,
    help="Bots by seat, separated by commas; the last one fills the remaining seats.",
)
@click.option("--seed", help="Random seed. Default: a new one.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a table option.",
)
@flags.components()
@click.option(
    "--results",
    type=Path,
    metavar="FILE",
    help="Save games to this file; continue if it exists.",
)
@flags.seconds(
    "--limit",
    default=f"{local.LIMIT:g}",
    show_default=True,
    help="Time limit for one move.",
)
@flags.number("--workers", help="Games to run in parallel. Default: one per core.")
@click.option("--cluster", metavar="HOST:PORT", help="Play on a Ray cluster.")
@click.option(
    "--cross",
    "is_cross",
    is_flag=True,
    help="Every bot against every other, --games a pair; --results is a folder.",
)
@click.option(
    "--picture",
    type=Path,
    metavar="FILE",
    help="With --cross: write the matrix as SVG.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, one object per line."
)
def arena(
    game: str,
    seats: int | None,
    games: int,
    bots: str,
    seed: str | None,
    options: tuple[str, ...],
    components: str | None,
    results: Path | None,
    limit: float,
    workers: int | None,
    cluster: str | None,
    is_cross: bool,
    picture: Path | None,
    as_json: bool,
) -> int:
    """Run a tournament between bots; print their strength with confidence intervals.

    Every deal is played from every seat, so that neither luck nor the seat decides.
    """
    given = read_options(options) | read_components(registry.load(game), components)
    if picture and not is_cross:
        raise BadSetup("--picture: expected --cross, which has a matrix to draw")
    if is_cross:
        if cluster:
            raise BadSetup("--cluster plays one contest: expected it without --cross")
        about: dict[str, Any] = {
            "seats": seats,
            "seed": seed,
            "options": given,
            "limit": limit,
        }
        names = [bot.strip() for bot in bots.split(",")]
        about |= {"games": games, "results": results, "workers": workers}
        return _cross(game, names, picture, as_json, **about)
    if seed is None and results is not None:
        seed = seed_of(results)
    contest = Contest.of(game, bots, seats, given, seed)
    slots = contest.slots(games)
    where = _workers(workers, limit, cluster)
    with _book(results, contest) as book:
        warm_for(contest.game, contest.names)
        _say_what_is_missing(contest)
        missing = [s for s in slots if book is None or s not in book.games]
        with bar(len(missing)) as progress:
            played = run(contest, slots, where, book, lambda _: progress.advance(1))
    report = sum_up(contest, played)
    _print_json(report) if as_json else _print(contest, report)
    return FAULTS if report.faults else 0


def _cross(
    game: str, names: list[str], picture: Path | None, as_json: bool, **about: Any
) -> int:
    """Play every pair of bots, and print the matrix."""
    import msgspec

    from comptoir.arena.cross import cross

    warm_for(game, names)
    pairs = len(names) * (len(names) - 1) // 2
    try:
        with bar(pairs * about["games"]) as progress:
            found = cross(game, names, progress=progress.advance, **about)
        if picture:
            picture.write_text(found.picture(), encoding="utf-8")
    except OSError as error:
        raise ComptoirError(
            f"{error.filename}: cannot be written: {error.strerror}"
        ) from error
    click.echo(msgspec.json.encode(found).decode() if as_json else str(found))
    return FAULTS if found.faults else 0


def _say_what_is_missing(contest: Contest) -> None:
    """Print how bots that need a network play if the game has none."""
    from comptoir.bots.policy import why_none

    why = why_none(registry.load(contest.game))
    if why and any(learned(name) for name in contest.names):
        click.echo(f"{why}: policy plays like house, and master like search", err=True)


def _workers(workers: int | None, limit: float, address: str | None) -> ContestWorkers:
    if workers is not None and workers < 1:
        raise BadSetup(f"--workers {workers}: expected 1 or more")
    if address is None:
        return local.LocalWorkers(workers, limit)
    if workers is not None:
        raise BadSetup("--workers is for this machine: a cluster uses all its cores")
    from comptoir.arena import cluster

    return cluster.RayWorkers(address, limit)


@contextmanager
def _book(path: Path | None, contest: Contest) -> Iterator[Book | None]:
    """Open the results file, if one is given; if the run is stopped, print what the file
    holds.
    """
    if path is None:
        yield None
        return
    with Book(path, contest) as book:
        try:
            yield book
        except KeyboardInterrupt:
            raise ComptoirError(
                f"stopped; {len(book.games)} games are in {path}, "
                "and the same command continues from there"
            ) from None


def _print_json(report: ContestReport) -> None:
    import msgspec

    for line in (*report.faults, *report.pairs, *report.bots):
        click.echo(msgspec.json.encode(line).decode())


def _print(contest: Contest, report: ContestReport) -> None:
    from comptoir.cli.terminal.standings import standings

    standings(contest, report)
