"""An open table in a browser: applies, stores and publishes events, and lets bots move."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any

import msgspec

from comptoir import bots
from comptoir.bots.tempo import Tempo
from comptoir.engine.model.talk import BotTurn
from comptoir.engine.play.match import Match
from comptoir.server.domain.acting import autopilot, bot_moves
from comptoir.server.domain.protocol import wire
from comptoir.server.domain.reading import projections, replaying
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.state.events import (
    AnyEvent,
    Moved,
    SentRequest,
)
from comptoir.server.domain.state.table import OnlineTable
from comptoir.server.domain.state.undo_snapshots import UndoSnapshots

from .shelf import CONFLICT, STORED, KeptTable, Row, TableShelf, summary
from .thinking import Thinker

Command = Callable[[OnlineTable], Iterable[AnyEvent]]

TRIES = 20  # attempts of a command when another tab stores first
DICE_BYTES = 16
LONGEST = 60.0  # longest wait for a timer in seconds


class PageReader:
    """A page that is shown a table: as a player, or without one as a spectator."""

    def __init__(self, player: str, language: str, send: Callable[[str], None]):
        self.player = player
        self.language = language
        self.send = send


class Desk:
    """One open table.

    Args:
        kept: The table and its event log.
        shelf: Where it is stored.
        thinker: Lets bots choose.
        now: The clock, in milliseconds since 1970.
        stored: Called with the table's id after it was stored.
    """

    def __init__(
        self,
        kept: KeptTable,
        shelf: TableShelf,
        thinker: Thinker,
        now: Callable[[], int],
        stored: Callable[[str], None],
    ):
        self.table = kept.table()
        self.created = kept.created
        self.rows: list[Row] = [*kept.rows]
        self.readers: set[PageReader] = set()
        self._published = self.table.public
        self.unsaved = ""  # why the last events could not be stored
        self.past = UndoSnapshots()  # of replays
        self.lock = asyncio.Lock()
        self._shelf, self.thinker, self.now, self._stored = shelf, thinker, now, stored
        self._tempo, self._attention = Tempo(), bot_moves.Attention()
        self._turns: dict[int, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._faltering: set[int] = set()  # seats whose last search fell short

    async def run(
        self, command: Command, player: str = "", request: SentRequest | None = None
    ) -> int:
        """Apply, store and publish the events of a command; return the table's number.

        If another tab has stored events meanwhile, they are read first.
        """
        async with self.lock:
            for _ in range(TRIES):
                if request and (done := self.table.requests.get((player, request.id))):
                    return done.number
                try:
                    self.table.add(command(self.table), self.now(), player, request)
                except BaseException:
                    if self.table.uncommitted:  # applied in part
                        self.table = self._kept().table()
                    raise
                if await self._store():
                    self._publish()
                    return self.table.public
                await self._reread()
            raise RequestRefused("broken")

    async def catch_up(self) -> None:
        """Read and publish what another tab has stored."""
        async with self.lock:
            await self._reread()

    def listen(self, reader: PageReader, since: int) -> None:
        """Send a reader the table, and every later event."""
        table, seat = self.table, self.table.seat_of(reader.player)
        info = projections.info(table, reader.player, self.created)
        lines = projections.remembered(table, seat, since)
        state = projections.state(table, seat)
        welcome = wire.Welcome(info, table.public, lines, state, self.now())
        reader.send(wire.write(welcome))
        self.readers.add(reader)
        if self.unsaved:
            reader.send(wire.write(wire.Unsaved(self.unsaved)))
        self.plan()

    def forget(self, reader: PageReader) -> None:
        """Stop sending to a reader; nobody plays on at a table without readers."""
        self.readers.discard(reader)
        if not self.readers:
            self._stop()

    def dice(self) -> str:
        """Return a new seed for a bot's random numbers."""
        return secrets.token_hex(DICE_BYTES)

    def plan(self) -> None:
        """Let bots think, and set the timer for the next automatic action."""
        if not self.readers:
            return
        for seat, hears in self._attention.due(self.table, self._turns).items():
            self._turns[seat] = self.start(self._turn(seat, hears=hears))
        if self._timer:
            self._timer.cancel()
            self._timer = None
        due = autopilot.timer(self.table)
        if due is not None:
            wait = min(max(0.0, (due - self.now()) / 1000), LONGEST)
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(wait, lambda: self.start(self._act()))

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task, and keep it until it is done."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def moment(self, match: Match, move: int, seat: int | None) -> replaying.Moment:
        """Return the table after some moves, as a seat or the referee (None) sees it."""
        then = self.past.match_after(match.moves[:move], self.table.anew)
        view = then.referee_view() if seat is None else then.view(seat)
        return replaying.Moment(move, view, then.actors)

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()
        for turn in [*self._turns.values()]:
            turn.cancel()

    def _kept(self) -> KeptTable:
        return KeptTable.of(self.table, self.created, self.rows)

    async def _store(self) -> bool:
        """Store new events; return False if another tab was first.

        If the browser cannot store them, the game goes on, and the page says so.
        """
        table, new = self.table, self.table.uncommitted
        if not new:
            return True
        rows = [*self.rows, *(logged.row() for logged in new)]
        text = KeptTable.of(table, self.created, rows).text()
        about = msgspec.json.encode(summary(table)).decode()
        outcome = await self._shelf.put(
            table.id, len(self.rows), len(rows), text, about
        )
        if outcome == CONFLICT:
            return False
        self.rows = rows
        table.uncommitted.clear()
        table.reseated.clear()
        self.stored_as(outcome)
        return True

    def stored_as(self, outcome: str) -> None:
        """Tell the readers whether the table could be stored."""
        unsaved = "" if outcome == STORED else outcome
        if unsaved != self.unsaved:
            self.unsaved = unsaved
            for reader in self.readers:
                reader.send(wire.write(wire.Unsaved(unsaved)))
        self._stored(self.table.id)

    async def _reread(self) -> None:
        text = await self._shelf.get(self.table.id)
        if not text:
            return
        kept = KeptTable.read(text)
        self.table, self.rows = kept.table(), [*kept.rows]
        if self.table.public > self._published:
            self._publish()

    def _publish(self) -> None:
        """Send every reader the new events, as their seat may see them."""
        table, since = self.table, self._published
        self._published = table.public
        seats = {reader: table.seat_of(reader.player) for reader in self.readers}
        states = projections.states(table, {*seats.values()})
        for reader, seat in seats.items():
            lines = projections.lines(table, seat, since)
            news = wire.News(table.public, lines, states[seat], self.now())
            reader.send(wire.write(news))
        self.plan()

    async def _act(self) -> None:
        """Carry out the automatic actions that are due."""
        now = self.now()
        await self.run(lambda table: autopilot.act(table, now, autopilot.house))
        self.plan()

    async def _turn(self, seat: int, *, hears: bool) -> None:
        """Let the bot of a seat think, and commit its move if it is still expected."""
        try:
            table, match = self.table, self.table.match
            if match is None or seat not in autopilot.hearing(table):
                return
            bot = self._tempo.kind(seat, table.places[seat].bot)
            when = bot_moves.When(table.asked[seat], len(match.moves))
            dice = bots.new_dice(self.dice())
            pause = self._tempo.pause(
                match, bots.new_dice(self.dice()), table.settings.pace
            )
            talk = table.tally.talk[-bot_moves.MOST_TALK :]
            asked = bots.Seat.at(match, seat, dice, talk)
            asked.hears = hears
            thought = self.thinker.choose(asked, bot)
            choice, _ = await asyncio.gather(thought, asyncio.sleep(pause))
            await self.run(self._moved(seat, when, bot, choice))
            if choice.turn:
                self._rest(seat, choice.turn, hears=hears)
            if choice.short:
                self._faltering.add(seat)
            elif choice.iterations:
                self._faltering.discard(seat)
        finally:
            self._turns.pop(seat, None)
            asyncio.get_running_loop().call_soon(self.plan)

    def _rest(self, seat: int, turn: BotTurn, *, hears: bool) -> None:
        """Ask a bot again later, if it wants that and nothing happens until then."""
        if found := self._attention.rest(self.table, seat, turn, hears=hears):
            self.start(self._look_again(seat, *found))

    async def _look_again(self, seat: int, seconds: float, ticket: int) -> None:
        await asyncio.sleep(seconds)
        ends = self._attention.ends(seat, ticket)
        if ends and self.readers and seat not in self._turns:
            self._turns[seat] = self.start(self._turn(seat, hears=False))

    def _moved(
        self, seat: int, when: bot_moves.When, bot: str, choice: bot_moves.Choice
    ) -> Command:
        known = seat in self._faltering

        def command(table: OnlineTable) -> Iterator[AnyEvent]:
            for event in bot_moves.move(table, seat, when, bot, choice, known=known):
                yield event
                if isinstance(event, Moved) and table.match:
                    self._tempo.moved(table.match, seat)

        return command
