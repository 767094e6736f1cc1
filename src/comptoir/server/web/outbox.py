"""The send queue of one WebSocket."""

import asyncio
from collections import deque
from typing import Any

from comptoir.server.tables.refusals import RequestRefused

BACKLOG = 100  # messages that a slow reader may be behind


class Outbox:
    """Messages on their way to one reader; one who falls too far behind is let go."""

    def __init__(self, socket: Any):
        self._socket = socket
        self._queue: deque[str] = deque()
        self._wake = asyncio.Event()
        self._given_up = False

    def put(self, message: str) -> None:
        """Send a message as soon as the reader takes it."""
        if len(self._queue) >= BACKLOG:
            self.give_up()
        self._queue.append(message)
        self._wake.set()

    def give_up(self) -> None:
        """Send nothing more, and let the reader go."""
        self._given_up = True

    async def run(self) -> None:
        """Send until the reader is gone.

        Raises:
            RequestRefused: The reader is let go.
        """
        while not self._given_up:
            if not self._queue:
                self._wake.clear()
                await self._wake.wait()
            while self._queue and not self._given_up:
                await self._socket.send_text(self._queue.popleft())
        raise RequestRefused("too_slow")
