"""Erases names and chat from logs by rewriting the events that contain them."""

import msgspec

from comptoir.server.domain.state import events
from comptoir.server.domain.state.events import AnyEvent, LoggedEvent

from .database import Statement

NAMELESS = "–"  # the name left in logs after an account is deleted
TALK = events.Said | events.Phrased
NAMED = events.Sat | events.Renamed | events.Said
BLANK = "UPDATE entries SET body = $3 WHERE table_id = $1 AND number = $2"


def nameless(event: AnyEvent) -> AnyEvent:
    """Return an event without the name and text that would identify a player."""
    match event:
        case events.Sat() | events.Renamed():
            return msgspec.structs.replace(event, name=NAMELESS, emblem="")
        case events.Said():
            return msgspec.structs.replace(
                event, name=NAMELESS, text=NAMELESS, emblem=""
            )
    return event


def rewritten(table: str, logged: LoggedEvent, event: AnyEvent) -> Statement:
    """Return the statement that replaces a logged event by another one."""
    body = msgspec.json.encode(event).decode()
    return BLANK, (table, logged.number, body)


def silenced(table: str, logged: LoggedEvent) -> Statement:
    """Return the statement that removes the text of a chat line but keeps its name."""
    assert isinstance(logged.event, events.Said)
    event = msgspec.structs.replace(logged.event, text=NAMELESS)
    return rewritten(table, logged, event)


def renamed(table: str, logged: LoggedEvent, name: str) -> Statement:
    """Return the statement that replaces the name in a logged event."""
    assert isinstance(logged.event, NAMED)
    event = msgspec.structs.replace(logged.event, name=name)
    return rewritten(table, logged, event)
