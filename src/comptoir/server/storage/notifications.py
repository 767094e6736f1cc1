"""Notifications by which processes learn of each other's commits."""

import msgspec

from comptoir.server.domain.state.events import LoggedEvent, read_row
from comptoir.server.domain.state.table import OnlineTable

LONGEST_NOTIFICATION = 7900  # bytes of events; PostgreSQL allows less than 8,000 in all


def notification_of(table: OnlineTable) -> str:
    """Return a commit's notification: table, number, and the events if not too long."""
    rows = msgspec.json.encode([logged.row() for logged in table.uncommitted])
    events = rows.decode() if len(rows) < LONGEST_NOTIFICATION else ""
    return f"{table.id} {table.number} {events}"


def read_notification(rows: str) -> list[LoggedEvent]:
    """Return the events in a notification."""
    return [read_row(row) for row in msgspec.json.decode(rows)] if rows else []
