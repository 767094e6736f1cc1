"""`comptoir restore`: put a backup into a database of either kind."""

import asyncio
from pathlib import Path

import click

from comptoir.cli.serving.hosting import open_database

from .backup import tell


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--database",
    metavar="WHERE",
    help="A file or a postgresql:// address, as for serve.",
)
@click.option("--replace", is_flag=True, help="Delete what the database holds.")
@click.option(
    "--drill", is_flag=True,
    help="Only try: restore into a temporary file, and open every table from it.",
)  # fmt: skip
def restore(file: Path, database: str | None, replace: bool, drill: bool) -> None:
    """Restore a backup into an empty database that no server is using."""
    from comptoir.server.storage import backup

    if drill:
        tables = asyncio.run(backup.drill(file))
        click.echo(f"{file}: {tables:,} tables opened from it")
        return
    into = open_database(database)
    rows = asyncio.run(backup.restore(file, into, tell, replace=replace))
    click.echo(f"{rows:,} rows, compared with {file}")
