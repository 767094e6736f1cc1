"""`comptoir sheets`: print the components of a game as cards to cut out."""

from pathlib import Path

import click

from comptoir.cli.common import flags
from comptoir.cli.common.names import game_named
from comptoir.engine.errors import BadSetup


@click.command()
@click.argument("game")
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@flags.language("Language of the cards.")
def sheets(game: str, out: Path, lang: str) -> None:
    """Write the components of a GAME, a name or a folder, to OUT as a PDF of A4 sheets.

    The cards come from the CSV files of its package: each row is printed as often as its
    column `copies` says.
    """
    from comptoir.cli.common.cards import cards_of, write

    chosen = game_named(game)
    cards = cards_of(chosen, lang)
    if not cards:
        raise BadSetup(f"{chosen.name}: no CSV file of components in {chosen.folder}")
    pages = write(cards, out, chosen.words(lang).say("title"))
    click.echo(f"{out}: {len(cards)} cards on {pages} sheets of A4")
