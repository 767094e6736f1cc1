"""A table's automatic actions: proxies raise, clocks run out, bots replace absent players."""

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

Choose = Callable[[Match, int], str]  # returns a seat's action, written as in records
HURRIED = 40  # limit on house-bot moves that end a negotiation whose time is up


def bot_seats(table: OnlineTable) -> list[int]:
    """Return the seats in which a bot may act now."""
    return [seat for seat in table.actors if table.places[seat].bot]


def hearing(table: OnlineTable) -> list[int]:
    """Return the seats of bots that may act; in a negotiation, also out of turn."""
    if not table.game.bargain or not table.actors:
        return bot_seats(table)
    return [n for n, place in enumerate(table.places) if place.bot and table.legal(n)]


def due(table: OnlineTable) -> int | None:
    """Return when the table next acts by itself; bots move at once."""
    return table.at if bot_seats(table) else timer(table)


def timer(table: OnlineTable) -> int | None:
    """Return when a proxy, a clock, an absence or free seats next cause an automatic action."""
    if proxy_seat(table) is not None:
        return table.at
    times = [deadline(table), fill_up(table)]
    times += [takeover(table, seat) for seat in table.actors]
    return min((time for time in times if time is not None), default=None)


def deadline(table: OnlineTable) -> int | None:
    """Return when a clock runs out; None during a vote on the player whose time is up."""
    clocks, ask = table.clocks, table.ask
    if clocks is None or not table.actors:
        return None
    voting = ask is not None and ask.what == "replace" and ask.to == clocks.running
    return None if voting else clocks.deadline()


def takeover(table: OnlineTable, seat: int) -> int | None:
    """Return when a bot will replace an absent player for whom the table waits.

    None if no other people wait, and in games that last days. If the table votes on timeouts,
    also None while a vote is open, and with clocks, which then decide instead.
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
    """Return when bots take the free seats: the earliest time a seated player has chosen.

    Players who have left again do not count, and seats reserved by invitation stay free.
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
    """Return a seat that the table waits for and that has set a proxy limit."""
    for seat in table.actors:
        if seat in table.proxies and table.places[seat].person:
            return seat
    return None


def act(table: OnlineTable, at: int, choose: Choose) -> Iterator[AnyEvent]:
    """Yield all automatic actions that are due, except bots' moves.

    Each event is applied before the next is computed. `choose` picks the move of a player
    whose time is up, if the host chose "skip".
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
    """Fill the free seats with bots and start the game once it is time."""
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
    """Put a bot in a seat; an open undo that the replaced player did not accept is refused."""
    ask, person = table.ask, table.places[seat].person
    if ask and ask.what == "undo" and person and seat not in ask.yes:
        yield Answered(seat, yes=False)
    yield Seated(seat, bot, why)


def house(match: Match, seat: int) -> str:
    """Return the action that the house bot would take in a seat."""
    return chosen_by(simple.house, match, seat)


def chosen_by(bot: bots.Bot, match: Match, seat: int) -> str:
    """Return a bot's action, always the same one for the same moment."""
    dice = bots.new_dice(f"{match.commitment} {len(match.moves)} {seat}")
    return str(bot(Seat.at(match, seat, dice)))


def _raise_or_pass(table: OnlineTable, seat: int) -> Iterator[AnyEvent]:
    """Make the smallest raise within the proxy limit; beyond it, drop the limit and pass."""
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
    """Apply the host's choice for a player whose time is up."""
    yield TimedOut(seat)
    if table.settings.timeout == "skip":
        assert table.match
        yield Moved(seat, choose(table.match, seat), "clock")
    else:
        yield from _replaced(table, seat, "time")


def _replaced(
    table: OnlineTable, seat: int, why: Literal["away", "time"]
) -> Iterator[AnyEvent]:
    """Replace a person by a bot, or ask the others to vote on it."""
    if table.settings.timeout == "vote":
        yield Asked(seat, "replace", seat)
    else:
        yield from seated(table, seat, table.settings.substitute, why)


def _hurry(table: OnlineTable) -> Iterator[AnyEvent]:
    """End a negotiation: the house bot moves for all who may act, until only one seat may."""
    assert table.match
    for _ in range(HURRIED):
        for seat in table.actors:
            if len(table.actors) < 2:  # noqa: PLR2004
                return
            if seat in table.actors:
                yield Moved(seat, house(table.match, seat), "clock")
