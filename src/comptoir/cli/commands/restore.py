"""`comptoir restore`: put a backup into a database of either kind."""

import asyncio
from pathlib import Path

import click

from .backup import tell
from .serve import open_database


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--database",
    metavar="WHERE",
    help="A file or a postgresql:// address, as for serve.",
)
@click.option("--replace", is_flag=True, help="Delete what the database holds.")
def restore(file: Path, database: str | None, replace: bool) -> None:
    """Restore a backup into an empty database that no server is using."""
    from comptoir.server.storage import backup

    into = open_database(database)
    rows = asyncio.run(backup.restore(file, into, tell, replace=replace))
    click.echo(f"{rows:,} rows, compared with {file}")
