"""A table in memory, backed by its event log in the database: apply, commit, publish."""

import asyncio
import time
from collections.abc import Callable, Iterable

from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.state.events import (
    AnyEvent,
    LoggedEvent,
    Moved,
    SentRequest,
)
from comptoir.server.domain.state.table import OnlineTable
from comptoir.server.storage.database import Conflict
from comptoir.server.storage.notifications import read_notification

from .broadcast import Broadcast
from .services import Services

TRIES = 20  # attempts of a command when other processes commit first

Command = Callable[[OnlineTable], Iterable[AnyEvent]]


class LiveTable:
    """The only place where a table changes: under its lock, one command at a time.

    Args:
        services: What all rooms share.
        table: The state after its committed events.
        broadcast: The readers connected to the table in this process.
        follow: Called after a commit was published, with the number of public events
            before it.
    """

    def __init__(
        self,
        services: Services,
        table: OnlineTable,
        broadcast: Broadcast,
        follow: Callable[[int], None],
    ):
        self.table = table
        self.lock = asyncio.Lock()
        self._services = services
        self._broadcast = broadcast
        self.follow = follow
        self._reload_since: int | None = None  # public events before a failed commit

    async def run(
        self,
        command: Command,
        player: str = "",
        request: SentRequest | None = None,
    ) -> int:
        """Apply, commit and publish the events of a command; return the table's number.

        A repeated request of the same player changes nothing; a different request with the same
        id is refused. The command is carried out even if the caller is cancelled.
        """
        work = self._run(command, player, request)
        number: int = await asyncio.shield(self._services.tasks.start(work))
        return number

    async def _run(
        self, command: Command, player: str, request: SentRequest | None
    ) -> int:
        async with self.lock:
            await self.ensure_committed()
            for _ in range(TRIES):
                done = await self._done(player, request)
                if done is not None:
                    return done
                if await self._try(command, player, request):
                    return self.table.public
            raise RequestRefused("broken")

    async def _done(self, player: str, request: SentRequest | None) -> int | None:
        """Return the number that a request was answered with, if it was carried out before.

        Raises:
            RequestRefused: Another request of the player had the same id.
        """
        done = self.table.requests.get((player, request.id)) if request else None
        if done is None or request is None:
            return None
        digest = await self._services.store.digest(self.table.id, player, request.id)
        if digest not in (None, request.digest):  # None: written by an older version
            raise RequestRefused("id_used")
        return done.number

    async def _try(
        self, command: Command, player: str, request: SentRequest | None
    ) -> bool:
        """Carry out a command; return False if another process committed first."""
        table, before = self.table, self.table.public
        try:
            table.add(command(table), self._services.now(), player, request)
            if not table.uncommitted:
                return True
            start = time.perf_counter()
            await self._services.store.append(table)
        except Conflict:
            self._services.metrics.conflicts.inc()
            await self._reload(before)
            return False
        except BaseException:
            if table.uncommitted:
                await self._reload(before)
            raise
        self._services.metrics.commits.observe(time.perf_counter() - start)
        for logged in table.uncommitted:
            if isinstance(logged.event, Moved):
                self._services.metrics.moves.labels(logged.event.by).inc()
        table.uncommitted.clear()
        table.reseated.clear()
        self._publish(before)
        return True

    def _publish(self, since: int) -> None:
        """Send all listeners the events after a number, then plan the next automatic action."""
        self._broadcast.publish(self.table, since, self._services.now())
        self.follow(since)

    async def catch_up(self, rows: str = "") -> None:
        """Apply other processes' committed events, from a notification or the database."""
        async with self.lock:
            await self.ensure_committed()
            before = self.table.public
            for logged in await self._missed(rows):
                self.table.apply(logged)
            self.table.reseated.clear()
            if self.table.public > before:
                self._publish(before)

    async def _missed(self, rows: str) -> list[LoggedEvent]:
        """Return the events missing here, from the notification if it has all of them."""
        notified, number = read_notification(rows), self.table.number
        new = [logged for logged in notified if logged.number > number]
        if notified and (not new or new[0].number == number + 1):
            return new
        return await self._services.store.events(self.table.id, number)

    async def ensure_committed(self) -> None:
        """Reload the table if a commit failed and the reload after it failed too."""
        if self._reload_since is not None:
            await self._reload(self._reload_since)

    async def _reload(self, published: int) -> None:
        """Read the table from its event log again after a failed commit."""
        self._reload_since = published  # kept until a read succeeds
        self.table, _ = await self._services.store.load(self.table.id)
        self._reload_since = None
        if self.table.public > published:
            self._publish(published)
