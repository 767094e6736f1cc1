"""The pool of bot worker processes, and the order in which it serves requests.

Requests at tables where a person waits come first. Next come those of the client that was
served longest ago, and among them those of the table that was served longest ago. A search
for which nobody waits is stopped as soon as a person has to wait for a worker. Any other
search is stopped after its time slice if the waiting client has fewer bots thinking. A
stopped search returns the best move found so far. A worker that hangs is killed. Tables
where no person plays share a rate limit on bot moves.
"""

import asyncio
import itertools
import math
import time
from collections import Counter
from operator import itemgetter

import msgspec

from comptoir.bots import built_in, searches
from comptoir.engine.backends.threads import cores
from comptoir.server.operations import logs
from comptoir.server.operations.child import Child, Failed
from comptoir.server.operations.metrics import Metrics

from .worker import AnyQuestion, BotChoice

WORKER = "comptoir.server.bots.worker"
USUAL = 10.0  # seconds before a bot counts as hanging
RETRY = 1.0  # seconds until the next attempt to start a process
SHARE = 0.5  # time slice in seconds, before which no search for a person is stopped
REMEMBERED = 10_000  # clients and tables whose last turn in the pool is remembered
ENDED = "the process ended"


class Asker(msgspec.Struct, frozen=True):
    """The client and table that a bot thinks for, and whether a person waits there."""

    client: str = ""
    table: str = ""
    person: bool = True


class PoolTask(msgspec.Struct, eq=False):
    """A request in the pool, its asker and its progress."""

    question: AnyQuestion
    asker: Asker
    number: int
    answer: asyncio.Future[BotChoice]
    asked: float
    begun: float = 0.0
    worker: Child | None = None
    stopped: bool = False
    again: bool = False  # sent a second time, because the first worker process ended


class BotPool:
    """A few worker processes, each serving one request at a time.

    Args:
        count: The number of processes; by default one per core, and at least two.
        patience: Seconds before a bot counts as hanging.
        metrics: The metrics that record how long bots take.

    `unwatched` limits the moves per second of bots at tables where no person plays.
    """

    def __init__(
        self,
        count: int | None = None,
        patience: float = USUAL,
        metrics: Metrics | None = None,
    ):
        self.count = count or max(2, cores())
        self.patience = patience
        self.metrics = metrics
        self.unwatched = math.inf
        self._rests_until = 0.0  # until then, bots of tables without people wait
        self._waiting: list[PoolTask] = []
        self._running: list[PoolTask] = []
        self._served: dict[
            str, int
        ] = {}  # clients and tables: when they last had a turn
        self._turns = itertools.count(1)
        self._asked = asyncio.Condition()
        self._workers: list[asyncio.Task[None]] = []
        self._ready = 0

    def open(self) -> None:
        """Start the processes, so that nobody waits for them later."""
        if not self._workers:
            work = (self._work() for _ in range(self.count))
            self._workers = [asyncio.create_task(one) for one in work]

    async def choose(
        self, question: AnyQuestion, asker: Asker | None = None
    ) -> BotChoice:
        """Return a bot's answer; if the bot fails or hangs, the answer contains an error."""
        self.open()
        answer: asyncio.Future[BotChoice] = asyncio.get_running_loop().create_future()
        number, now = next(self._turns), time.monotonic()
        task = PoolTask(question, asker or Asker(), number, answer, now)
        await self._put(task)
        try:
            return await answer
        finally:
            if task in self._waiting:
                self._waiting.remove(task)
            elif task in self._running:
                self._stop(task)

    async def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)

    async def _put(self, task: PoolTask) -> None:
        async with self._asked:
            self._waiting.append(task)
            self._asked.notify()
        self._press()

    async def _work(self) -> None:
        """Run one worker process: start it, pass it requests, and replace it when it fails."""
        while True:
            try:
                process = await Child.start(WORKER)
            except Failed as error:
                self._give_up(f"no process could be started: {error}")
                await asyncio.sleep(RETRY)
                continue
            self._ready += 1
            try:
                while await self._answer_next(process):
                    pass
            finally:
                self._ready -= 1
                await process.end()

    async def _answer_next(self, process: Child) -> bool:
        """Serve the next request; return False if the worker process must be replaced."""
        async with self._asked:
            await self._asked.wait_for(self._next)
            task = self._next()
            assert task
            self._waiting.remove(task)
        task.begun, task.worker = time.monotonic(), process
        self._running.append(task)
        self._note(task)
        asyncio.get_running_loop().call_soon(self._press)  # after it was sent
        try:
            choice = await self._ask(task)
        finally:
            self._running.remove(task)
        if choice.error == ENDED and not task.again:
            task.again = True
            await self._put(task)
        elif not task.answer.done():
            task.answer.set_result(choice)
        return not choice.error

    async def _ask(self, task: PoolTask) -> BotChoice:
        assert task.worker
        message = msgspec.msgpack.encode(task.question)
        try:
            async with asyncio.timeout(self.patience):
                reply = await task.worker.ask(message)
            choice = msgspec.msgpack.decode(reply, type=BotChoice)
        except TimeoutError:
            choice = BotChoice(None, f"no answer within {self.patience:g} s")
        except (OSError, EOFError):
            choice = BotChoice(None, ENDED)
        if self.metrics:
            seconds = time.monotonic() - task.begun
            self.metrics.bot_thought(seconds, choice.error)
        return choice

    def _next(self) -> PoolTask | None:
        """Return the next request; one worker is kept free of bots that cannot be stopped."""
        own = sum(not built_in(task.question.bot) for task in self._running)
        full = own >= max(1, self.count - 1)
        rests = time.monotonic() < self._rests_until
        free = (
            task
            for task in self._waiting
            if (not full or built_in(task.question.bot))
            and (not rests or task.asker.person)
        )
        return min(free, key=self._turn, default=None)

    def _turn(self, task: PoolTask) -> tuple[bool, int, int, int]:
        asker, served = task.asker, self._served
        last = served.get(asker.client, 0), served.get(asker.table, 0)
        return not asker.person, *last, task.number

    def _note(self, task: PoolTask) -> None:
        """Record that a request's client and table had their turn, and apply the rate limit."""
        if len(self._served) > REMEMBERED:
            self._served.clear()
        turn = next(self._turns)
        self._served |= {task.asker.client: turn, task.asker.table: turn}
        if not task.asker.person and self.unwatched < math.inf:
            pause = 1 / self.unwatched
            self._rests_until = task.begun + pause
            loop = asyncio.get_running_loop()
            loop.call_later(pause, lambda: loop.create_task(self._wake()))
        if self.metrics:
            self.metrics.bot_waits.observe(task.begun - task.asked)

    async def _wake(self) -> None:
        """Let a worker look for requests again."""
        async with self._asked:
            self._asked.notify()

    def _press(self) -> None:
        """Stop a search in favour of a waiting request, now or at the end of its time slice."""
        first = self._next()
        if first is None or len(self._running) < self._ready:
            return
        if any(task.stopped for task in self._running):
            return  # a worker is about to be free
        due = [(self._gives_way(t, first), t) for t in self._running]
        stoppable = [(at, task) for at, task in due if at is not None]
        if not stoppable:
            return
        at, task = min(stoppable, key=itemgetter(0))
        wait = at - time.monotonic()
        if wait <= 0:
            self._stop(task)
        else:
            asyncio.get_running_loop().call_later(wait, self._press)

    def _gives_way(self, task: PoolTask, first: PoolTask) -> float | None:
        """Return when a search must give way to a waiting request; None: never."""
        if not searches(task.question.bot) or not first.asker.person:
            return None
        if not task.asker.person:
            return task.begun
        having = Counter(running.asker.client for running in self._running)
        more = having[task.asker.client] > having[first.asker.client]
        return task.begun + SHARE if more else None

    def _stop(self, task: PoolTask) -> None:
        """Make a running search answer now; a bot that does not search keeps running."""
        task.stopped = True
        if task.worker:
            task.worker.poke()

    def _give_up(self, error: str) -> None:
        """Answer all waiting requests with an error if no process is left."""
        logs.warning("bots", error=error)
        if self._ready <= 0:
            for task in self._waiting:
                if not task.answer.done():
                    task.answer.set_result(BotChoice(None, error))
            self._waiting.clear()
