"""`comptoir export`: write games between bots as data."""

import sys

import click

from comptoir.cli.common import flags
from comptoir.cli.common.bar import bar
from comptoir.cli.common.options import read_components, read_options
from comptoir.engine.errors import BadSetup, ComptoirError
from comptoir.engine.model import registry


@click.command()
@click.argument("game")
@click.option(
    "--out", metavar="PATH", help="A .jsonl file, or a .parquet or .arrow folder."
)
@flags.number(
    "--games", default="1000", show_default=True, help="Number of games in total."
)
@flags.number("--seats", help="Number of seats. Default: four.")
@click.option(
    "--bots",
    default="house",
    show_default=True,
    help="Bots by seat, separated by commas; the last one fills the remaining seats.",
)
@click.option("--seed", help="Random seed. Default: that of the file, else a new one.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a table option.",
)
@flags.components()
@click.option(
    "--format", "form", help="jsonl, parquet or arrow, if PATH has no such ending."
)
@click.option(
    "--legal", is_flag=True, help="Include the legal actions of each decision."
)
@click.option("--observations", is_flag=True, help="Include what each seat observed.")
@click.option(
    "--sources", is_flag=True, help="Include where points came from (slower)."
)
@flags.number("--threads", help="Number of threads. Default: one per core.")
def export(
    game: str,
    out: str | None,
    games: int,
    seats: int | None,
    bots: str,
    seed: str | None,
    options: tuple[str, ...],
    components: str | None,
    form: str | None,
    legal: bool,
    observations: bool,
    sources: bool,
    threads: int | None,
) -> None:
    """Write every decision of games between bots to data files.

    Without --out, JSON lines are written to standard output. If the file exists, the same
    command continues it; a higher --games extends it.
    """
    from comptoir.data import export as write

    chosen = registry.load(game)
    if games < 1:
        raise BadSetup(f"--games {games}: expected 1 or more")
    try:
        with bar(games) as progress:
            done = write(
                chosen,
                out or sys.stdout.buffer,
                games,
                seats=seats,
                bots=bots,
                seed=seed,
                options=read_options(options) | read_components(chosen, components),
                format=form,
                legal=legal,
                observations=observations,
                sources=sources,
                threads=threads,
                progress=progress.advance,
            )
    except KeyboardInterrupt:
        goes_on = (
            f"; {out} stays readable, and the same command continues" if out else ""
        )
        raise ComptoirError(f"stopped{goes_on}") from None
    if out:
        told = f"{done.games} games in {out}, {done.decisions} decisions written now"
        click.echo(f"{told}; seed {done.seed}", err=True)
