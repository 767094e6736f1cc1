"""What a table does by itself: proxies raise, clocks run out, bots play for the absent."""

from collections.abc import Callable, Iterator
from typing import Literal

from comptoir import bots
from comptoir.bots import Seat, simple
from comptoir.engine.play.match import Match
from comptoir.server.domain.state.events import (
    Answered,
    AnyEvent,
    Asked,
    Moved,
    Proxied,
    Sat,
    Seated,
    Started,
    TimedOut,
)
from comptoir.server.domain.state.table import OnlineTable

Choose = Callable[[Match, int], str]  # an action for a seat, as in records
HURRIED = 40  # house moves that end a negotiation whose time is up


def bot_seats(table: OnlineTable) -> list[int]:
    """Return the seats whose bots may act now."""
    return [seat for seat in table.actors if table.places[seat].bot]


def due(table: OnlineTable) -> int | None:
    """Return when the table next does something by itself; bots move at once."""
    return table.at if bot_seats(table) else timer(table)


def timer(table: OnlineTable) -> int | None:
    """Return when a proxy, a clock, an absence or free seats next make something happen."""
    if proxy_seat(table) is not None:
        return table.at
    times = [deadline(table), fill_up(table)]
    times += [takeover(table, seat) for seat in table.actors]
    return min((time for time in times if time is not None), default=None)


def deadline(table: OnlineTable) -> int | None:
    """Return when a clock runs out; no question stops it but whether its time is up."""
    clocks, ask = table.clocks, table.ask
    if clocks is None or not table.actors:
        return None
    voting = ask is not None and ask.what == "replace" and ask.to == clocks.running
    return None if voting else clocks.deadline()


def takeover(table: OnlineTable, seat: int) -> int | None:
    """Return when a bot will play for somebody who is away and is asked, or all are asked.

    Only where others wait: not for the last person among bots, nor in a game over days.
    Where they vote they do so once at a time, and at the end of a clock if there is one.
    """
    place, settings = table.places[seat], table.settings
    if settings.absence is None or not place.person or not place.away:
        return None
    if len(table.people) == 1 or (settings.clock and settings.clock.over_days):
        return None
    voting = table.ask is not None and table.ask.what == "replace"
    if settings.timeout == "vote" and (voting or table.clocks):
        return None
    return place.since + int(settings.absence * 1000)


def fill_up(table: OnlineTable) -> int | None:
    """Return when bots take the free seats: nobody waits longer than they chose.

    A player who has left again does not count, and seats kept for somebody stay free.
    """
    if table.match or not _open_seats(table):
        return None
    sat = [
        (entry.logged.player, entry.logged.event)
        for entry in table.log
        if isinstance(entry.logged.event, Sat)
    ]
    times = [
        event.until
        for player, event in sat
        if event.until and table.places[event.seat].player == player
    ]
    return min(times, default=None)


def _open_seats(table: OnlineTable) -> list[int]:
    places = enumerate(table.places)
    return [seat for seat, place in places if place.free and not place.invited]


def proxy_seat(table: OnlineTable) -> int | None:
    """Return a seat that is asked and has told the table how far to raise."""
    for seat in table.actors:
        if seat in table.proxies and table.places[seat].person:
            return seat
    return None


def act(table: OnlineTable, at: int, choose: Choose) -> Iterator[AnyEvent]:
    """Yield all that is due, except bots' moves; each event is applied before the next.

    `choose` moves for a player who is out of time, where the host decided so.
    """
    while (seat := proxy_seat(table)) is not None:
        yield from _raise_or_pass(table, seat)
    yield from _filled(table, at)
    for seat in table.actors:
        time = takeover(table, seat)
        if time is not None and time <= at:
            yield from _replaced(table, seat, "away")
    end, clocks = deadline(table), table.clocks
    if clocks and end is not None and end <= at:
        if clocks.running is None:
            yield TimedOut(None)
            yield from _hurry(table)
        else:
            yield from _out_of_time(table, clocks.running, choose)


def _filled(table: OnlineTable, at: int) -> Iterator[AnyEvent]:
    """Let bots take the free seats, and the game begin, once it is time."""
    time = fill_up(table)
    if time is None or time > at:
        return
    for seat in _open_seats(table):
        yield Seated(seat, table.settings.substitute)
    if not any(place.free for place in table.places):
        yield Started()


def seated(
    table: OnlineTable,
    seat: int,
    bot: str,
    why: Literal["asked", "away", "time"] = "asked",
) -> Iterator[AnyEvent]:
    """Let a bot play; for a person without whose word the others take nothing back."""
    ask, person = table.ask, table.places[seat].person
    if ask and ask.what == "undo" and person and seat not in ask.yes:
        yield Answered(seat, yes=False)
    yield Seated(seat, bot, why)


def house(match: Match, seat: int) -> str:
    """Return what the game's own rules of thumb would have a seat do."""
    return chosen_by(simple.house, match, seat)


def chosen_by(bot: bots.Bot, match: Match, seat: int) -> str:
    """Return a bot's action, the same one whenever it is asked at the same moment."""
    dice = bots.new_dice(f"{match.commitment} {len(match.moves)} {seat}")
    return str(bot(Seat.at(match, seat, dice)))


def _raise_or_pass(table: OnlineTable, seat: int) -> Iterator[AnyEvent]:
    """Make the smallest raise within the limit; beyond it, pass and forget the limit."""
    assert table.game.proxy
    verb, otherwise = table.game.proxy
    legal = table.legal(seat)
    raises = [a for a in legal if a.verb == verb and isinstance(a.what, int)]
    lowest = min(raises, key=lambda a: int(a.what or 0), default=None)
    if lowest and int(lowest.what or 0) <= table.proxies[seat]:
        yield Moved(seat, str(lowest), "proxy")
        return
    passes = [a for a in legal if a.verb == otherwise]
    yield Proxied(seat, None)
    if passes:
        yield Moved(seat, str(passes[0]), "proxy")


def _out_of_time(table: OnlineTable, seat: int, choose: Choose) -> Iterator[AnyEvent]:
    """Do what the host decided when a player's time is up."""
    yield TimedOut(seat)
    if table.settings.timeout == "skip":
        assert table.match
        yield Moved(seat, choose(table.match, seat), "clock")
    else:
        yield from _replaced(table, seat, "time")


def _replaced(
    table: OnlineTable, seat: int, why: Literal["away", "time"]
) -> Iterator[AnyEvent]:
    """Let a bot play for a person, or ask the others whether one shall."""
    if table.settings.timeout == "vote":
        yield Asked(seat, "replace", seat)
    else:
        yield from seated(table, seat, table.settings.substitute, why)


def _hurry(table: OnlineTable) -> Iterator[AnyEvent]:
    """End a negotiation: the house moves for all who are asked, until one alone is."""
    assert table.match
    for _ in range(HURRIED):
        for seat in table.actors:
            if len(table.actors) < 2:  # noqa: PLR2004
                return
            if seat in table.actors:
                yield Moved(seat, house(table.match, seat), "clock")
