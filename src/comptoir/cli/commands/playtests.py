"""`comptoir playtests`: a report of the games and answers that playtesters sent back."""

from pathlib import Path

import click


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--out", type=Path, metavar="FOLDER",
    help="Folder for the report. Default: the folder of the playtests.",
)  # fmt: skip
def playtests(folder: Path, out: Path | None) -> int:
    """Read all feedback files in a FOLDER and write a report that compares them with bots'
    games.

    Files that were edited, are damaged or belong to other rules are named and skipped.
    """
    from comptoir.lab.playtests.reading import read
    from comptoir.lab.playtests.report import write

    found = read(folder)
    for fault in found.faults:
        click.echo(f"comptoir: {fault}", err=True)
    for path in write(found, out or folder):
        click.echo(str(path))
    return 0
