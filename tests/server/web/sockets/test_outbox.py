"""The send queue of a socket: in order, and not without end."""

import asyncio

import pytest

from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.web.shared.connections import SEND_NOW
from comptoir.server.web.sockets.outbox import BACKLOG, Outbox


class Socket:
    """A reader that takes messages, or blocks the sender at one of them."""

    def __init__(self, stops_at=None, at_once=()):
        self.taken = []
        self.at_once = at_once  # messages that can be sent without waiting
        self.scope = {"extensions": {SEND_NOW: self.send_now}}
        self.stops_at = stops_at
        self.stopped = asyncio.Event()
        self.goes_on = asyncio.Event()

    def send_now(self, message):
        if message in self.at_once:
            self.taken.append(message)
        return message in self.at_once

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


def test_nothing_overtakes_what_waits_or_is_on_its_way():
    """Even if the connection could take a message at once."""

    async def run():
        socket = Socket(stops_at="c", at_once="abdef")
        outbox = Outbox(socket)
        sender = asyncio.create_task(outbox.run())
        for message in "abcd":
            outbox.put(message)
        await socket.stopped.wait()
        outbox.put("e")
        socket.goes_on.set()
        outbox.put("f")
        for _ in range(10):  # let the sender run
            await asyncio.sleep(0)
        outbox.put("a")
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)
        return socket.taken

    assert [*"abcdefa"] == asyncio.run(run())


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
