"""The players who are here: connected to this process, or to another within two minutes."""

import time
from collections.abc import Callable, Mapping

from comptoir.server.storage.people import note_present
from comptoir.server.storage.store import Store

from .lobby import Lobby
from .room import Room

NOTED = 60.0  # seconds between two records of who is here


class Attendance:
    """Knows which players are here; each process records the players connected to it."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        rooms: Mapping[str, Room],
        lobby: Lobby,
    ):
        self._store, self._now, self._rooms, self._lobby = store, now, rooms, lobby
        self._noted = 0.0

    def is_here(self, player: str, seen: int) -> bool:
        """Return True if a player is here; `seen` is when a process last recorded them."""
        return player in self._present() or seen > self._now() - 2000 * NOTED

    async def look(self) -> None:
        """Record once a minute who is here, for friends connected to other processes."""
        if time.monotonic() - self._noted > NOTED:
            self._noted = time.monotonic()
            await note_present(self._store, sorted(self._present() - {""}), self._now())

    def _present(self) -> set[str]:
        """Return the players who are connected to this process."""
        rooms = self._rooms.values()
        there = {one.player for room in rooms for one in room.broadcast.listeners}
        return there | {watcher.player for watcher in self._lobby.watchers}
