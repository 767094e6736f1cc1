"""`comptoir review`: analyse a saved game with the `master` bot."""

from pathlib import Path

import click
import msgspec

from comptoir.cli.common import flags
from comptoir.cli.common.bar import bar
from comptoir.cli.terminal import saves
from comptoir.engine.errors import ComptoirError


@click.command()
@click.argument("record", metavar="FILE|TOKEN")
@click.option(
    "--depth",
    default="quick",
    show_default=True,
    metavar="quick|deep",
    help="Depth of analysis: some 20 seconds, or several minutes.",
)
@flags.language("Language of the review.")
@click.option("--seat", type=int, help="Write it for the player in this seat, from 1.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--svg", metavar="FILE", help="Write the chart of win chances as a picture."
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="List every decision, not only the turning points.",
)
def review(
    record: str,
    depth: str,
    lang: str,
    seat: int | None,
    as_json: bool,
    svg: str | None,
    every: bool,
) -> None:
    """Review a saved game: win chances, turning points, luck and skill, better moves."""
    from comptoir.review import review as look
    from comptoir.review import story
    from comptoir.review.picture import svg as picture
    from comptoir.review.story import decision, words_of

    found = saves.find_record(record)
    if seat is not None and not 1 <= seat <= found.seats:
        raise ComptoirError(f"no seat {seat}: expected 1 to {found.seats}")
    with bar(len(found.moves)) as progress:
        seen = look(found, depth, lambda *_: progress.advance(1))
    if svg:
        try:
            Path(svg).write_text(picture(seen, lang), encoding="utf-8")
        except OSError as error:
            raise ComptoirError(f"{svg}: cannot be written: {error.strerror}") from None
    if as_json:
        click.echo(msgspec.json.encode(seen).decode())
        return
    from comptoir.cli.common.terminal import Terminal

    terminal, words = Terminal(), words_of(seen, lang)
    for line in story(seen, lang, None if seat is None else seat - 1):
        terminal.say(line)
    if every:
        terminal.draw()
        for moment in seen.moments:
            if moment.decision:
                terminal.say(decision(seen, moment.move, words))
