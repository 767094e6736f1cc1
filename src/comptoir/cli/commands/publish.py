"""`comptoir publish`: write a folder in which people can play one game and give feedback."""

import asyncio
from pathlib import Path

import click

from comptoir.cli.common.names import game_named
from comptoir.engine.errors import BadSetup


@click.command()
@click.argument("game")
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--send-to", "address", default="", metavar="URL",
    help="Address that receives feedback by POST. Default: players save it as a file.",
)  # fmt: skip
def publish(game: str, out: Path, address: str) -> None:
    """Write a GAME, a name or a folder, into OUT as a page to play without a server.

    Any file host serves the folder. It holds the rules, the bots and a form for feedback;
    `comptoir playtests` reads what players send back.
    """
    from comptoir.server.web.static_edition import Playtest, write

    if address and not address.startswith(("https://", "http://")):
        raise BadSetup(
            f"--send-to {address}: expected an address that begins with https://"
        )
    chosen = game_named(game)
    size = asyncio.run(write(out, Playtest(chosen.name, chosen.version, address)))
    click.echo(
        f"{out}: {size / 1e6:.1f} MB. Copy it to any file host; to look at it here:\n"
        f"  python -m http.server -d {out}"
    )
