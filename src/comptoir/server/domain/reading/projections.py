"""Projections of a table: the data sent to each reader, filtered by the view of their seat."""

from collections.abc import Collection, Sequence
from typing import Any

from comptoir.engine.play.match import Match
from comptoir.engine.play.ties import ties
from comptoir.engine.text.words import Labels
from comptoir.server.domain.acting import autopilot
from comptoir.server.domain.emblems import usual
from comptoir.server.domain.protocol import wire
from comptoir.server.domain.state.events import (
    LogEntry,
    Moved,
    Phrased,
    Said,
    Started,
    Undone,
)
from comptoir.server.domain.state.table import OnlineTable

MOST = 20  # moves listed when somebody asks to undo them
TALK = (Said, Phrased)
PLAY = (Started, wire.ShownMove, Undone)  # the events that a fading log hides


def lines(
    table: OnlineTable,
    seat: int | None,
    since: int,
    muted: Collection[str] = (),
) -> list[wire.Line]:
    """Return the events after a number, as a seat or a spectator may see them.

    Chat of players whom the reader has muted is left out.
    """
    return [
        _line(table, entry, seat)
        for entry in table.log[since:]
        if entry.logged.player not in muted or not isinstance(entry.logged.event, TALK)
    ]


def talkers(table: OnlineTable, since: int) -> set[str]:
    """Return the players who have chatted after the event with this number."""
    new = (entry.logged for entry in table.log[since:])
    return {logged.player for logged in new if isinstance(logged.event, TALK)}


def remembered(
    table: OnlineTable,
    seat: int | None,
    since: int = 0,
    muted: Collection[str] = (),
) -> list[wire.Line]:
    """Return the events after a number, without those that a fading log hides."""
    found = lines(table, seat, since, muted)
    if table.settings.memory != "fading" or table.state == "over":
        return found
    moves = [entry for entry in table.log if entry.mover is not None]
    first = first_kept([entry.mover for entry in moves], seat, table.seats)
    start = 0 if first is None else moves[first].number
    return [t for t in found if t.number >= start or not isinstance(t.what, PLAY)]


def first_kept(
    movers: Sequence[int | None], seat: int | None, seats: int
) -> int | None:
    """Return the first move that a fading log still shows; None if it shows all.

    For a player it is their own last move; for a spectator, the move of one round ago.
    """
    if seat is None:
        return len(movers) - seats if len(movers) >= seats else None
    own = [number for number, mover in enumerate(movers) if mover == seat]
    return own[-1] if own else None


def _line(table: OnlineTable, entry: LogEntry, seat: int | None) -> wire.Line:
    """Return an event as a seat may see it, without the actions of other seats.

    An action may name what its seat hides, such as `hide tea`.
    """
    what: Any = entry.logged.event
    if isinstance(what, Moved):
        open_to_reader = what.seat == seat or table.state == "over"
        action = entry.action if open_to_reader else None
        what = wire.ShownMove(what.seat, action, what.by)
    seen = [event.seen_by(seat) for event in entry.caused]
    return wire.Line(entry.number, entry.logged.at, what, entry.moves, seen)


def state(table: OnlineTable, seat: int | None) -> wire.State:
    """Return the table as a seat or a spectator may see it."""
    return states(table, [seat])[seat]


def states(
    table: OnlineTable, seats: Collection[int | None]
) -> dict[int | None, wire.State]:
    """Return the table as each of these seats may see it; the common part is computed once."""
    match = table.match
    same: dict[str, Any] = {
        "state": table.state,
        "seats": [_seat(table, number) for number in range(table.seats)],
        "host_seat": table.seat_of(table.host),
        "moves": len(match.moves) if match else 0,
        "actors": table.actors,
        "pace": table.settings.pace,
        "clock": _clock(table),
        "result": _result(table),
        "again": table.again,
        "unrated": table.unrated,
        "fill": autopilot.fill_up(table),
    }
    views = match.views(seats) if match else dict.fromkeys(seats)
    return {
        seat: wire.State(
            **same,
            seat=seat,
            ask=_ask(table, seat),
            own=wire.Own()
            if match is None or seat is None
            else _own(table, match, seat),
            view=views[seat],
        )
        for seat in seats
    }


def _own(table: OnlineTable, match: Match, seat: int) -> wire.Own:
    """Return the part of the state that only one seat is sent."""
    can_undo = table.state == "playing" and table.places[seat].person
    undo, proxy = can_undo and match.can_undo(seat), table.proxies.get(seat)
    legal = [] if table.paused else table.legal(seat)
    if not legal:
        return wire.Own(can_undo=undo, proxy=proxy)
    asked = table.asked[seat]  # None: the seat may act, but nobody waits for it
    return wire.Own(
        asked=table.public if asked is None else asked,
        prompt=wire.Prompt(*match.prompt(seat, legal)),
        legal=[action.ref for action in legal],
        can_undo=undo,
        proxy=proxy,
    )


def _seat(table: OnlineTable, number: int) -> wire.SeatInfo:
    place = table.places[number]
    bank = table.clocks.bank[number] if table.clocks else None
    takeover = autopilot.takeover(table, number) if number in table.actors else None
    invited = place.guest if place.invited else ""
    emblem = place.emblem or usual(place.name) if place.name else ""
    hints = len(table.tally.hints[number])
    told = (place.name, place.bot, place.away, bank, takeover, invited, emblem, hints)
    return wire.SeatInfo(*told)


def _ask(table: OnlineTable, seat: int | None) -> wire.AskInfo | None:
    ask: Any = table.ask
    if ask is None:
        return None
    moves = table.match.moves[ask.to :] if table.match and ask.what == "undo" else []
    undone = [
        wire.MoveInfo(
            move.seat,
            []
            if table.settings.memory == "fading"
            else [event.seen_by(seat) for event in move.events],
        )
        for move in moves[-MOST:]
    ]
    return wire.AskInfo(ask.number, ask.seat, ask.what, ask.to, sorted(ask.yes), undone)


def _clock(table: OnlineTable) -> wire.ClockInfo | None:
    clocks = table.clocks
    end = clocks.deadline() if clocks else None
    if clocks is None or end is None:
        return None
    return wire.ClockInfo(clocks.running, clocks.since, end)


def labels(table: OnlineTable) -> Labels:
    """Return the labels printed on the components in the table's box."""
    settings = table.settings
    box = table.game.plain_box(table.seats, settings.options, table.rules)
    return table.game.labels(box)


def info(table: OnlineTable, player: str, created: int) -> wire.TableInfo:
    """Return the facts of a table that never change."""
    return wire.TableInfo(
        id=table.id,
        settings=table.settings,
        rules=table.rules,
        seats=table.seats,
        commitment=table.commitment,
        host=player == table.host,
        created=created,
        labels=labels(table),
    )


def _result(table: OnlineTable) -> wire.Result | None:
    match = table.match
    if match is None or not match.over:
        return None
    about = (match.scores, match.ranks, match.ending, match.seed)
    return wire.Result(*about, ties(match))
