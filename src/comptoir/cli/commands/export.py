"""`comptoir export`: games of bots as data."""

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
    "--out", metavar="PATH", help="A .jsonl file, or a folder .parquet or .arrow."
)
@flags.number("--games", default="1000", show_default=True, help="Games in all.")
@flags.number("--seats", help="How many seats; four if left out.")
@click.option(
    "--bots",
    default="house",
    show_default=True,
    help="Bots by seat, with commas; the last one takes the seats left.",
)
@click.option("--seed", help="Fixes all chance; that of the file, or a new one.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A table option."
)
@flags.components()
@click.option("--format", "form", help="jsonl, parquet or arrow, if PATH does not say.")
@click.option("--legal", is_flag=True, help="Tell which actions were legal.")
@click.option("--observations", is_flag=True, help="Tell what each seat saw.")
@click.option("--sources", is_flag=True, help="Tell where points came from; slower.")
@flags.number("--threads", help="Threads; all cores.")
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
    """Let bots play and write every decision to files, as data.

    Without --out, JSON lines go to the standard output. The same command goes on from
    what is there, and more --games extend it.
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
        goes_on = f"; {out} stays readable, and the same command goes on" if out else ""
        raise ComptoirError(f"stopped{goes_on}") from None
    if out:
        told = f"{done.games} games in {out}, {done.decisions} decisions written now"
        click.echo(f"{told}; seed {done.seed}", err=True)
