"""A table that is open in this process: its state, its listeners and its automatic actions."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

from comptoir.server.domain.acting import autopilot
from comptoir.server.domain.state.table import OnlineTable

from .bot_turns import BotTurns
from .broadcast import Broadcast, Listener
from .live_table import LiveTable
from .presence import Presence
from .services import Services
from .timer import Timer

SOON = 60_000  # milliseconds; a room with an action due within them stays open


class Room:
    """One open table, assembled from parts that each have their own module.

    `owner` is True if this process makes the table's bots move and its clocks run out.
    """

    def __init__(self, services: Services, table: OnlineTable, created: int):
        self.created = created
        self.owner = False
        self.used = time.monotonic()
        self.broadcast = Broadcast(services.warm_up)
        self._announced: set[tuple[str, int]] = set()  # (player, question number)
        self._services = services
        self._live = LiveTable(services, table, self.broadcast, self._follow)
        self.run = self._live.run  # `run` carries out a command
        self._presence = Presence(self._live, self.broadcast)
        self._timer = Timer(self._live, services, self.plan)
        self._bots = BotTurns(self._live, services, self.plan)

    @property
    def table(self) -> OnlineTable:
        """The current state of the table; a different object after a failed commit."""
        return self._live.table

    @property
    def lock(self) -> asyncio.Lock:
        """The lock: held while the table changes, and by long reads."""
        return self._live.lock

    @property
    def busy(self) -> bool:
        """True if a command runs, a bot thinks, or an automatic action is due soon."""
        due = autopilot.due(self.table)
        soon = due is not None and due < self._services.now() + SOON
        return self.lock.locked() or self._bots.under_way or soon

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[OnlineTable]:
        """Lock the table in its committed state, for a long read."""
        async with self.lock:
            await self._live.ensure_committed()
            yield self.table

    async def catch_up(self, rows: str = "") -> None:
        """Apply and publish what other processes have committed."""
        await self._live.catch_up(rows)
        self.plan()
        self._announce()
        await self._presence.welcome_back()

    async def listen(self, listener: Listener, since: int) -> None:
        """Send a listener every event after a number, then subscribe it to later ones."""
        async with self.reading() as table:
            self.used = time.monotonic()
            now = self._services.now()
            self.broadcast.welcome(listener, table, self.created, since, now)
            self.plan()
        await self._presence.welcome_back()

    def forget(self, listener: Listener) -> None:
        """Stop sending to a listener."""
        self.broadcast.listeners.discard(listener)
        self._presence.left(listener.player)
        self.used = time.monotonic()

    async def look_for_absent(self) -> None:
        """Record as away the players who have been disconnected for long enough."""
        await self._presence.look(owner=self.owner)

    def tell_of_warming(self) -> None:
        """Send every listener the progress of the bots' warm-up."""
        self.broadcast.tell_of_warming(self.table, self._services.now())

    def plan(self) -> None:
        """Set the timer for the table's next automatic action, and let bots think."""
        self._timer.cancel()
        if self.owner and not self._services.tasks.stopping:
            self._bots.plan()
            self._timer.plan()

    def close(self) -> None:
        """Stop all automatic actions of the table.

        This also breaks the reference cycles of the room, so that its memory is freed at once,
        although full garbage collections are rare.
        """
        self.owner = False
        self._timer.cancel()
        self._bots.cancel()
        self._live.follow = lambda _: None
        self._bots.plan_all = self._timer.plan_all = lambda: None

    def _follow(self, since: int) -> None:
        """After a commit, update the lobby, plan the next action and notify absent players."""
        self.used = time.monotonic()
        self._services.lobby.committed(self.table, since)
        self.plan()
        self._announce()

    def _announce(self) -> None:
        """Notify absent players whom the table waits for."""
        announcer, tasks = self._services.announcer, self._services.tasks
        if not self.owner or tasks.stopping:
            return
        waiting = announcer.waiting_for(self.table, self.broadcast.connected)
        new = [one for one in waiting if one not in self._announced]
        self._announced = set(waiting)
        if new:
            tasks.start(announcer.announce(self.table, new))
