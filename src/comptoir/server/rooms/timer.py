"""The timer of a table: starts automatic actions for proxies, clocks and absent players."""

import asyncio
from collections.abc import Callable

from comptoir.server.bots.quick import best_guess
from comptoir.server.domain.acting import autopilot
from comptoir.server.operations import logs

from .live_table import LiveTable
from .services import Services

EARLY = 0.02  # seconds: a timer may fire a little before its time
RETRY = 1.0  # seconds to wait after a failure
LONGEST = 60.0  # longest wait in seconds, because a machine may have slept meanwhile


class Timer:
    """A timer for the table's next automatic action.

    Args:
        live: The table.
        services: What all rooms share.
        plan: Called after the timer has fired, to plan the next automatic action.
    """

    def __init__(self, live: LiveTable, services: Services, plan: Callable[[], None]):
        self._live = live
        self._services = services
        self.plan_all = plan
        self._handle: asyncio.TimerHandle | None = None

    def plan(self) -> None:
        """Set the timer for the table's next automatic action, if there is one."""
        self.cancel()
        due = autopilot.timer(self._live.table)
        if due is not None:
            wait = (due - self._services.now()) / 1000
            self._wake_in(min(wait + EARLY, LONGEST) if wait > 0 else 0)

    def cancel(self) -> None:
        """Cancel the timer."""
        if self._handle:
            self._handle.cancel()
            self._handle = None

    def _wake_in(self, seconds: float) -> None:
        start = self._services.tasks.start
        loop = asyncio.get_running_loop()
        self._handle = loop.call_later(seconds, lambda: start(self._wake()))

    async def _wake(self) -> None:
        now = self._services.now()
        try:
            await self._live.run(lambda table: autopilot.act(table, now, best_guess))
            self.plan_all()
        except Exception as error:  # noqa: BLE001 - no error ends the timer
            logs.error("table", error, table=self._live.table.id)
            self._wake_in(RETRY)
