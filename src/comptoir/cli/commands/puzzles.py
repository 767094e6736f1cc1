"""`comptoir puzzles`: find puzzles in games between bots, and check them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from comptoir.cli.common import flags
from comptoir.cli.common.bar import bar
from comptoir.engine.errors import BadSetup, ComptoirError
from comptoir.engine.model import registry


@click.command()
@click.argument("what", metavar="make|check|explain")
@click.argument("game")
@click.option("--out", metavar="FILE", help="Puzzle file, in JSON lines.")
@flags.number(
    "--count",
    default="100",
    show_default=True,
    help="Number of puzzles to make or check.",
)
@flags.number("--seats", help="Number of seats. Default: four.")
@click.option("--seed", default="puzzles", show_default=True, help="Random seed.")
@flags.number(
    "--iterations",
    default="10000",
    show_default=True,
    help="Search iterations of a check.",
)
@click.option(
    "--alone", is_flag=True, help="Check with a search that no network guides."
)
@click.option("--by", metavar="BOT", help="Count how many puzzles this bot solves.")
@click.option(
    "--drop",
    is_flag=True,
    help="Remove puzzles for which the check finds another answer, or that the bot solves.",
)
def puzzles(
    what: str,
    game: str,
    out: str | None,
    count: int,
    seats: int | None,
    seed: str,
    iterations: int,
    alone: bool,
    by: str | None,
    drop: bool,
) -> None:
    """Find puzzles in games between bots, or check puzzles with a deep search.

    `make` adds puzzles until the file has --count of them; another --seed finds others. `check`
    prints how often a deep search finds the same answer; --drop removes the puzzles for which
    it does not, and `make` replaces them. With --by, `check` prints how many puzzles a bot
    solves, and --drop removes those as too easy. `explain` recomputes the ratings and reasons
    of the file's puzzles.
    """
    from comptoir import bots
    from comptoir.review.puzzles import FILE, Miner, load

    found = registry.load(game)
    miner = Miner(found)
    path = Path(out) if out else found.folder / FILE
    if by and what != "check":
        raise BadSetup("--by belongs to check")
    if what == "check":
        solver = bots.find(by) if by else None
        everything, same = load(path), []
        listed = everything[:count]
        with bar(len(listed)) as progress:
            for number, puzzle in enumerate(listed):
                dice = f"{seed}-{number}" if solver else seed
                right = _is_found(puzzle, miner, solver, (iterations, dice, alone))
                same += [puzzle] if right else []
                progress.advance(1)
        told = f"{by} solves" if by else "the same answer in"
        click.echo(f"{game}: {told} {len(same)} of {len(listed)}")
        if drop:
            weak = [one for one in listed if (one in same) == bool(by)]
            _write(path, "wb", [one for one in everything if one not in weak])
        return
    if what == "explain":
        _explain(path, miner, load(path))
        return
    if what != "make":
        raise BadSetup(f"puzzles {what!r}: expected make, check or explain")
    there = len(load(path)) if path.exists() else 0
    with bar(count - there) as progress:
        for mined in miner.mine(seed, seats):
            if there >= count:
                break
            if mined:
                _write(path, "ab", [mined])
                there += 1
                progress.advance(1)
    click.echo(f"{game}: {there} puzzles in {path}", err=True)


def _is_found(puzzle: Any, miner: Any, solver: Any, how: tuple[int, str, bool]) -> bool:
    """Return True if a bot, or without one a search, finds the answer."""
    iterations, dice, alone = how
    if solver:
        return bool(puzzle.solved_by(solver, dice))
    asked = (puzzle.match(), puzzle.seat, iterations, dice)
    return bool(miner.answer(*asked, alone=alone).best.ref == puzzle.best)


def _explain(path: Path, miner: Any, everything: list[Any]) -> None:
    """Recompute the ratings and reasons of puzzles."""
    with bar(len(everything)) as progress:
        for number, puzzle in enumerate(everything):
            everything[number] = miner.explain(puzzle)
            progress.advance(1)
    _write(path, "wb", everything)


def _write(path: Path, mode: str, puzzles: Sequence[msgspec.Struct]) -> None:
    try:
        with path.open(mode) as file:
            file.write(msgspec.json.Encoder().encode_lines(puzzles))
    except OSError as error:
        raise ComptoirError(f"{path}: cannot be written: {error.strerror}") from None
