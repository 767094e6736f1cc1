"""A worker process beside the server, which answers one request at a time.

Length-prefixed messages pass through its standard input and output. It exits when the
server does.
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
READY = b"\x01"  # sent once, when the process is ready for requests
KINDNESS = 5  # niceness of workers: the server's own work comes first
LOADING = 60.0  # seconds for a process to start, on a busy machine

Failed = (OSError, EOFError, TimeoutError)  # errors when it ends or never starts


class Child:
    """A running worker process, as the server sees it."""

    def __init__(self, process: asyncio.subprocess.Process):
        self._process = process

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @classmethod
    async def start(cls, module: str) -> "Child":
        """Start a module as a process, and wait until it is ready for requests."""
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
        """Send a request and return its answer."""
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
        """Kill the process, whatever it is doing."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        self._process._transport.close()  # type: ignore[attr-defined]  # noqa: SLF001 - its pipes


def settle() -> BinaryIO:
    """Set up a worker process: ignore SIGINT, lower the priority, redirect stdout.

    Return the file that answers are written to.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers
    if hasattr(os, "nice"):
        os.nice(KINDNESS)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # bots may print
    return answers


def messages() -> Iterator[bytes]:
    """Yield the server's messages until the input ends."""
    file = sys.stdin.buffer
    while len(head := file.read(LENGTH.size)) == LENGTH.size:
        yield file.read(*LENGTH.unpack(head))


def reply(answers: BinaryIO, body: bytes) -> None:
    """Send an answer."""
    rest = memoryview(LENGTH.pack(len(body)) + body)
    while rest:
        rest = rest[answers.write(rest) :]
