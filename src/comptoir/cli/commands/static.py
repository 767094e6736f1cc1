"""`comptoir static`: write the games as a folder of files, to play without a server."""

import asyncio
from pathlib import Path

import click


@click.command()
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
def static(out: Path) -> None:
    """Write everything that one needs to play in a browser without a server.

    Any host of files serves the folder, also below another address. The rules and bots run
    in the browser; games are kept there.
    """
    from comptoir.server.web.static_edition import write

    size = asyncio.run(write(out))
    click.echo(f"{out}: {size / 1e6:.1f} MB; open it through any web server")
