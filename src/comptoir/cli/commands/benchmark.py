"""`comptoir benchmark`: play an agent against fixed opponents, or check a results file."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from comptoir.cli.common import flags
from comptoir.cli.common.bar import bar
from comptoir.engine.errors import BadSetup, ComptoirError

from .warm import warm_for

if TYPE_CHECKING:
    from comptoir.benchmark import BenchmarkReport

FAULTS = 1  # exit status if the agent failed in a game, or a file is not genuine
VERIFY = "verify"


@click.command()
@click.argument("agent")
@click.argument("file", type=Path, required=False)
@click.option("--game", help="Play this game only.")
@flags.number("--seats", help="Play with this number of seats only.")
@click.option("--field", help="Play against this field of opponents only.")
@flags.number("--games", help="Games per row. Default: those of the protocol.")
@click.option(
    "--key",
    help="Key of the seeds: tuning, or one of your own. Default: follows from the agent.",
)
@click.option(
    "--results",
    type=Path,
    metavar="FILE",
    help="Save games to this file; continue if it exists. Default: named after the agent.",
)
@flags.number("--workers", help="Games to run in parallel. Default: one per core.")
@click.option("--cluster", metavar="HOST:PORT", help="Play on a Ray cluster.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, one object per line."
)
def benchmark(
    agent: str,
    file: Path | None,
    game: str | None,
    seats: int | None,
    field: str | None,
    games: int | None,
    key: str | None,
    results: Path | None,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Play an AGENT against the fixed opponents of a protocol, and print its rows.

    AGENT is a bot's name, policy:FILE.npz, FILE.py:NAME, the address of an HTTP endpoint, or
    process:COMMAND. `comptoir benchmark verify FILE` checks a results file instead: it plays
    the games again.
    """
    from comptoir import benchmark as benchmarks

    if agent == VERIFY and file:
        return _verify(file, workers, as_json=as_json)
    if file is not None:
        raise BadSetup(f"{file}: expected one agent, or {VERIFY} and a results file")
    plan = benchmarks.Protocol.load()
    for row in plan.rows(game, seats, field):
        warm_for(row.game, [agent, *plan.opponents(row)])
    path = results or Path(f"{plan.name}-{_slug(agent)}.jsonl")
    with _progress(path) as heard:
        report = benchmarks.benchmark(
            agent, game=game, seats=seats, field=field, games=games, key=key,
            results=path, workers=workers, cluster=cluster, progress=heard,
        )  # fmt: skip
    _print_json(report) if as_json else _print(report, path)
    return FAULTS if any(one.faults for one in report.results) else 0


def _slug(agent: str) -> str:
    """Return an agent's name in a form fit for file names."""
    return re.sub(r"[^\w.-]+", "-", agent).strip("-.")[-60:]


@contextmanager
def _progress(path: Path | None = None) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar; if the run is stopped, print where its games are saved."""
    drawn = None
    shown = 0

    def heard(done: int, total: int) -> None:
        nonlocal drawn, shown
        if drawn is None:
            drawn = bar(total)
            drawn.__enter__()
        drawn.advance(done - shown)
        shown = done

    try:
        yield heard
    except KeyboardInterrupt:
        where = (
            f"; its games are in {path}, and the same command continues" if path else ""
        )
        raise ComptoirError(f"stopped{where}") from None
    finally:
        if drawn:
            drawn.__exit__()


def _verify(file: Path, workers: int | None, *, as_json: bool) -> int:
    import msgspec

    from comptoir import benchmark as benchmarks

    with _progress() as heard:
        found = benchmarks.verify(file, workers=workers, progress=heard)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        for problem in found.problems:
            click.echo(problem)
        verdict = "genuine" if found.is_genuine else "not genuine"
        who = "all moves" if found.chosen else "the opponents' moves"
        seeds = "its own seeds" if found.held_out else "chosen seeds"
        click.echo(
            f"{file} is {verdict}: {found.games} games on {seeds}, {who} played again"
        )
    return 0 if found.is_genuine else FAULTS


def _print_json(report: "BenchmarkReport") -> None:
    import msgspec

    for line in (*report.results, {"score": report.score}):
        click.echo(msgspec.json.encode(line).decode())


def _print(report: "BenchmarkReport", path: Path) -> None:
    from rich.console import Console

    Console(highlight=False, soft_wrap=True).print(report.shown())
    click.echo(f"results: {path}")
