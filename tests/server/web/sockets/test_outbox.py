"""The send queue of a socket: in order, and not without end."""

import asyncio

import pytest

from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.web.sockets.outbox import BACKLOG, Outbox


class Socket:
    """A reader that takes messages, or blocks the sender at one of them."""

    def __init__(self, stops_at=None):
        self.taken = []
        self.stops_at = stops_at
        self.stopped = asyncio.Event()
        self.goes_on = asyncio.Event()

    async def send_text(self, message):
        self.taken.append(message)
        if message == self.stops_at:
            self.stopped.set()
            await self.goes_on.wait()


def test_messages_arrive_in_order_and_before_the_end():
    async def run():
        socket = Socket(stops_at="c")
        outbox = Outbox(socket)
        sender = asyncio.create_task(outbox.run())
        for message in "abc":
            outbox.put(message)
        await socket.stopped.wait()
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)
        return socket.taken

    assert ["a", "b", "c"] == asyncio.run(run())


def test_a_reader_who_falls_too_far_behind_is_let_go():
    """Also in the middle of a message that is never read."""

    async def run():
        socket = Socket(stops_at="first")
        outbox = Outbox(socket)
        sender = asyncio.create_task(outbox.run())
        outbox.put("first")
        await socket.stopped.wait()
        for _ in range(BACKLOG + 1):
            outbox.put("more")
        with pytest.raises(RequestRefused) as refused:
            await sender
        return refused.value.refusal.key, socket.taken

    assert ("too_slow", ["first"]) == asyncio.run(run())
