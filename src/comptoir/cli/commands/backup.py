"""`comptoir backup`: save all tables and players to one file, while the server runs."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from comptoir.cli.serving.hosting import open_database
from comptoir.engine.errors import BadSetup, ComptoirError

if TYPE_CHECKING:
    from comptoir.server.storage.database import Database

HOUR = 3600.0
DRILLED = 1000  # how many of the latest tables are opened from each scheduled backup
NAME = "comptoir-*.sqlite3"  # of scheduled backups


@click.command()
@click.argument("to", type=click.Path(path_type=Path))
@click.option(
    "--database",
    metavar="WHERE",
    help="A file or a postgresql:// address, as for serve.",
)
@click.option(
    "--every", type=click.FloatRange(0, min_open=True), metavar="HOURS",
    help="Go on for ever: TO is a folder that gets a new backup so often.",
)  # fmt: skip
@click.option(
    "--copies", type=click.IntRange(1), default=14, show_default=True,
    help="With --every: how many backups to keep.",
)  # fmt: skip
def backup(to: Path, database: str | None, every: float | None, copies: int) -> None:
    """Back up all tables and players to a new file; servers can keep running."""
    if every is not None:
        keep_backing_up(to, database, every, copies)
        return
    from comptoir.server.storage.backup import back_up

    rows = asyncio.run(back_up(open_database(database), to, tell))
    click.echo(f"{to}: {rows:,} rows, compared with the database")


def keep_backing_up(
    folder: Path,
    database: str | None,
    every: float,
    copies: int,
    wait: Callable[[float], object] = time.sleep,
    clock: Callable[[], float] = time.time,
) -> None:
    """Write a backup every few hours, open tables from it as a test, and delete the oldest.

    A failure is printed and the next backup is tried as usual: the older ones are kept.
    """
    from comptoir.server.storage.backup import back_up, drill

    if folder.exists() and not folder.is_dir():
        raise BadSetup(f"{folder}: with --every, expected a folder")
    folder.mkdir(parents=True, exist_ok=True)
    while True:
        to = (
            folder
            / f"comptoir-{datetime.fromtimestamp(clock(), UTC):%Y-%m-%dT%H%M%S}Z.sqlite3"
        )
        try:
            rows = asyncio.run(back_up(open_database(database), to, tell_nobody))
            tables = asyncio.run(drill(to, most=DRILLED))
            asyncio.run(note(open_database(database), clock()))
        except (ComptoirError, OSError, sqlite3.Error) as error:
            click.echo(f"comptoir: {error}", err=True)
        else:
            click.echo(f"{to}: {rows:,} rows, {tables:,} tables opened from it")
            for old in sorted(folder.glob(NAME))[:-copies]:
                old.unlink()
        wait(every * HOUR)


async def note(database: "Database", at: float) -> None:
    """Let the servers know when the last good backup was made, for their metrics."""
    from comptoir.server.storage.store import Store

    await database.visit()
    try:
        await Store(database).note_backup(int(at * 1000))
    finally:
        await database.close()


def tell(table: str, rows: int, of: int) -> None:
    """Print how many rows of a table have been saved."""
    click.echo(f"{table}: {rows:,} of {of:,}", err=True)


def tell_nobody(table: str, rows: int, of: int) -> None:
    """Print nothing, since nobody watches a scheduled backup."""
