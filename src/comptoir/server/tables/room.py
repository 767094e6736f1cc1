"""A table with its lock, its listeners and its clock: commit first, then tell."""

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from comptoir import bots
from comptoir.bots.tempo import Tempo
from comptoir.server.bots.worker import Question
from comptoir.server.operations import logs
from comptoir.server.protocol import wire
from comptoir.server.storage.database import Conflict
from comptoir.server.storage.store import read_news

from . import autopilot, projections
from . import events as happened
from .commands import Wish
from .refusals import Refused
from .table import Table

if TYPE_CHECKING:
    from .rooms import Hall

TRIES = 20  # times another process may be faster
SOON = 0.02  # seconds: a timer that fires early is asked again
MOMENT = 5.0  # seconds without a connection before somebody is away
ROLL_CALL = 20.0  # seconds in which people come back after a restart
RETRY = 1.0  # seconds after something the table does by itself went wrong


class Listener:
    """Somebody connected to a table; what they are told goes to `send`."""

    def __init__(self, player: str, send: Callable[[str], None]):
        self.player = player
        self.send = send


class Room:
    """One table in memory. All that changes it happens under its lock, one at a time."""

    def __init__(self, hall: "Hall", table: Table, created: int):
        self.hall = hall
        self.table = table
        self.created = created
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.owner = False  # whether this process makes bots move and clocks run out
        self.used = time.monotonic()
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._tempo = Tempo()
        self._unsure: int | None = None  # what was told before a commit that failed
        self._opened = time.monotonic()
        self._called = False  # whether those who are missing were called
        self._gone: dict[str, float] = {}  # players whose last listener has left

    async def act(
        self, wish: Wish, player: str = "", request: str | None = None
    ) -> int:
        """Let a wish come true, durably, and tell everyone; return the table's number.

        A caller that goes away does not stop what was begun.
        """
        return await asyncio.shield(self.hall.task(self._act(wish, player, request)))

    async def _act(self, wish: Wish, player: str, request: str | None) -> int:
        async with self.lock:
            await self._be_sure()
            for _ in range(TRIES):
                done = self.table.requests.get((player, request or ""))
                if done is not None:
                    return done
                if await self._try(wish):
                    return self.table.public
            raise Refused("broken")

    async def _try(self, wish: Wish) -> bool:
        """Carry a wish out; False if another process was faster."""
        table, before = self.table, self.table.public
        try:
            wish(table, self.hall.now())
            if not table.fresh:
                return True
            start = time.perf_counter()
            await self.hall.store.append(table)
        except Conflict:
            self.hall.metrics.conflicts.inc()
            await self._reload(before)
            return False
        except BaseException:
            if table.fresh:
                await self._reload(before)
            raise
        self.hall.metrics.commits.observe(time.perf_counter() - start)
        for stamped in table.fresh:
            if isinstance(stamped.entry, happened.Moved):
                self.hall.metrics.moves.labels(stamped.entry.by).inc()
        table.fresh.clear()
        table.reseated.clear()
        self._publish(before)
        self.plan()
        return True

    async def catch_up(self, rows: str = "") -> None:
        """Read what other processes have written, or told of, and tell it."""
        async with self.lock:
            await self._be_sure()
            before = self.table.public
            for stamped in await self._missed(rows):
                self.table.apply(stamped)
            self.table.reseated.clear()
            if self.table.public > before:
                self._publish(before)
            self.plan()
            mistaken = any(
                place.away and self._connected(seat)
                for seat, place in enumerate(self.table.places)
            )
        if mistaken:
            await self.act(self._welcome_back)

    async def _missed(self, rows: str) -> list[happened.Stamped]:
        """Return the entries that are new here: as told, if none before them is missing."""
        told, number = read_news(rows), self.table.number
        fresh = [stamped for stamped in told if stamped.number > number]
        if told and (not fresh or fresh[0].number == number + 1):
            return fresh
        return await self.hall.store.entries(self.table.id, number)

    async def _reload(self, told: int) -> None:
        """Forget what was not committed, and read the table anew."""
        self._unsure = told  # until it is read: the database may be gone
        self.table, _ = await self.hall.store.load(self.table.id)
        self._unsure = None
        if self.table.public > told:
            self._publish(told)

    async def _be_sure(self) -> None:
        """Read the table anew if it holds what was never committed."""
        if self._unsure is not None:
            await self._reload(self._unsure)

    def _publish(self, since: int) -> None:
        """Tell every listener what happened after a number: one message a seat."""
        self.used = time.monotonic()
        table, now = self.table, self.hall.now()
        seat_of = {reader: table.seat_of(reader.player) for reader in self.listeners}
        told = {
            seat: wire.write(
                wire.News(
                    table.public, projections.lines(table, seat, since), state, now
                )
            )
            for seat, state in projections.states(table, set(seat_of.values())).items()
        }
        for reader, seat in seat_of.items():
            reader.send(told[seat])

    async def listen(self, listener: Listener, since: int) -> None:
        """Welcome a listener with all that happened since a number, and tell what follows."""
        async with self.lock:
            await self._be_sure()
            self.used = time.monotonic()
            seat = self.table.seat_of(listener.player)
            state = projections.state(self.table, seat)
            lines = projections.remembered(self.table, seat, since)
            info = self.info(listener.player)
            number, now = self.table.public, self.hall.now()
            listener.send(wire.write(wire.Welcome(info, number, lines, state, now)))
            self.listeners.add(listener)
            self.plan()
            away = seat is not None and self.table.places[seat].away
        if away:
            await self.act(self._welcome_back)

    def forget(self, listener: Listener) -> None:
        """Somebody is gone; in a moment it shows whether they come back."""
        self.listeners.discard(listener)
        self._gone[listener.player] = self.used = time.monotonic()

    async def mind(self) -> None:
        """Note whose players are away for more than a moment.

        Each process tells of those it has lost, and the owner, once, of those it has not
        seen since it opened the table; who knows better answers that they are back.
        """
        if self._called and not self._gone:
            return
        now, missing = time.monotonic(), set()
        for seat, place in enumerate(self.table.places):
            if place.player and not place.away and not self._connected(seat):
                gone = self._gone.get(place.player)
                if gone is None and self.owner and not self._called:
                    gone = self._opened + ROLL_CALL - MOMENT
                if gone is not None and now - gone > MOMENT:
                    missing.add(seat)
        self._gone = {who: at for who, at in self._gone.items() if now - at <= MOMENT}
        self._called = self._called or now - self._opened > ROLL_CALL
        if missing and self.table.match and self.table.state != "over":
            await self.act(self._leave_word(missing))

    def _leave_word(self, missing: set[int]) -> Wish:
        def wish(table: Table, at: int) -> None:
            for seat in sorted(missing):
                if not table.places[seat].away and not self._connected(seat):
                    table.add(happened.Away(seat), at)

        return wish

    def _welcome_back(self, table: Table, at: int) -> None:
        for seat, place in enumerate(table.places):
            if place.player and place.away and self._connected(seat):
                table.add(happened.Back(seat), at)

    def _connected(self, seat: int) -> bool:
        player = self.table.places[seat].player
        return any(listener.player == player for listener in self.listeners)

    def info(self, player: str) -> wire.TableInfo:
        """Return what does not change at this table."""
        table = self.table
        return wire.TableInfo(
            id=table.id,
            settings=table.settings,
            rules=table.game.version,
            seats=table.seats,
            commitment=table.commitment,
            host=player == table.host,
            created=self.created,
        )

    def plan(self) -> None:
        """Set the timer for what the table does next by itself, and let bots think."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if not self.owner or self.hall.stopping:
            return
        for seat in autopilot.bot_seats(self.table):
            if seat not in self._thinking:
                self._thinking[seat] = self.hall.task(self._bot_moves(seat))
        due = autopilot.timer(self.table)
        if due is not None:
            wait = (due - self.hall.now()) / 1000
            self._wake_in(wait + SOON if wait > 0 else 0)

    def _wake_in(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds, lambda: self.hall.task(self._wake()))

    async def _wake(self) -> None:
        """Do what is due."""
        try:
            await self.act(autopilot.act)
        except Exception as error:  # noqa: BLE001 - it must go on
            logs.error("table", error, table=self.table.id)
            self._wake_in(RETRY)

    async def _bot_moves(self, seat: int) -> None:
        """Let the bot of a seat think outside, and move if the question still stands."""
        try:
            async with self.lock:
                asked = self._question(seat)
            if asked is None:
                return
            question, number = asked
            dice = bots.new_dice(secrets.token_hex(16))
            match = self.table.match
            assert match
            pace = self.table.settings.pace  # 0: the host wants no waiting at all
            pause = max(pace, self._tempo.pause(match, dice)) if pace else 0
            choice, _ = await asyncio.gather(
                self.hall.thinkers.choose(question), asyncio.sleep(pause)
            )
            if choice.error:
                logs.warning(
                    "bot", table=self.table.id, bot=question.bot, error=choice.error
                )
            await self.act(self._bot_wish(seat, number, choice.action))
        except Exception as error:  # noqa: BLE001 - the table must go on
            logs.error("bot", error, table=self.table.id)
            await asyncio.sleep(RETRY)
        finally:
            self._thinking.pop(seat, None)
            self.plan()

    def _question(self, seat: int) -> tuple[Question, int] | None:
        """Return what to ask a bot: an imagined table, never the real one."""
        table, match = self.table, self.table.match
        if match is None or seat not in autopilot.bot_seats(table):
            return None
        bot = "house" if self._tempo.said_enough(seat) else table.places[seat].bot
        asked = table.asked[seat]
        assert asked is not None
        dice = bots.new_dice(secrets.token_hex(16))
        question = Question.at(match, seat, bot, dice)
        return question, asked

    def _bot_wish(self, seat: int, asked: int, action: int | None) -> Wish:
        def wish(table: Table, at: int) -> None:
            match = table.match
            if match is None or seat not in autopilot.bot_seats(table):
                return
            if table.asked[seat] != asked:
                return
            legal = match.legal(seat)
            chosen: Any = None if action is None else table.game.actions[action]
            if len(match.actors) > 1 and chosen is not None and chosen not in legal:
                return  # somebody else came first: it thinks again
            if chosen not in legal:
                chosen = autopilot.house(match, seat)
            table.add(happened.Moved(seat, str(chosen), "bot"), at)
            self._tempo.moved(match, seat)

        return wish

    @property
    def busy(self) -> bool:
        """Whether somebody acts, or a bot thinks, or a clock will soon run out."""
        soon = self.hall.now() + 60_000
        due = autopilot.due(self.table)
        return (
            self.lock.locked()
            or bool(self._thinking)
            or (due is not None and due < soon)
        )

    async def close(self) -> None:
        """Stop everything that this table does by itself."""
        if self._timer:
            self._timer.cancel()
        for task in list(self._thinking.values()):
            task.cancel()
