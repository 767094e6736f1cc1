"""Exports the games of bots to files as they are played; a stopped export can be resumed."""

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import msgspec

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.game import Game
from comptoir.engine.play.position import Options
from comptoir.engine.runs import checks
from comptoir.engine.runs.seating import Bots

from .files import FORMATS, DecisionsWriter, JsonLinesFile, PartsFolder, kept_seed
from .play import play, set_up


class Exported(msgspec.Struct, frozen=True):
    """The result of an export."""

    path: str
    games: int  # number of games in the file now
    decisions: int  # number of decisions that this call wrote
    seed: str


def export(
    game: str | Game,
    out: str | Path | BinaryIO,
    games: int = 1000,
    *,
    seats: int | None = None,
    bots: Bots = "house",
    seed: str | int | None = None,
    options: Options = None,
    format: str | None = None,  # noqa: A002 - the usual name
    legal: bool = False,
    observations: bool = False,
    sources: bool = False,
    threads: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Exported:
    """Let bots play, and write every decision to a file or to a folder of parts.

    The same call continues an existing export; a larger number of games extends it.

    Args:
        game: A game or its name.
        out: A file for JSON lines, a folder for Parquet or Arrow, or an open binary file.
        games: The total number of games.
        seats: The number of seats; four by default, if the game allows it.
        bots: As for `decisions`.
        seed: The random seed; by default that of the existing export, else a new one.
        options: The game's options by name.
        format: `jsonl`, `parquet` or `arrow`; by default chosen by the ending of `out`.
        legal: Include the legal actions of each decision.
        observations: Include what the seat observed, as numbers.
        sources: Include the sources of points; slower, as every game is replayed in Python.
        threads: The number of threads; one for each core by default.
        progress: Callback that gets the number of games just written.

    Raises:
        BadSetup: The export cannot be written; what was written stays readable.
        BadRecord: `out` is not an export, or holds other games; it is left untouched.
    """
    form = _form(out, format)
    checks.games(games)
    if seed is None and isinstance(out, str | Path):
        seed = kept_seed(Path(out))
    setup, seated = set_up(
        game, seats, bots, seed, options, legal=legal, observations=observations,
        sources=sources,
    )  # fmt: skip
    writer: DecisionsWriter = (
        JsonLinesFile(out, setup) if form == "jsonl" else PartsFolder(out, setup, form)
    )
    decisions = 0
    with writer:
        missing = games - writer.games
        if missing > 0:
            for some in play(setup, seated, writer.games, missing, threads):
                writer.write(some)
                decisions += len(some)
                progress(len(some.ends.game))
    return Exported(writer.name, writer.games, decisions, setup.seed)


def _form(out: str | Path | BinaryIO, form: str | None) -> str:
    """Return the format to write: the one named, or the one that the file's ending suggests."""
    if not isinstance(out, str | Path) and not hasattr(out, "write"):
        raise BadSetup(f"out {out!r}: expected a path or an open binary file")
    ending = Path(out).suffix.lstrip(".") if isinstance(out, str | Path) else "jsonl"
    chosen = form or ending
    if chosen not in FORMATS:
        what = f"format {form!r}" if form else f"{out}: format {ending!r}"
        raise BadSetup(f"{what}: expected one of {', '.join(FORMATS)}")
    if not isinstance(out, str | Path) and chosen != "jsonl":
        raise BadSetup(f"format {chosen!r} is a folder of parts: expected its path")
    return chosen
