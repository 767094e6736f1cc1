"""The turns of bots at one table: computed in a worker process, committed like any other."""

import asyncio
from collections.abc import Callable, Iterator

from comptoir import bots
from comptoir.bots.tempo import Tempo
from comptoir.server.bots.pool import Asker
from comptoir.server.bots.worker import PATIENCE, BotChoice, BotQuestion
from comptoir.server.domain.acting import autopilot, bot_moves
from comptoir.server.domain.acting.bot_moves import When
from comptoir.server.domain.state.events import AnyEvent, Moved
from comptoir.server.domain.state.table import OnlineTable
from comptoir.server.operations import logs

from .live_table import Command, LiveTable
from .services import Services
from .warm_up import searching

RETRY = 1.0  # seconds to wait after a failure


class BotTurns:
    """One task for each bot whose turn it is.

    Args:
        live: The table.
        services: What all rooms share.
        plan: Called after a bot's turn, to plan the next automatic action.
    """

    def __init__(self, live: LiveTable, services: Services, plan: Callable[[], None]):
        self._live = live
        self._services = services
        self.plan_all = plan
        self._tempo = Tempo()
        self._turns: dict[int, asyncio.Task[None]] = {}
        self._faltering: set[int] = set()  # seats whose last search fell short
        self._attention = bot_moves.Attention()
        self._looks: set[asyncio.Task[None]] = set()

    @property
    def under_way(self) -> bool:
        """True if a bot is thinking."""
        return bool(self._turns)

    def plan(self) -> None:
        """Start the turn of every bot that may act and is not thinking already."""
        table = self._live.table
        if table.state != "over" and searching(table):
            self._services.warm_up.want(table.game.name)
        for seat, hears in self._attention.due(table, self._turns).items():
            self._turns[seat] = self._services.tasks.start(
                self._turn(seat, hears=hears)
            )

    def cancel(self) -> None:
        """Cancel all turns."""
        for turn in (*self._turns.values(), *self._looks):
            turn.cancel()

    async def _turn(self, seat: int, *, hears: bool) -> None:
        """Let the bot of a seat think, and commit its move if the table still waits for it."""
        try:
            async with self._live.lock:
                asked = self._question(seat, hears=hears)
            if asked is None:
                return
            question, when, pause = asked
            thought = self._services.bots.choose(question, asker(self._live.table))
            choice, _ = await asyncio.gather(thought, asyncio.sleep(pause))
            if choice.error:
                facts = {"bot": question.bot, "error": choice.error}
                logs.warning("bot", table=self._live.table.id, **facts)
            await self._live.run(self._move(seat, when, question.bot, choice))
            self._note(seat, choice)
            self._rest(seat, choice, hears=hears)
            if choice.short == "plain":
                self._services.warm_up.want(question.game, plain=True)
        except Exception as error:  # noqa: BLE001 - no error stops the table
            logs.error("bot", error, table=self._live.table.id)
            await asyncio.sleep(RETRY)
        finally:
            self._turns.pop(seat, None)
            self.plan_all()

    def _rest(self, seat: int, choice: BotChoice, *, hears: bool) -> None:
        """Ask a bot again later, if it wants that and nothing happens until then."""
        table = self._live.table
        found = choice.turn and self._attention.rest(
            table, seat, choice.turn, hears=hears
        )
        if found:
            look = self._services.tasks.start(self._look_again(seat, *found))
            self._looks.add(look)
            look.add_done_callback(self._looks.discard)

    async def _look_again(self, seat: int, seconds: float, ticket: int) -> None:
        await asyncio.sleep(seconds)
        if self._attention.ends(seat, ticket) and seat not in self._turns:
            self._turns[seat] = self._services.tasks.start(
                self._turn(seat, hears=False)
            )

    def _question(
        self, seat: int, *, hears: bool
    ) -> tuple[BotQuestion, When, float] | None:
        """Return the request for a bot's move (an imagined table, never the real one), its
        moment, and the minimum seconds until the bot moves.
        """
        table, match = self._live.table, self._live.table.match
        if match is None or seat not in autopilot.hearing(table):
            return None
        bot = self._tempo.kind(seat, table.places[seat].bot)
        when = When(table.asked[seat], len(match.moves))
        workers, asked = (
            self._services.bots.count,
            max(1, len(autopilot.bot_seats(table))),
        )
        patience = PATIENCE * min(1, workers / asked)  # bots share the workers
        dice = self._dice(table, seat, when.moves)
        talk = table.tally.talk[-bot_moves.MOST_TALK :]
        told = (match, seat, bot, dice, patience)
        question = BotQuestion.at(*told, talk=talk, hears=hears)
        pace = table.settings.pace  # 0: the host wants no waiting at all
        dice = self._dice(table, seat, when.moves, "pause")
        pause = self._tempo.pause(match, dice, pace)
        return question, when, pause

    def _dice(self, table: OnlineTable, *about: object) -> list[int]:
        return bots.new_dice(self._services.entropy.dice(table.id, *about))

    def _move(self, seat: int, when: When, bot: str, choice: BotChoice) -> Command:
        """Return the command for a bot's move."""
        known = seat in self._faltering

        def command(table: OnlineTable) -> Iterator[AnyEvent]:
            for event in bot_moves.move(table, seat, when, bot, choice, known=known):
                yield event
                if isinstance(event, Moved) and table.match:
                    self._tempo.moved(table.match, seat)

        return command

    def _note(self, seat: int, choice: BotChoice) -> None:
        """Remember whether a bot's last search was shorter than promised."""
        if choice.short:
            self._faltering.add(seat)
        elif choice.iterations:
            self._faltering.discard(seat)


def asker(table: OnlineTable) -> Asker:
    """Return the asker for whom a table's bots think: its host, and whether people wait."""
    person = any(place.person and not place.away for place in table.places)
    return Asker(table.host, table.id, person)
