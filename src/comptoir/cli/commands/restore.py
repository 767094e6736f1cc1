"""`comptoir restore`: a backup back into a database, of either kind."""

import asyncio
from pathlib import Path

import click

from .backup import tell
from .serve import open_database


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--database", metavar="WHERE", help="A file, or postgresql://…, as of serve."
)
@click.option("--replace", is_flag=True, help="Throw away what the database holds.")
def restore(file: Path, database: str | None, replace: bool) -> None:
    """Put a backup into a database that is empty; no server may use it."""
    from comptoir.server.storage import backup

    into = open_database(database)
    rows = asyncio.run(backup.restore(file, into, tell, replace=replace))
    click.echo(f"{rows:,} rows, compared with {file}")
