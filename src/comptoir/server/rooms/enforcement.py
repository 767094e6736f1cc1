"""Applies moderators' actions to the tables that are open in this process.

Bans and removed words are read from the audit log, whoever wrote it: this process, another
one, or a terminal.
"""

from collections.abc import Awaitable, Callable, Mapping

from comptoir.server.storage.moderation import Moderation
from comptoir.server.storage.store import Store

from .room import Room

OVERLAP = 60_000  # milliseconds by which clocks of processes may differ

Reopen = Callable[[str], Awaitable[None]]


class Enforcement:
    """Follows the audit log, and disconnects the banned."""

    def __init__(self, store: Store, now: Callable[[], int]):
        self._moderation = Moderation(store)
        self._now = now
        self._done: set[str] = set()  # actions that have taken effect here
        self._started = now()

    async def look(self, rooms: Mapping[str, Room], reopen: Reopen) -> None:
        """Apply what moderators have done since the last check."""
        since = max(self._started, self._now()) - OVERLAP
        acts = await self._moderation.since(since)
        new = [act for act in acts if act[0] not in self._done]
        self._done = {act[0] for act in acts}
        for _, act, player, table in new:
            if act == "ban":
                _disconnect(rooms, player)
            elif act == "line":
                await reopen(table)
            elif act == "name":
                for name in [n for n, room in rooms.items() if _known(room, player)]:
                    await reopen(name)


def _disconnect(rooms: Mapping[str, Room], player: str) -> None:
    for room in rooms.values():
        for listener in room.broadcast.listeners:
            if listener.player == player:
                listener.let_go("elsewhere")  # they are told why when they reconnect


def _known(room: Room, player: str) -> bool:
    """Return True if a table's log has an event by a player."""
    return any(entry.logged.player == player for entry in room.table.log)
