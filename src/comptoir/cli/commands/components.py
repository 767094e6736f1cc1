"""`comptoir components`: print the cards of a game as a file to edit."""

import click

from comptoir.cli.common.options import no_components
from comptoir.engine.model import registry


@click.command()
@click.argument("game")
def components(game: str) -> None:
    """Print a game's cards as a file that you can edit and pass to `--components`."""
    chosen = registry.load(game)
    if chosen.components is None:
        click.echo(f"{no_components(chosen)}.")
    else:
        click.echo(chosen.components.text(), nl=False)
