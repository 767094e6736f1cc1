"""`comptoir replay`: show a saved game move by move, as text or JSON."""

from typing import Any

import click
import msgspec

from comptoir.cli.common import flags
from comptoir.cli.terminal import saves
from comptoir.cli.terminal.seating import read_players
from comptoir.engine.errors import BadSetup, UnknownSeat
from comptoir.engine.model.events import Event
from comptoir.engine.play.match import Match, PlayedMove
from comptoir.engine.play.match import replay as play_again
from comptoir.engine.play.record import Record


@click.command()
@click.argument("record", metavar="FILE|TOKEN")
@flags.language("Language of the game.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, one object per line."
)
@flags.number("--seat", help="Show only what this seat sees; counted from 1.")
@flags.number("--move", help="Start at this move; 0 is the deal.")
def replay(
    record: str, lang: str, as_json: bool, seat: int | None, move: int | None
) -> None:
    """Step through a saved game, or print it as JSON."""
    found = saves.find_record(record)
    whole = play_again(found)
    viewer = _viewer(whole, seat)
    if move is not None and move not in range(len(whole.moves) + 1):
        raise BadSetup(f"no move {move}: expected 0 to {len(whole.moves)}")
    if as_json:
        _print_json(found, whole, viewer, move)
        return
    from comptoir.cli.common.terminal import Terminal
    from comptoir.cli.terminal.stepping import Stepping

    names, _ = read_players(whole.seats, whole.players)
    words = whole.position.words(lang, flags.WORDS, names=names)
    stepping = Stepping(found, whole, viewer, words, Terminal())
    if stepping.terminal.interactive:
        stepping.step(move or 0)
    elif move is not None:
        stepping.show(move)
    else:
        stepping.tell_all()


def _viewer(match: Match, seat: int | None) -> int | None:
    if seat is None:
        return None
    if seat not in range(1, match.seats + 1):
        raise UnknownSeat(
            f"no seat {seat} at a table of {match.seats}: expected 1 to {match.seats}"
        )
    return seat - 1


def _print_json(
    record: Record, whole: Match, viewer: int | None, only: int | None
) -> None:
    """Print the deal, every move and the end of the game as one JSON line each
    (docs/records.md).
    """
    match = play_again(record, until=0)
    if only in (None, 0):
        _print_line(_head(record, viewer) | _events(match.opening, match, viewer))
    for number, move in enumerate(whole.moves, 1):
        match.play(move.seat, move.action)
        if only in (None, number):
            _print_line(_moved(number, move) | _events(move.events, match, viewer))
    if only is None:
        _print_line(_end(match))


def _print_line(line: dict[str, Any]) -> None:
    click.echo(msgspec.json.encode(line).decode())


def _head(record: Record, viewer: int | None) -> dict[str, Any]:
    """Return the description of the table, without the secret seed if it is shown to a seat."""
    head: dict[str, Any] = {
        "move": 0,
        "game": record.game,
        "rules": record.rules,
        "seats": record.seats,
        "options": record.options,
        "players": record.players,
        "commitment": record.commitment,
    }
    return head | ({"seed": record.seed} if viewer is None else {"viewer": viewer})


def _moved(number: int, move: PlayedMove) -> dict[str, Any]:
    return {
        "move": number,
        "seat": move.seat,
        "action": str(move.action),
        "number": move.action.number,
    }


def _events(events: list[Event], match: Match, viewer: int | None) -> dict[str, Any]:
    """Return events and the view of the table after them, in full or as a seat sees them."""
    if viewer is None:
        return {"events": _named(events), "table": match.referee_view()}
    seen = [event.seen_by(viewer) for event in events]
    return {"events": _named(seen), "table": match.view(viewer)}


def _named(events: list[Event]) -> list[dict[str, Any]]:
    return [{"name": e.name, "seat": e.seat, "args": e.args} for e in events]


def _end(match: Match) -> dict[str, Any]:
    return {
        "over": match.over,
        "moves": len(match.moves),
        "scores": match.scores,
        "ranks": match.ranks,
        "winners": match.winners,
        "ending": match.ending,
    }
