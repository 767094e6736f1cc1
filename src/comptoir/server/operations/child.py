"""A process beside the server, asked one thing at a time; it ends when the server does.

Messages go through its input and output, each with its length before it.
"""

import asyncio
import contextlib
import os
import signal
import struct
import sys
from collections.abc import Iterator
from typing import BinaryIO

LENGTH = struct.Struct("<I")
READY = b"\x01"  # said once, when questions are welcome
KINDNESS = 5  # children give way to the tables
LOADING = 60.0  # seconds for a process to start, on a busy machine

Failed = (OSError, EOFError, TimeoutError)  # no child, or none any more


class Child:
    """A running process, as the server sees it."""

    def __init__(self, process: asyncio.subprocess.Process):
        self._process = process

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @classmethod
    async def start(cls, module: str) -> "Child":
        """Start a module of ours and wait until it is ready for questions."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        child = cls(process)
        try:
            assert process.stdout
            async with asyncio.timeout(LOADING):
                await process.stdout.readexactly(len(READY))
        except BaseException:
            await child.end()
            raise
        return child

    async def ask(self, message: bytes) -> bytes:
        """Return what it answers."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(LENGTH.pack(len(message)) + message)
        await self._process.stdin.drain()
        read = self._process.stdout.readexactly
        return await read(*LENGTH.unpack(await read(LENGTH.size)))

    def poke(self) -> None:
        """Send an empty message, which has no answer of its own."""
        with contextlib.suppress(OSError, RuntimeError):
            assert self._process.stdin
            self._process.stdin.write(LENGTH.pack(0))

    async def end(self) -> None:
        """End it, whatever it is doing."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        self._process._transport.close()  # type: ignore[attr-defined]  # noqa: SLF001 - its pipes


def settle() -> BinaryIO:
    """Set up a worker process: ignore SIGINT, lower the priority, redirect stdout.

    Return the file that answers are written to.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when we end
    if hasattr(os, "nice"):
        os.nice(KINDNESS)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # bots may print
    return answers


def messages() -> Iterator[bytes]:
    """Yield what the server sends, until it ends."""
    file = sys.stdin.buffer
    while len(head := file.read(LENGTH.size)) == LENGTH.size:
        yield file.read(*LENGTH.unpack(head))


def reply(answers: BinaryIO, body: bytes) -> None:
    """Send an answer."""
    rest = memoryview(LENGTH.pack(len(body)) + body)
    while rest:
        rest = rest[answers.write(rest) :]
