"""The registry of rooms: a table is opened on first use and closed when nobody uses it."""

import asyncio
import contextlib
import gc
import time
from collections.abc import Callable

import msgspec

from comptoir import bots
from comptoir.engine.errors import BadSetup
from comptoir.engine.model.refusals import IllegalMove
from comptoir.engine.play.match import Match
from comptoir.server.announcing.announcer import Announcer, Announcing
from comptoir.server.bots.pool import BotPool
from comptoir.server.domain.acting import commands, creating
from comptoir.server.domain.acting.creating import Seating
from comptoir.server.domain.acting.seating import Sender
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.settings import TableSettings, checked
from comptoir.server.domain.state.table import OnlineTable
from comptoir.server.operations import logs
from comptoir.server.operations.entropy import Entropy
from comptoir.server.operations.limits import Limits
from comptoir.server.operations.metrics import Metrics
from comptoir.server.storage.database import Conflict, Database
from comptoir.server.storage.retention import Cleaning, Retention
from comptoir.server.storage.rows import PlayerRow
from comptoir.server.storage.store import REREAD, SLICE, Store

from .attendance import Attendance
from .enforcement import Enforcement
from .lobby import Lobby
from .room import Room
from .services import Services, Tasks, steady_clock
from .warm_up import WarmUp

SWEEP = 1.0  # seconds between two sweeps over the tables
IDLE = 120.0  # seconds before a table without listeners is closed
HOUR = 3600.0
LONGEST = 24 * 1024  # maximum bytes of a table's settings: enough for custom cards
DUE = 200  # maximum number of tables with a due action to open in one sweep
AT_ONCE = 100  # tables to check before other tasks get a turn
PATIENCE = 10.0  # seconds that a shutdown waits for running tasks


class Rooms:
    """Opens and closes rooms, and opens tables whose automatic actions are due.

    Args:
        database: The database of all tables and players.
        pool: The pool of bot workers.
        limits: The limits per client.
        own_bots: The host's own bots that may be seated besides the built-in ones.
        clock: The clock, in milliseconds since 1970.
        warm: If True, start the bot workers and compile missing kernels in advance.
        announcing: How absent people are notified of their turns.
        retention: How long what is not used is kept.
        entropy: The source of ids, seeds and random numbers; a seeded one in tests.
    """

    def __init__(
        self,
        database: Database,
        pool: BotPool | None = None,
        limits: Limits | None = None,
        own_bots: tuple[str, ...] = (),
        clock: Callable[[], int] | None = None,
        *,
        warm: bool = False,
        announcing: Announcing | None = None,
        retention: Retention | None = None,
        entropy: Entropy | None = None,
    ):
        self.metrics = Metrics()
        self.store = Store(database)
        self.now = clock or steady_clock()
        self.limits = limits or Limits()
        self.own_bots = own_bots
        self.open_rooms: dict[str, Room] = {}
        pool = pool or BotPool()
        pool.metrics, pool.unwatched = self.metrics, self.limits.unwatched
        how = announcing or Announcing()
        self.announcer = Announcer(self.store, self.now, how, self.metrics)
        self.retention = retention or Retention()
        # clears caches that hold names and chat
        self.forget_exports: Callable[[], None] = lambda: None
        self._cleaning = Cleaning(self.store, self.retention)
        self._cleaned = 0.0
        self._enforcement = Enforcement(self.store, self.now)
        self.lobby = Lobby(self.store, self.now)
        self.attendance = Attendance(self.store, self.now, self.open_rooms, self.lobby)
        self.entropy = entropy or Entropy()
        shared = (self.now, Tasks(), WarmUp(), self.announcer, self.lobby, self.entropy)
        self.services = Services(self.store, pool, self.metrics, *shared)
        self._warm = warm
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._left_alone: set[str] = set()  # due tables that did not open
        self._collected = time.monotonic()

    async def open(self) -> None:
        """Connect to the database and start looking after tables."""
        await self.store.open(self._notified)
        if self._warm:
            self.services.bots.open()
            self.services.warm_up.open(self._warmed)
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Shut down: finish running tasks, and close everything without losing anything."""
        self.services.tasks.stopping = True
        self._sweeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._sweeper
        for room in self.open_rooms.values():
            room.close()
        await self.services.tasks.finish(PATIENCE)
        await self.services.bots.close()
        await self.announcer.close()
        self.lobby.close()
        self.services.warm_up.close()
        await self.store.database.close()

    async def room(self, name: str) -> Room:
        """Return a table's room, from memory or loaded from the event log.

        Raises:
            RequestRefused: There is no such table, or it cannot be played here.
        """
        room = self.open_rooms.get(name)
        if "\0" in name:  # no database accepts this character
            raise RequestRefused("unknown_table")
        if room is None:
            if name not in self._opening:
                self._opening[name] = self.services.tasks.start(self._open(name))
            room = await asyncio.shield(self._opening[name])
        room.used = time.monotonic()
        return room

    async def _open(self, name: str) -> Room:
        try:
            table, created = await self.store.load(name)
            room = Room(self.services, table, created)
            room.owner = bool(await self.store.database.claim(name))
            self.open_rooms[name] = room
            self.metrics.tables.set(len(self.open_rooms))
            await room.catch_up()
            return room
        finally:
            self._opening.pop(name, None)

    def check_bot(self, bot: str) -> str:
        """Return the name of a bot that may be seated here.

        Raises:
            RequestRefused: There is no bot of this name, or its budget is too large.
        """
        if bot in self.own_bots:
            return bot
        try:
            found = bots.find(bot) if bots.built_in(bot) else None
        except BadSetup as error:
            raise RequestRefused("bad_setup", reason=str(error)) from None
        budget = getattr(found, "budget", None)
        if found is None:
            raise RequestRefused("unknown_bot")
        if budget and not self.limits.allows(budget):
            raise RequestRefused("bot_too_slow", seconds=self.limits.thought)
        return bot

    def check_settings(
        self, settings: TableSettings, *, new: bool = True
    ) -> TableSettings:
        """Return a table's settings, with all options of a new game; refuse impossible ones."""
        self.check_bot(settings.substitute)
        if len(msgspec.json.encode(settings)) > LONGEST:
            raise RequestRefused("too_large")
        try:
            return checked(settings) if new else settings
        except BadSetup as error:
            raise RequestRefused("bad_setup", reason=str(error)) from None

    async def create(
        self,
        host: PlayerRow,
        settings: TableSettings,
        request: str,
        seats: Seating,
        before: Match | None = None,
    ) -> Room:
        """Make a table, with people and bots in their seats; `before` is a match to continue.

        Raises:
            RequestRefused: The settings or the bots are not possible, or the host has
                too many tables.
        """
        made = await self.store.made_by(host.id, request)
        if made:
            return await self.room(made)
        table = await self._new_table(host, settings, seats, request, before)
        try:
            await self._keep(table, request)
        except Conflict:
            made = await self.store.made_by(host.id, request)
            if made is None:
                raise
            return await self.room(made)
        return await self.room(table.id)

    async def rematch(
        self, room: Room, host: PlayerRow, settings: TableSettings | None
    ) -> Room:
        """Make the rematch of a finished game, with its bots, and invite its people.

        If several players ask at once, the first request fixes the table's id, so that there is
        only one rematch. Any of these requests may then make the table: nobody else can know
        the id.

        Raises:
            RequestRefused: The game is not over, or the player had no seat in it; or a
                reason of `create`.
        """
        async with room.reading() as before:
            if before.again:
                with contextlib.suppress(RequestRefused):  # not made yet
                    return await self.room(before.again)
            seats = creating.rematch_seats(before, host, settings or before.settings)
        chosen = settings or before.settings
        table = await self._new_table(host, chosen, seats, f"again {before.id}")
        by, name = Sender.of(host), table.id
        await room.run(lambda before: commands.again(before, by, name), host.id)
        table.id = room.table.again
        with contextlib.suppress(Conflict):
            await self._keep(table, f"again {table.id}")
        return await self.room(table.id)

    async def _keep(self, table: OnlineTable, request: str) -> None:
        await self.store.add_table(table, request, self.now())
        self.lobby.made(table.id)
        logs.info("made", table=table.id, game=table.game.name, seats=table.seats)

    async def _new_table(
        self,
        host: PlayerRow,
        settings: TableSettings,
        seats: Seating,
        request: str,
        before: Match | None = None,
    ) -> OnlineTable:
        settings = self.check_settings(settings, new=before is None)
        if await self.store.open_tables(host.id) >= self.limits.tables:
            raise RequestRefused("too_many_tables", most=self.limits.tables)
        try:
            if before:
                seed, rules = before.seed, before.rules
            else:
                seed, rules = self.entropy.table_seed(host.name, request), None
            name = self.entropy.table_id(host.name, request)
            table = OnlineTable(name, settings, seed, host.id, rules)
        except BadSetup as error:
            raise RequestRefused("bad_setup", reason=str(error)) from None
        table.at = at = self.now()  # also if nobody sits yet
        for bot in seats.values():
            if isinstance(bot, str):
                self.check_bot(bot)
        creating.fill(table, host, seats, at)
        for number, event in enumerate(creating.replayed(before), 1):
            table.add([event], at)
            if number % SLICE == 0:
                await asyncio.sleep(0)  # other tasks get a turn
        return table

    def _warmed(self, game: str) -> None:
        """Send the tables of a game the progress of their bots' warm-up."""
        for room in self.open_rooms.values():
            if room.table.game.name == game:
                room.tell_of_warming()

    def _notified(self, said: str) -> None:
        """Apply another process's commit; an empty message means that commits may be missing.

        In that case another process may own our tables by now, so they are claimed again.
        """
        start = self.services.tasks.start
        if not said:
            for room in self.open_rooms.values():
                room.owner = False
                start(self._catch_up(room))
            return
        name, number, rows = said.split(" ", 2)
        self.lobby.notified(name, rows)
        known = self.open_rooms.get(name)
        if int(number) == REREAD:
            start(self.rewritten(name))
        elif known and int(number) > known.table.number:
            start(self._catch_up(known, rows))

    async def _catch_up(self, room: Room, rows: str = "") -> None:
        """Let a room apply other processes' commits, or close it if it cannot."""
        try:
            await room.catch_up(rows)
        except RequestRefused as refused:
            name = room.table.id
            if self.open_rooms.get(name) is room:
                logs.warning("left", table=name, reason=refused.refusal.key)
                await self.reopen(name)

    async def rewritten(self, name: str) -> None:
        """Reopen a table from whose log names or words were removed, and clear caches."""
        self.forget_exports()
        await self.reopen(name)

    async def reopen(self, name: str) -> None:
        """Close a table; its listeners reconnect and get its stored state."""
        room = self.open_rooms.get(name)
        if room:
            for listener in room.broadcast.listeners:
                listener.let_go("elsewhere")
            await self._close(name)

    async def _sweep(self) -> None:
        """Check tables once a second: open those with a due action, claim or close others."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self._open_due()
                await self._look_after_open()
                await self._enforcement.look(self.open_rooms, self.rewritten)
                self._clean()
                await self.attendance.look()
                await self.announcer.look(self._looks)
                self._collect_garbage()
            except Exception as error:  # noqa: BLE001 - no error ends the sweeps
                logs.error("sweep", error)

    def _looks(self, table: str, player: str) -> bool:
        """Return True if a player has a table open in this process."""
        room = self.open_rooms.get(table)
        return room is not None and room.broadcast.connected(player)

    async def _open_due(self) -> None:
        most = DUE + len(self.open_rooms) + len(self._left_alone)
        for name in await self.store.due(self.now(), most):
            if name in self.open_rooms or name in self._left_alone:
                continue
            try:
                await self.room(name)
            except (RequestRefused, IllegalMove) as error:  # logged once
                if name not in self._left_alone:
                    logs.warning("due", table=name, reason=str(error))
                self._left_alone.add(name)

    async def _look_after_open(self) -> None:
        await self._claim_unowned()
        for number, (name, room) in enumerate(list(self.open_rooms.items())):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)  # other tasks get a turn
            if self.open_rooms.get(name) is not room:
                continue
            await room.look_for_absent()
            unused = time.monotonic() - room.used > IDLE
            if unused and not room.broadcast.listeners and not room.busy:
                await self._close(name)

    async def _claim_unowned(self) -> None:
        """Take over the open tables whose owner process has ended."""
        unowned = [name for name, room in self.open_rooms.items() if not room.owner]
        for name in await self.store.database.claim(*unowned):
            room = self.open_rooms.get(name)
            if room:
                room.owner = True
                await self._catch_up(room)

    async def _close(self, name: str) -> None:
        self.open_rooms.pop(name).close()
        await self.store.database.release(name)
        self.metrics.tables.set(len(self.open_rooms))

    def _clean(self) -> None:
        """Delete old data once an hour, while games go on."""
        if time.monotonic() - self._cleaned > HOUR:
            self._cleaned = time.monotonic()
            self.services.tasks.start(self.clean())

    async def clean(self) -> None:
        """Delete old data, and close the tables that it belonged to."""
        self.metrics.backup.set(await self.store.last_backup() / 1000)
        more = True
        while more and not self.services.tasks.stopping:
            changed, more = await self._cleaning.clean(self.now())
            for name in changed:
                await self.rewritten(name)

    def _collect_garbage(self) -> None:
        """Run a full garbage collection once an hour; `serve` disables generations 1 and 2."""
        if time.monotonic() - self._collected > HOUR:
            self._collected = time.monotonic()
            gc.collect()
