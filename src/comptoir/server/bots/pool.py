"""The pool of bot workers, processes beside the server: one that hangs is ended."""

import asyncio
import contextlib
import sys
import time

import msgspec

from comptoir.engine.backends.threads import cores
from comptoir.server.operations.metrics import Metrics

from .worker import LENGTH, Choice, Question

FIRST = 20.0  # seconds for a first answer: the process has to load
USUAL = 10.0  # seconds for any other


class BotPool:
    """A few worker processes, each asked one question at a time.

    Args:
        count: How many; one a core, and at least two, if left out.
        patience: Seconds before a bot is taken to hang.
        metrics: Where the time bots take is counted.
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
        self._free: asyncio.Queue[asyncio.subprocess.Process | None] = asyncio.Queue()
        self._all: set[asyncio.subprocess.Process] = set()
        for _ in range(self.count):
            self._free.put_nowait(None)  # started when first needed

    async def choose(self, question: Question) -> Choice:
        """Let a bot choose; whatever it does, there is an answer in time."""
        process = await self._free.get()
        start = time.perf_counter()
        try:
            patience = self.patience if process else max(FIRST, self.patience)
            process = process or await self._start()
            async with asyncio.timeout(patience):
                choice = await _ask(process, question)
        except TimeoutError:
            choice = Choice(None, f"no answer within {patience:g} s")
        except (OSError, asyncio.IncompleteReadError):
            choice = Choice(None, "the process ended")
        except BaseException:
            self._put_back(None, process)
            raise
        self._put_back(None if choice.error else process, process)
        if self.metrics:
            self.metrics.bot_thought(time.perf_counter() - start, choice.error)
        return choice

    async def close(self) -> None:
        """End all processes."""
        for process in list(self._all):
            _end(process)
        for process in list(self._all):
            await process.wait()
            process._transport.close()  # type: ignore[attr-defined]  # noqa: SLF001 - its pipes

    def _put_back(
        self,
        free: asyncio.subprocess.Process | None,
        used: asyncio.subprocess.Process | None,
    ) -> None:
        """Make room for the next question: with the same process, or with a new one."""
        if free is None and used is not None:
            _end(used)
        self._free.put_nowait(free)

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "comptoir.server.bots.worker",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        self._all = {old for old in self._all if old.returncode is None} | {process}
        return process


def _end(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()


async def _ask(process: asyncio.subprocess.Process, question: Question) -> Choice:
    assert process.stdin
    assert process.stdout
    body = msgspec.msgpack.encode(question)
    process.stdin.write(LENGTH.pack(len(body)) + body)
    await process.stdin.drain()
    (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
    answer = await process.stdout.readexactly(length)
    return msgspec.msgpack.decode(answer, type=Choice)
