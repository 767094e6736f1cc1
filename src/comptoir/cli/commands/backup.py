"""`comptoir backup`: save all tables and players to one file, while the server runs."""

import asyncio
from pathlib import Path

import click

from .serve import open_database


@click.command()
@click.argument("to", type=click.Path(path_type=Path))
@click.option(
    "--database",
    metavar="WHERE",
    help="A file or a postgresql:// address, as for serve.",
)
def backup(to: Path, database: str | None) -> None:
    """Back up all tables and players to a new file; servers can keep running."""
    from comptoir.server.storage.backup import back_up

    rows = asyncio.run(back_up(open_database(database), to, tell))
    click.echo(f"{to}: {rows:,} rows, compared with the database")


def tell(table: str, rows: int, of: int) -> None:
    """Print how many rows of a table have been saved."""
    click.echo(f"{table}: {rows:,} of {of:,}", err=True)
