"""`comptoir puzzles`: found in games of bots, and looked at again."""

from pathlib import Path

import click
import msgspec

from comptoir.cli.common import flags
from comptoir.cli.common.bar import bar
from comptoir.engine.errors import BadSetup, ComptoirError
from comptoir.engine.model import registry


@click.command()
@click.argument("what", metavar="make|check")
@click.argument("game")
@click.option("--out", metavar="FILE", help="Where to write them; JSON lines.")
@flags.number(
    "--count", default="100", show_default=True, help="How many, or to check."
)
@flags.number("--seats", help="How many seats; four if left out.")
@click.option("--seed", default="puzzles", show_default=True, help="Fixes all chance.")
@flags.number("--iterations", default="10000", show_default=True, help="Of a check.")
def puzzles(
    what: str,
    game: str,
    out: str | None,
    count: int,
    seats: int | None,
    seed: str,
    iterations: int,
) -> None:
    """Find puzzles in games of bots, or search those of a game again with other dice.

    `make` appends to the file what is missing there, and goes on where it stopped with
    another --seed. `check` prints how often a deep search finds the same answer.
    """
    from comptoir.review.puzzles import FILE, Miner, load

    found = registry.load(game)
    miner = Miner(found)
    path = Path(out) if out else found.folder / FILE
    if what == "check":
        same = 0
        listed = load(path)[:count]
        with bar(len(listed)) as progress:
            for puzzle in listed:
                again = miner.answer(puzzle.match(), puzzle.seat, iterations, seed)
                same += again.best.ref == puzzle.best
                progress.advance(1)
        click.echo(f"{game}: the same answer in {same} of {len(listed)}")
        return
    if what != "make":
        raise BadSetup(f"puzzles {what!r}: expected make or check")
    there = len(load(path)) if path.exists() else 0
    with bar(count - there) as progress:
        for mined in miner.mine(seed, seats):
            if there >= count:
                break
            if mined:
                _append(path, mined)
                there += 1
                progress.advance(1)
    click.echo(f"{game}: {there} puzzles in {path}", err=True)


def _append(path: Path, puzzle: msgspec.Struct) -> None:
    try:
        with path.open("ab") as file:
            file.write(msgspec.json.encode(puzzle) + b"\n")
    except OSError as error:
        raise ComptoirError(f"{path}: cannot be written: {error.strerror}") from None
