"""The send queue of one WebSocket."""

import asyncio
from collections import deque
from typing import Any

from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.web.shared.connections import SEND_NOW

BACKLOG = 100  # most messages that may wait for a slow reader


class Outbox:
    """Messages on their way to one reader; a reader too far behind is disconnected."""

    def __init__(self, socket: Any):
        self._socket = socket
        self._send_now = socket.scope["extensions"].get(SEND_NOW)
        self._queue: deque[str] = deque()
        self._wake = asyncio.Event()
        self._sending = False  # a message has left the queue, but is not sent yet
        self._sender: asyncio.Task[None] | None = None
        self._refused: RequestRefused | None = None

    def put(self, message: str) -> None:
        """Send a message as soon as the reader takes it."""
        if len(self._queue) >= BACKLOG:
            self.give_up("too_slow")
        elif not self._refused and not self._sent_now(message):
            self._queue.append(message)
            self._wake.set()

    def _sent_now(self, message: str) -> bool:
        """Hand a message to the connection at once; return False if it must be queued."""
        waiting = self._sending or self._queue
        return bool(not waiting and self._send_now and self._send_now(message))

    def give_up(self, why: str) -> None:
        """Stop sending and disconnect the reader, even in the middle of a message."""
        if not self._refused:
            self._refused = RequestRefused(why)
            if self._sender:
                self._sender.cancel()

    async def run(self) -> None:
        """Send messages until the reader disconnects.

        Raises:
            RequestRefused: The server disconnects the reader.
        """
        self._sender = asyncio.current_task()
        try:
            while not self._refused:
                while self._queue:
                    self._sending = True
                    await self._socket.send_text(self._queue.popleft())
                self._sending = False
                self._wake.clear()
                await self._wake.wait()
        except asyncio.CancelledError:
            if not self._refused:
                raise
        raise self._refused
