"""Commands with which people and bots take seats and give them up."""

from typing import Protocol

import msgspec

from comptoir.server.domain import names
from comptoir.server.domain.emblems import usual
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.settings import TableSettings
from comptoir.server.domain.state.events import (
    AnyEvent,
    Changed,
    Left,
    Renamed,
    Returned,
    Sat,
    Seated,
    Started,
)
from comptoir.server.domain.state.seats import SeatState
from comptoir.server.domain.state.table import OnlineTable

from . import autopilot

Events = list[AnyEvent]


class Person(Protocol):
    """Somebody with an id, a name and an emblem, such as a row of the database."""

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def emblem(self) -> str: ...  # noqa: D102


class Sender(msgspec.Struct, frozen=True):
    """The player who gives a command: id, and the name to be shown."""

    id: str
    name: str
    at: int = 0  # when the command is given
    emblem: str = ""

    @classmethod
    def of(cls, player: Person, at: int = 0) -> "Sender":
        """Return the sender for a player's database row."""
        return cls(player.id, player.name, at, player.emblem or usual(player.name))


def sit(table: OnlineTable, sender: Sender, seat: int, until: int = 0) -> Events:
    """Take a free seat, or the seat of a bot that does not stand in for a player.

    A player who has had a seat in a running game may return only to that seat. At `until`,
    bots take the seats that are still free.
    """
    place = place_of(table, seat)
    own = table.seat_of(sender.id)
    if own == seat:
        return []
    if table.state == "over":
        raise RequestRefused("over")
    if own is not None:
        raise RequestRefused("seated", number=own + 1)
    if place.player:
        raise RequestRefused("seat_taken", number=seat + 1)
    if place.invited not in ("", sender.id):
        raise RequestRefused("invited", name=place.guest)
    if sender.id in table.removed:
        raise RequestRefused("removed")
    seen = table.seen.get(sender.id, seat)
    if seen != seat:
        raise RequestRefused("seen_other", number=seen + 1)
    if sender.id not in table.seen and _stakes(table):
        raise RequestRefused("counts")
    name = _distinct(table, sender.name, seat)
    sat = Sat(seat, name, until=until, emblem=sender.emblem)
    return [sat, *_started_by(table, seat)]


def _stakes(table: OnlineTable) -> bool:
    """True if a newcomer taking a seat would spoil a rated game of others."""
    others = len(table.seen) > 1 or (table.seen and table.settings.public)
    return bool(table.match and others and not table.unrated)


def invite(table: OnlineTable, sender: Sender, seat: int) -> Events:
    """Reserve a free seat of a new table for a player, who then sits down or declines."""
    assert place_of(table, seat).free
    return [Sat(seat, sender.name, invited=True)]


def keep_seat(table: OnlineTable, sender: Sender, seat: int, guest: Sender) -> Events:
    """Reserve a free seat for a player; only the host may, before the deal."""
    place = place_of(table, seat)
    if sender.id != table.host:
        raise RequestRefused("not_host")
    if table.match:
        raise RequestRefused("started")
    if not place.free or place.invited:
        raise RequestRefused("seat_taken", number=seat + 1)
    if table.seat_of(guest.id) is not None or guest.id in (
        other.invited for other in table.places
    ):
        return []
    return invite(table, guest, seat)


def give_up(table: OnlineTable, sender: Sender) -> Events:
    """Give up every seat and invitation that a player has at a table."""
    mine = (
        seat
        for seat, place in enumerate(table.places)
        if sender.id in (place.player, place.invited)
    )
    return [event for seat in mine for event in leave(table, sender, seat)]


def leave(table: OnlineTable, sender: Sender, seat: int) -> Events:
    """Give up a seat, or decline an invitation; in a running game, a bot takes over.

    Before the game starts, the host may free anybody's seat.
    """
    place = place_of(table, seat)
    if sender.id not in (place.player, place.invited):
        taken = place.player or place.invited
        if sender.id != table.host or table.match or not taken:
            raise RequestRefused("not_yours", number=seat + 1)
        return [Left(seat, by="host")]
    if table.state == "over":
        return []
    if table.match is None:
        return [Left(seat)]
    return [Left(seat), Seated(seat, place.bot or table.settings.substitute, "left")]


def change(table: OnlineTable, sender: Sender, settings: TableSettings) -> Events:
    """Change the settings before the deal, as the host; only free seats can be removed."""
    if sender.id != table.host:
        raise RequestRefused("not_host")
    if table.match:
        raise RequestRefused("started")
    if settings.game != table.game.name:
        raise RequestRefused("other_game")
    seats = table.game.check_seats(settings.seats)
    claimed = [place for place in table.places if not place.unclaimed]
    if len(claimed) > seats:
        raise RequestRefused("seats_claimed", count=len(claimed))
    if settings == table.settings:
        return []
    full = seats == len([place for place in claimed if not place.free])
    return [Changed(settings), *([Started()] if full else [])]


def seat_bot(table: OnlineTable, sender: Sender, seat: int, bot: str) -> Events:
    """Put a bot in one's own seat, or, as the host before the deal, in a free seat."""
    place = place_of(table, seat)
    if table.state == "over":
        raise RequestRefused("over")
    if table.seat_of(sender.id) != seat:
        if table.match:
            raise RequestRefused("not_yours", number=seat + 1)
        if sender.id != table.host:
            raise RequestRefused("not_host")
        if place.player:
            raise RequestRefused("seat_taken", number=seat + 1)
        if place.invited:
            raise RequestRefused("invited", name=place.guest)
    if place.bot == bot:
        return []
    return [*autopilot.seated(table, seat, bot), *_started_by(table, seat)]


def dismiss_bot(table: OnlineTable, sender: Sender, seat: int) -> Events:
    """Take one's own seat back from a bot, or, as the host before the deal, remove a bot."""
    bot = place_of(table, seat).bot
    if table.seat_of(sender.id) == seat:
        return [Returned(seat)] if bot else []
    if table.match:
        raise RequestRefused("started")
    if sender.id != table.host:
        raise RequestRefused("not_host")
    return [Seated(seat, "")] if bot else []


def rename(table: OnlineTable, sender: Sender, seat: int) -> Events:
    """Update a player's name and emblem at the table to their present ones."""
    place = place_of(table, seat)
    if place.player != sender.id:
        raise RequestRefused("not_yours", number=seat + 1)
    name = _distinct(table, sender.name, seat)
    same = (name, sender.emblem) == (place.name, place.emblem)
    return [] if same else [Renamed(seat, name, sender.emblem)]


def dress(table: OnlineTable, sender: Sender) -> Events:
    """Update a player's emblem at the table to the present one; the name stays."""
    seat = table.seat_of(sender.id)
    if seat is None or table.places[seat].emblem == sender.emblem:
        return []
    return [Renamed(seat, table.places[seat].name, sender.emblem)]


def adopt(table: OnlineTable, sender: Sender, guest: str) -> Events:
    """Give a guest's seat to the account that the guest has signed in to.

    If the account has another seat there, or knows its secrets, the guest's seat is given up:
    nobody has the guest's token any more.
    """
    seat = table.seat_of(guest)
    if seat is None:
        return []
    other = table.seat_of(sender.id)
    if other is not None or table.seen.get(sender.id, seat) != seat:
        return leave(table, Sender(guest, ""), seat)
    return [Renamed(seat, _distinct(table, sender.name, seat), sender.emblem)]


def _started_by(table: OnlineTable, seat: int) -> Events:
    """Return the start of the game if this player or bot takes the last free seat."""
    others = (place for number, place in enumerate(table.places) if number != seat)
    waiting = table.match is not None or any(place.free for place in others)
    return [] if waiting else [Started()]


def _distinct(table: OnlineTable, name: str, seat: int) -> str:
    others = [place.name for n, place in enumerate(table.places) if n != seat]
    return names.distinct(name, others)


def place_of(table: OnlineTable, seat: int) -> SeatState:
    """Return a seat of the table; refuse a number that it does not have."""
    if not 0 <= seat < table.seats:
        raise RequestRefused("no_seat", seats=table.seats)
    return table.places[seat]
