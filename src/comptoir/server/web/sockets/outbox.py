"""The send queue of one WebSocket."""

import asyncio
from collections import deque
from typing import Any

from comptoir.server.domain.refusals import RequestRefused

BACKLOG = 100  # messages that may wait for a slow reader


class Outbox:
    """The messages waiting for one reader; a reader who is too far behind is disconnected."""

    def __init__(self, socket: Any):
        self._socket = socket
        self._queue: deque[str] = deque()
        self._wake = asyncio.Event()
        self._sender: asyncio.Task[None] | None = None
        self._refused: RequestRefused | None = None

    def put(self, message: str) -> None:
        """Queue a message, which is sent as soon as the reader takes it."""
        if len(self._queue) >= BACKLOG:
            self.give_up("too_slow")
        elif not self._refused:
            self._queue.append(message)
            self._wake.set()

    def give_up(self, why: str) -> None:
        """Stop sending, even in the middle of a message, and disconnect the reader."""
        if not self._refused:
            self._refused = RequestRefused(why)
            if self._sender:
                self._sender.cancel()

    async def run(self) -> None:
        """Send queued messages until the reader is gone.

        Raises:
            RequestRefused: The reader was disconnected by `give_up`.
        """
        self._sender = asyncio.current_task()
        try:
            while not self._refused:
                while self._queue:
                    await self._socket.send_text(self._queue.popleft())
                self._wake.clear()
                await self._wake.wait()
        except asyncio.CancelledError:
            if not self._refused:
                raise
        raise self._refused
