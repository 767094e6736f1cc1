"""Replays and text exports, from a worker process that is started on demand.

Each client has at most one request in line for the worker at a time, so that no client
waits for more than one request of each other client. The latest answers are cached.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Hashable

import msgspec

from comptoir.server.domain.reading.replaying import ExportQuestion
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.operations import logs
from comptoir.server.operations.child import Child, Failed

WORKER = "comptoir.server.export.process"
MOST = 16  # waiting requests of one client
KEPT = 16 * 2**20  # bytes of cached answers
PATIENCE = 60.0  # seconds for an answer


class ExportWorker:
    """Passes requests to one worker process, one at a time."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._child: Child | None = None
        self._free = asyncio.Lock()
        self._turns: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._cleared = 0  # how often the cache was cleared

    async def tell(
        self, client: str, name: Hashable, question: ExportQuestion
    ) -> bytes:
        """Return the answer to a request; requests with the same name share an answer.

        Raises:
            RequestRefused: The client has too many requests waiting, or the worker failed.
        """
        if name in self._kept:
            return self._known(name)
        if self._waiting[client] >= MOST:
            raise RequestRefused("too_fast")
        self._waiting[client] += 1
        try:
            async with self._turns.setdefault(client, asyncio.Lock()), self._free:
                if name not in self._kept:
                    cleared = self._cleared
                    answer = await self._ask(question)
                    if (
                        cleared != self._cleared
                    ):  # it may hold what was deleted meanwhile
                        return answer
                    self._keep(name, answer)
        finally:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client], self._turns[client]
        return self._known(name)

    def forget(self) -> None:
        """Clear the cache, because names or words in it were deleted."""
        self._cleared += 1
        self._kept.clear()
        self._size = 0

    async def close(self) -> None:
        """Stop the worker process."""
        child, self._child = self._child, None
        if child:
            await child.end()

    async def _ask(self, question: ExportQuestion) -> bytes:
        limit: asyncio.Timeout | None = None
        try:
            if self._child is None:
                self._child = await Child.start(WORKER)
            async with asyncio.timeout(self._patience) as limit:
                answer = await self._child.ask(msgspec.msgpack.encode(question))
        except Failed as error:
            logs.error("export_worker", error)
            await self.close()
            late = limit is not None and limit.expired()
            raise RequestRefused("took_too_long" if late else "broken") from None
        except BaseException:  # its late answer would go to the next request
            await self.close()
            raise
        if not answer:
            logs.warning("export_worker", question=type(question).__name__)
            raise RequestRefused("broken")
        return answer

    def _keep(self, name: Hashable, answer: bytes) -> None:
        self._kept[name] = answer
        self._size += len(answer)
        while self._size > KEPT and len(self._kept) > 1:
            self._size -= len(self._kept.popitem(last=False)[1])

    def _known(self, name: Hashable) -> bytes:
        self._kept.move_to_end(name)
        return self._kept[name]
