"""The health check: whether the database is writable."""

import asyncio
import time

from comptoir.server.operations import logs
from comptoir.server.operations.metrics import Metrics
from comptoir.server.storage.store import Store

KEPT = 1.0  # seconds for which a result is cached
PATIENCE = 2.0  # seconds for a row to be written


class HealthCheck:
    """Writes a row through the same queue as moves, and reports whether that worked."""

    def __init__(self, store: Store, metrics: Metrics):
        self._store = store
        self._metrics = metrics
        self._written: asyncio.Task[None] | None = None  # the latest attempt to write
        self._looked = -KEPT
        self._well = True

    async def well(self, at: int) -> bool:
        """Return True if the database is writable now, or was a second ago."""
        if time.monotonic() - self._looked < KEPT:
            return self._well
        if self._written is None or self._written.done():
            self._written = asyncio.create_task(self._store.note_health(at))
        await asyncio.wait([self._written], timeout=PATIENCE)
        fault = self._fault(self._written)
        if fault and self._well:
            logs.warning("health", error=fault)
        self._looked, self._well = time.monotonic(), not fault
        self._metrics.healthy.set(self._well)
        return self._well

    @staticmethod
    def _fault(written: asyncio.Task[None]) -> str:
        if not written.done():
            return f"nothing was written within {PATIENCE:g} s"
        error = written.exception()
        return f"{type(error).__name__}: {error}" if error else ""
