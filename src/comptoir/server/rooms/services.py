"""Objects that all rooms of a process share: store, bots, metrics, clock, tasks."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from comptoir.server.announcing.announcer import Announcer
from comptoir.server.bots.pool import BotPool
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.operations import logs
from comptoir.server.operations.entropy import Entropy
from comptoir.server.operations.metrics import Metrics
from comptoir.server.storage.store import Store

from .lobby import Lobby
from .warm_up import WarmUp


def _running() -> float:
    """Return a monotonic time in seconds; on Linux it includes time asleep."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)  # Linux
    return time.monotonic() if boot is None else time.clock_gettime(boot)


def steady_clock(
    wall: Callable[[], float] = time.time, running: Callable[[], float] = _running
) -> Callable[[], int]:
    """Return a clock of milliseconds since 1970 that does not jump with the system's clock."""
    start = wall() - running()
    return lambda: int((start + running()) * 1000)


class Tasks:
    """Background tasks, referenced until they are done and awaited at shutdown."""

    def __init__(self) -> None:
        self.stopping = False  # True at shutdown: rooms start no new tasks
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task that runs on even if nobody waits for it."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        """Forget a finished task; log its error unless it is a refusal."""
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, RequestRefused):
            logs.error("task", error)

    async def finish(self, patience: float) -> None:
        """Wait for the running tasks, at most this many seconds."""
        if self._running:
            await asyncio.wait(self._running, timeout=patience)


class Services(NamedTuple):
    """The objects that every room is given."""

    store: Store
    bots: BotPool
    metrics: Metrics
    now: Callable[[], int]  # milliseconds since 1970
    tasks: Tasks
    warm_up: WarmUp
    announcer: Announcer
    lobby: Lobby
    entropy: Entropy
