"""Presence: records which players are away, from the sockets they have open.

A player counts as away a few seconds after their last socket has closed, and as back when
they open another. They then get their seat back from the bot, unless they chose the bot.
"""

import time

from comptoir.server.domain.state.events import AnyEvent, Away, Back, Returned
from comptoir.server.domain.state.table import OnlineTable

from .broadcast import Broadcast
from .live_table import LiveTable

MOMENT = 5.0  # seconds without a connection before somebody is away
ROLL_CALL = 20.0  # seconds that people have to come back after a restart


class Presence:
    """Records whose players are away.

    Each process reports players whose sockets it has lost. The process that owns the table also
    reports, once, the players it has not seen since it opened the table. If they are connected
    to another process, that process reports them as back.
    """

    def __init__(self, live: LiveTable, broadcast: Broadcast):
        self._live = live
        self._broadcast = broadcast
        self._opened = time.monotonic()
        self._called = False  # True once players who never connected were reported
        self._gone: dict[str, float] = {}  # players whose last socket has closed

    def left(self, player: str) -> None:
        """Record that a socket has closed; the player is away if no other opens in time."""
        self._gone[player] = time.monotonic()

    async def look(self, *, owner: bool) -> None:
        """Record as away those disconnected for long enough, once the game has started."""
        now, table = time.monotonic(), self._live.table
        if table.match is None or (self._called and not self._gone):
            return
        missing = {
            seat for seat in range(table.seats) if self._is_missing(seat, now, owner)
        }
        self._gone = {who: at for who, at in self._gone.items() if now - at <= MOMENT}
        self._called = self._called or now - self._opened > ROLL_CALL
        if missing and table.state != "over":
            await self._live.run(lambda table: self._away(table, missing))

    async def welcome_back(self) -> None:
        """Record that absent players have reconnected here."""
        if self._back(self._live.table):
            await self._live.run(self._back)

    def _is_missing(self, seat: int, now: float, owner: bool) -> bool:
        place = self._live.table.places[seat]
        if not place.player or place.away or self._broadcast.connected(place.player):
            return False
        gone = self._gone.get(place.player)
        if gone is not None:
            return now - gone > MOMENT
        return owner and not self._called and now - self._opened > ROLL_CALL

    def _away(self, table: OnlineTable, missing: set[int]) -> list[AnyEvent]:
        return [
            Away(seat)
            for seat in sorted(missing)
            if not table.places[seat].away
            and not self._broadcast.connected(table.places[seat].player)
        ]

    def _back(self, table: OnlineTable) -> list[AnyEvent]:
        back: list[AnyEvent] = []
        for seat, place in enumerate(table.places):
            if place.player and place.away and self._broadcast.connected(place.player):
                back.append(Back(seat))
                if place.bot and place.why != "asked" and table.state != "over":
                    back.append(Returned(seat))
        return back
