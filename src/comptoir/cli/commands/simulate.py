"""`comptoir simulate`: play many games between bots and summarize the results."""

import click

from comptoir.bots import full_table
from comptoir.cli.common import flags
from comptoir.cli.common.bar import bar
from comptoir.cli.common.options import read_components, read_options
from comptoir.engine.backends import compiler
from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels import BY_POLICY
from comptoir.engine.kernels.loop import BOTS as FAST
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.engine.runs.policy import NAME as POLICY
from comptoir.engine.runs.policy import network_for, temperature
from comptoir.engine.runs.simulation import worth_compiling


@click.command()
@click.argument("game")
@click.option("--seats", type=int, help="Number of seats. Default: four.")
@click.option("--games", default=1000, show_default=True, help="Number of games.")
@click.option(
    "--bots",
    default="random",
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
    "--plain", is_flag=True, help="Run the rules as plain Python, without compiling."
)
@click.option(
    "--threads",
    type=click.IntRange(1),
    help="Number of threads. Default: one per core.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def simulate(
    game: str,
    seats: int | None,
    games: int,
    bots: str,
    seed: str | None,
    options: tuple[str, ...],
    components: str | None,
    plain: bool,
    threads: int | None,
    as_json: bool,
) -> None:
    """Play many games between bots and print the results."""
    from comptoir.engine.runs.simulation import simulate as play_many

    chosen = registry.load(game)
    seats = chosen.check_seats(seats)
    names = full_table(bots, seats)
    learned = _learned(chosen, names)
    given = read_options(options) | read_components(chosen, components)
    checked = chosen.read_options(given)
    slow = plain or not worth_compiling(games, names) or not compiler.available()
    kernels = ("deal_tables", f"rollout_tables{BY_POLICY if learned else ''}")
    if not slow and not compiler.is_warm(chosen, *kernels):
        from comptoir.engine.backends.bars import warm_up

        warm_up((game,), kernels=kernels if learned else None)
    with bar(games) as progress:
        results = play_many(
            chosen,
            seats,
            games,
            names,
            seed,
            checked,
            plain=slow,
            threads=threads,
            progress=progress.advance,
        )
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode(results).decode())
    else:
        from rich.console import Console

        Console(highlight=False).print(results.shown())


def _learned(game: Game, names: list[str]) -> set[str]:
    """Return the bots that use a network; raise BadSetup for bots that cannot be compiled."""
    learned = {name for name in names if temperature(name) is not None}
    slow = sorted(set(names) - set(FAST) - learned)
    if slow:
        raise BadSetup(
            f"simulate plays {' and '.join((*FAST, POLICY))} at full speed; "
            f"{', '.join(slow)} may play in the arena"
        )
    if learned:
        network_for(game)
    return learned
