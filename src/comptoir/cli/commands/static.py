"""`comptoir static`: write the games as a folder of files, playable without a server."""

import asyncio
from pathlib import Path

import click


@click.command()
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
def static(out: Path) -> None:
    """Write everything needed to play in a browser without a server.

    Any static file host can serve the folder, also in a subfolder of a site. The rules and bots
    run in the browser, which also stores the games.
    """
    from comptoir.server.web.static_edition import write

    size = asyncio.run(write(out))
    click.echo(f"{out}: {size / 1e6:.1f} MB; open it through any web server")
