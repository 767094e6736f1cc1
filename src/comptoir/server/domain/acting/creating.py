"""Fills a new table: its first players and bots, and the moves of a game it continues."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from comptoir.engine.model import registry
from comptoir.engine.play.match import Match
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.settings import TableSettings, check_game
from comptoir.server.domain.state.events import AnyEvent, Branched, Moved
from comptoir.server.domain.state.table import OnlineTable

from . import seating
from .seating import Person, Sender


class Invited(NamedTuple):
    """A player for whom a seat is reserved."""

    id: str
    name: str


Seating = Mapping[int, Person | Invited | str]  # a text is a bot's name


def fill(
    table: OnlineTable,
    host: Person,
    seats: Seating,
    at: int,
) -> None:
    """Seat people and bots at a new table."""
    fill = table.settings.fill
    until = at + int(fill * 1000) if fill else 0
    for seat, who in sorted(seats.items(), key=lambda one: one[0]):
        if isinstance(who, str):
            by = Sender.of(host)
            table.add(seating.seat_bot(table, by, seat, who), at, by.id)
        elif isinstance(who, Invited):
            by = Sender(who.id, who.name)
            table.add(seating.invite(table, by, seat), at, by.id)
        else:
            by = Sender.of(who)
            table.add(seating.sit(table, by, seat, until), at, by.id)


def rematch_seats(
    before: OnlineTable, host: Person, settings: TableSettings
) -> Seating:
    """Return the seating of a rematch: the same players and bots, up to its number of seats."""
    if before.state != "over":
        raise RequestRefused("not_over")
    own = before.seat_of(host.id)
    if own is None:
        raise RequestRefused("not_seated")
    most = registry.load(check_game(settings.game)).check_seats(settings.seats)
    places = before.places[:most]
    seats: dict[int, Person | Invited | str] = {
        seat: Invited(place.player, place.name) if place.player else place.bot
        for seat, place in enumerate(places)
    }
    return {**seats, min(own, most - 1): host}


def replayed(before: Match | None) -> Iterator[AnyEvent]:
    """Yield the moves of the match that a table continues; nothing for a new game."""
    if before is None:
        return
    for move in before.moves:
        yield Moved(move.seat, str(move.action))
    yield Branched(len(before.moves))


def gone_on(table: OnlineTable, match: Match) -> list[AnyEvent]:
    """Return the moves that a table lacks compared with a match of the same game.

    A table that is ahead lacks none. A match that differs is refused.
    """
    here = (
        [(move.seat, move.action) for move in table.match.moves] if table.match else []
    )
    there = [(move.seat, move.action) for move in match.moves]
    shared = min(len(here), len(there))
    if table.match is None or here[:shared] != there[:shared]:
        raise RequestRefused("game_differs")
    return [Moved(seat, str(action)) for seat, action in there[shared:]]
