"""`comptoir check`: test a game against the laws that hold for every game."""

import time
from collections.abc import Iterator

import click

from comptoir.cli.common.names import game_named
from comptoir.engine.model.game import Game
from comptoir.laws.all_laws import COMPILED, LAWS, Law, named
from comptoir.laws.cases import cases
from comptoir.laws.places import place_of

BROKEN = 1  # exit status if a law is broken


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@click.option("--quick", is_flag=True, help="Skip the laws that need compiled code.")
@click.option(
    "--law",
    "wanted",
    metavar="WORDS",
    help="Only laws whose name contains these words.",
)
def check(games: tuple[str, ...], quick: bool, wanted: str | None) -> int:
    """Test games against the laws that hold for every game; GAME is a name or a folder.

    Every game ends, no card is lost, nobody sees what is hidden, both languages have all
    texts, and compiled code plays the same games. For each broken law the command prints
    where to look; the exit status is then 1.
    """
    broken = 0
    for name in games:
        game = game_named(name)
        start = time.perf_counter()
        faults = [each for each in _checked(game, quick=quick, wanted=wanted) if each]
        seconds = time.perf_counter() - start
        state = f"{len(faults)} laws broken" if faults else "every law holds"
        click.echo(f"{game.name}: {state}, {seconds:.0f} s")
        broken += len(faults)
    return BROKEN if broken else 0


def _checked(game: Game, *, quick: bool, wanted: str | None) -> Iterator[str]:
    """Check each law and print the result; yield the fault, or an empty text if there is
    none.
    """
    for law in [*LAWS, *([] if quick else COMPILED)]:
        if wanted and wanted not in named(law):
            continue
        fault = fault_of(law, game)
        click.echo(f"  {'✗' if fault else '✓'} {named(law)}")
        if fault:
            click.echo(f"      {fault}")
        yield fault


def fault_of(law: Law, game: Game) -> str:
    """Return how a game breaks a law, on which table, and where to look in its code."""
    for case in cases(law, game):
        try:
            law(game, **case)
        except Exception as error:  # noqa: BLE001 - foreign rules may raise anything
            where = ", ".join(f"{name} {value}" for name, value in case.items())
            said = (str(error).splitlines() or ["it does not hold"])[0]
            kind = (
                "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
            )
            place = place_of(game, error, said)
            at = f"{place}: " if place and not said.startswith(game.package) else ""
            return f"{at}{kind}{said}" + (f" ({where})" if where else "")
    return ""
