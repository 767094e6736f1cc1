"""All tables of this process: opened when touched, put away when nobody is there."""

import asyncio
import contextlib
import gc
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

from comptoir import bots
from comptoir.engine.errors import BadSetup
from comptoir.engine.model.seed import new_seed
from comptoir.engine.play.match import Match
from comptoir.server.bots.pool import Thinkers
from comptoir.server.operations import logs
from comptoir.server.operations.metrics import Metrics
from comptoir.server.storage.database import Conflict, Database
from comptoir.server.storage.store import PlayerRow, Store
from comptoir.server.web.limits import Limits

from . import events as happened
from .commands import Player, start_if_full
from .refusals import Refused
from .room import Room
from .settings import Settings
from .table import Table

SWEEP = 1.0  # seconds between two looks at what is due
IDLE = 120.0  # seconds before a table without listeners is put away
HOUR = 3600.0
PATIENCE = 10.0  # seconds that a stop waits for what is under way


class Hall:
    """Opens tables, keeps them, and wakes those that have something to do.

    Args:
        database: Where everything is kept.
        thinkers: Where bots think.
        limits: How much one client may have.
        own_bots: Bots of the host's own, besides ours, that may be seated.
        clock: Milliseconds since 1970.
    """

    def __init__(
        self,
        database: Database,
        thinkers: Thinkers | None = None,
        limits: Limits | None = None,
        own_bots: tuple[str, ...] = (),
        clock: Callable[[], int] | None = None,
    ):
        self.metrics = Metrics()
        self.store = Store(database)
        self.thinkers = thinkers or Thinkers()
        self.thinkers.metrics = self.metrics
        self.limits = limits or Limits()
        self.own_bots = own_bots
        self.now = clock or _now
        self.stopping = False
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._tidied = time.monotonic()

    async def open(self) -> None:
        """Connect to the database and begin to look after tables."""
        await self.store.database.open(self._heard)
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stop: finish what was begun, lose nothing."""
        self.stopping = True
        self._sweeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._sweeper
        for room in self.rooms.values():
            await room.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=PATIENCE)
        await self.thinkers.close()
        await self.store.database.close()

    def task(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start something that goes on by itself, and remember it until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def room(self, name: str) -> Room:
        """Return a table, from memory or from its entries.

        Raises:
            Refused: There is no such table, or it cannot go on here.
        """
        room = self.rooms.get(name)
        if room is None:
            if name not in self._opening:
                self._opening[name] = self.task(self._open(name))
            room = await asyncio.shield(self._opening[name])
        room.used = time.monotonic()
        return room

    async def _open(self, name: str) -> Room:
        try:
            table, created = await self.store.load(name)
            room = Room(self, table, created)
            room.owner = await self.store.database.claim(name)
            self.rooms[name] = room
            self.metrics.tables.set(len(self.rooms))
            await room.catch_up()
            return room
        finally:
            self._opening.pop(name, None)

    def check_bot(self, bot: str) -> str:
        """Return the name of a bot that may be seated here.

        Raises:
            Refused: There is none of this name, or it thinks longer than allowed.
        """
        if bot in self.own_bots:
            return bot
        try:
            found = bots.find(bot) if bots.built_in(bot) else None
        except BadSetup as error:
            raise Refused("bad_setup", reason=str(error)) from None
        budget = getattr(found, "budget", None)
        if found is None:
            raise Refused("unknown_bot")
        if budget and not self.limits.allows(budget):
            raise Refused("bot_too_slow", seconds=self.limits.thought)
        return bot

    async def create(
        self,
        host: PlayerRow,
        settings: Settings,
        request: str,
        seats: dict[int, PlayerRow | str],
        before: Match | None = None,
    ) -> Room:
        """Make a table, with people and bots in their seats; `before` is gone on from.

        Raises:
            Refused: The settings or the bots are not possible, or the host has too many.
        """
        made = await self.store.made_by(host.id, request)
        if made:
            return await self.room(made)
        self.check_bot(settings.substitute)
        if await self.store.open_tables(host.id) >= self.limits.tables:
            raise Refused("too_many_tables", most=self.limits.tables)
        name = secrets.token_urlsafe(12)
        try:
            seed = before.seed if before else new_seed()
            table = Table(name, settings, seed, host.id)
        except BadSetup as error:
            raise Refused("bad_setup", reason=str(error)) from None
        at = self.now()
        for seat, who in sorted(seats.items()):
            if isinstance(who, str):
                Player(host.id, host.name).seat_bot(seat, self.check_bot(who))(
                    table, at
                )
            else:
                table.add(happened.Sat(seat, who.name), at, who.id)
        start_if_full(table, at)
        if before:
            _go_on(table, before, at)
        try:
            await self.store.add_table(table, request, at)
        except Conflict:
            made = await self.store.made_by(host.id, request)
            if made is None:
                raise
            return await self.room(made)
        logs.info("made", table=name, game=settings.game, seats=table.seats)
        return await self.room(name)

    def _heard(self, said: str) -> None:
        """Hear of another process's news; nothing said: anything may have happened."""
        if not said:
            for room in self.rooms.values():
                self.task(room.catch_up())
            return
        name, number, rows = said.split(" ", 2)
        known = self.rooms.get(name)
        if known and int(number) > known.table.number:
            self.task(known.catch_up(rows))

    async def _sweep(self) -> None:
        """Look, once a second, after tables that are due, unowned or unused."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self._look_after()
                self._tidy_up()
            except Exception as error:  # noqa: BLE001 - it must go on
                logs.error("sweep", error)

    def _tidy_up(self) -> None:
        """Look for circles among everything, once an hour; `serve` looks at the young."""
        if time.monotonic() - self._tidied > HOUR:
            self._tidied = time.monotonic()
            gc.collect()

    async def _look_after(self) -> None:
        for name in await self.store.due(self.now()):
            if name not in self.rooms:
                try:
                    await self.room(name)
                except Refused as refused:
                    logs.warning("due", table=name, reason=refused.refusal.key)
        database = self.store.database
        for name, room in list(self.rooms.items()):
            if database.shared and not room.owner:
                room.owner = await database.claim(name)
                if room.owner:
                    await room.catch_up()
            await room.mind()
            unused = time.monotonic() - room.used > IDLE
            if unused and not room.listeners and not room.busy:
                await self._put_away(name)

    async def _put_away(self, name: str) -> None:
        room = self.rooms.pop(name)
        await room.close()
        await self.store.database.release(name)
        self.metrics.tables.set(len(self.rooms))


def _go_on(table: Table, before: Match, at: int) -> None:
    """Let happen at a new table what happened at another one until now."""
    for move in before.moves:
        table.add(happened.Moved(move.seat, str(move.action)), at)
    table.add(happened.Branched(len(before.moves)), at)


def _now() -> int:
    return int(time.time() * 1000)
