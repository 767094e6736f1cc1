"""A table that is open in this process: its state, its listeners and what it does by itself."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

from . import autopilot
from .bot_turns import BotTurns
from .broadcast import Broadcast, Listener
from .events import SentRequest
from .live_table import Command, LiveTable
from .presence import Presence
from .services import Services
from .table import OnlineTable
from .timer import Timer

SOON = 60_000  # milliseconds: a room with something due by then stays open


class Room:
    """Puts together what one open table needs; each part is a file of its own.

    `owner` says whether this process makes its bots move and its clocks run out.
    """

    def __init__(self, services: Services, table: OnlineTable, created: int):
        self.created = created
        self.owner = False
        self.used = time.monotonic()
        self.broadcast = Broadcast(services.warm_up)
        self._announced: set[tuple[str, int]] = set()  # who was told of which question
        self._services = services
        self._live = LiveTable(services, table, self._publish)
        self._presence = Presence(self._live, self.broadcast)
        self._timer = Timer(self._live, services, self.plan)
        self._bots = BotTurns(self._live, services, self.plan)

    @property
    def table(self) -> OnlineTable:
        """The table as it is now; another object after a failed commit."""
        return self._live.table

    @property
    def lock(self) -> asyncio.Lock:
        """Held while the table changes, and by those who read it at length."""
        return self._live.lock

    @property
    def busy(self) -> bool:
        """Whether somebody acts, or a bot thinks, or a clock will soon run out."""
        due = autopilot.due(self.table)
        soon = due is not None and due < self._services.now() + SOON
        return self.lock.locked() or self._bots.under_way or soon

    async def run(
        self,
        command: Command,
        player: str = "",
        request: SentRequest | None = None,
    ) -> int:
        """Apply, commit and publish what a command returns; return the table's number."""
        return await self._live.run(command, player, request)

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[OnlineTable]:
        """Hold the table still, as it was committed."""
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
        """Send a listener all that happened since a number, then whatever follows."""
        async with self.reading() as table:
            self.used = time.monotonic()
            now = self._services.now()
            self.broadcast.welcome(listener, table, self.created, since, now)
            self.plan()
        await self._presence.welcome_back()

    def forget(self, listener: Listener) -> None:
        """Send a listener nothing more."""
        self.broadcast.listeners.discard(listener)
        self._presence.left(listener.player)
        self.used = time.monotonic()

    async def look_for_absent(self) -> None:
        """Commit whose players have been away for more than a moment."""
        await self._presence.look(owner=self.owner)

    def tell_of_warming(self) -> None:
        """Tell whoever listens how far the bots' warm-up is."""
        self.broadcast.tell_of_warming(self.table, self._services.now())

    def plan(self) -> None:
        """Set the timer for what the table does next by itself, and let bots think."""
        self._timer.cancel()
        if self.owner and not self._services.tasks.stopping:
            self._bots.plan()
            self._timer.plan()

    def close(self) -> None:
        """Stop everything that this table does by itself.

        Nothing refers to the room in a circle then: its memory is free at once, although
        full garbage collections are rare.
        """
        self.owner = False
        self._timer.cancel()
        self._bots.cancel()
        self._live.publish = lambda _: None
        self._bots.plan_all = self._timer.plan_all = lambda: None

    def _publish(self, since: int) -> None:
        self.used = time.monotonic()
        self.broadcast.publish(self.table, since, self._services.now())
        self._services.lobby.committed(self.table, since)
        self.plan()
        self._announce()

    def _announce(self) -> None:
        """Have those told whom the table waits for and who do not look at it."""
        announcer, tasks = self._services.announcer, self._services.tasks
        if not self.owner or tasks.stopping:
            return
        waiting = announcer.waiting_for(self.table, self.broadcast.connected)
        new = [one for one in waiting if one not in self._announced]
        self._announced = set(waiting)
        if new:
            tasks.start(announcer.announce(self.table, new))
