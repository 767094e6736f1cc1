"""`comptoir reports`: list players' reports about other players for the host."""

import asyncio
from datetime import UTC, datetime

import click

from .serve import open_database


@click.command()
@click.option(
    "--database",
    metavar="WHERE",
    help="A file or a postgresql:// address, as for serve.",
)
def reports(database: str | None) -> None:
    """List players' reports of each other; servers can keep running."""
    from comptoir.server.storage.backup import snapshot_of
    from comptoir.server.storage.people import GET_REPORTS

    async def read() -> list[tuple[int, str | None, str | None, str, str]]:
        async with snapshot_of(open_database(database)) as snapshot:
            return [tuple(row) for row in await snapshot.read(GET_REPORTS)]

    found = asyncio.run(read())
    for at, by, of, table, reason in found:
        when = datetime.fromtimestamp(at / 1000, UTC).astimezone()
        told = f"{by or '?'} of {of or '?'}, table {table}: {reason}"
        click.echo(f"{when:%Y-%m-%d %H:%M}  {told}")
    if not found:
        click.echo("no reports")
