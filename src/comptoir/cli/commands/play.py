"""`comptoir play`: a game against bots in the terminal."""

import sys
from contextlib import closing, suppress
from typing import TYPE_CHECKING

import click

from comptoir.cli.common import flags, hangups
from comptoir.cli.common.options import read_components, read_options
from comptoir.cli.terminal import saves
from comptoir.cli.terminal.seating import USUAL_BOT, Seating, new_seating, seating_again
from comptoir.engine.errors import BadSetup
from comptoir.engine.model.registry import load, names
from comptoir.engine.play.match import Match, replay

if TYPE_CHECKING:
    from comptoir.engine.text.words import Words

ENDED = 2  # exit status after the terminal was closed


@click.command()
@click.argument("game", required=False)
@flags.number("--seats", help="Number of players. Default: four.")
@flags.language("Language of the game.")
@click.option("--seed", help="Random seed. Default: a secret one.")
@click.option(
    "--bots",
    metavar="NAMES",
    help="Bots for the other seats, such as casual,expert (see `comptoir bots`).",
)
@flags.number("--seat", help="Your seat, counted from 1.")
@click.option("--name", help="Your name at the table.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a table option.",
)
@flags.components()
@click.option("--resume", metavar="FILE", help="Resume a saved game.")
def play(
    game: str | None,
    seats: int | None,
    lang: str,
    seed: str | None,
    bots: str | None,
    seat: int | None,
    name: str | None,
    options: tuple[str, ...],
    components: str | None,
    resume: str | None,
) -> int:
    """Play a game in the terminal against bots."""
    if resume is not None:
        if seats is not None or seed is not None or options or components:
            raise BadSetup("--resume takes seats, seed and options from the record")
        record = saves.find_record(resume)
        if game not in (None, record.game):
            raise BadSetup(f"{resume}: a record of {record.game}, not of {game}")
        match = replay(record)
        seating = seating_again(match.seats, record.players, seat, name, bots)
    else:
        chosen = load(game or names()[0])
        count = chosen.check_seats(seats)
        seating = new_seating(count, seat, name, bots or USUAL_BOT)
        table = {
            **chosen.online,  # the options usual for games with people
            **read_options(options),
            **read_components(chosen, components),
        }
        match = Match(chosen, count, seed, table)
    match.players = seating.players()
    return _sit(match, seating, lang)


def _sit(match: Match, seating: Seating, lang: str) -> int:
    """Run the game at this terminal, and save it however it ends."""
    from comptoir.cli.common.terminal import Terminal
    from comptoir.cli.terminal.sitting import Sitting

    words = match.position.words(lang, flags.WORDS, names=seating.names)
    left = False
    try:
        with (
            hangups.heard(),
            closing(Sitting(match, seating, words, Terminal())) as sitting,
        ):
            sitting.greet()
            sitting.play()
            left = True
    except (EOFError, OSError, hangups.Hangup):
        pass  # the terminal or the output pipe was closed
    except Exception:
        with suppress(OSError):  # save the game even after a bug
            saves.keep(match)
        raise
    return 0 if left else _keep(match, words)


def _keep(match: Match, words: "Words") -> int:
    """Save the game after the terminal was closed, and print the file's path."""
    try:
        command = saves.resume_command(saves.keep(match))
        said = words.say("terminal.ended", command=command)
    except OSError as error:
        said = words.say("terminal.ended_lost", reason=saves.reason(error, words))
    _say_if_anyone_reads("", err=False)  # end the line of the prompt
    if match.over:
        return 0
    _say_if_anyone_reads(f"comptoir: {said}", err=True)
    return ENDED


def _say_if_anyone_reads(said: str, *, err: bool) -> None:
    try:
        click.echo(said, err=err)
    except OSError:  # keep Python from flushing to the closed pipe at exit
        setattr(sys, "stderr" if err else "stdout", None)
