"""Limits for slow clients; uvicorn alone would wait for them forever.

A request must arrive within the host's patience, headers and body, and its headers have a
largest size. A client that reads too little of what it is sent in that time is cut off, and
so is one that sends many requests at once without waiting for their answers, or far more
WebSocket frames than the messages it may send.
"""

import asyncio
import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.operations.limits import Bucket, Limits

from .middleware import network_of

LEAST = 1024  # bytes a second that a client must read
PART = 4096  # bytes to parse before looking whether there were too many requests
PIPELINED = 50  # requests that may arrive at once, without waiting for an answer
HEAD = 10  # maximum bytes from the start of a WebSocket frame to the end of its length
FRAMES = 4  # frames that a WebSocket may send for each message that a player may
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class Deadline:
    """A moment by which something must have happened, or none."""

    _timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float, then: Callable[..., None], *args: Any) -> None:
        """Call a function after so many seconds, unless one is already waiting."""
        if not self._timer:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, self._passed, then, *args)

    def clear(self) -> None:
        """Cancel the deadline."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _passed(self, then: Callable[..., None], *args: Any) -> None:
        self._timer = None
        then(*args)


class ClientConnection(asyncio.Protocol):
    """Stands between asyncio and uvicorn: the protocol of one and the transport of the other.

    Its own parser tells how much of a request has arrived.
    """

    limits = Limits()
    owes: Callable[[str], bool] = staticmethod(lambda _: False)
    _transport: Any = None

    def __init__(self, **given: Any):
        self._served: Any = HttpToolsProtocol(**given)
        self._parser: HttpRequestParser | None = HttpRequestParser(self)
        self._arriving = Deadline()
        self._reading = Deadline()
        self._head: int | None = 0  # bytes of headers so far; None: they are complete
        self._fields = 0  # of these, bytes in whole fields
        self._too_large = False
        self._client = ""
        self._requests = 0  # of those that arrived last
        self._frames = FrameLimit(self.limits)

    # What asyncio calls.

    def connection_made(self, transport: Any) -> None:
        """Wait for the first request; cut off a client that ignores its refusals."""
        self._transport = transport
        self._served.connection_made(self)
        self._arriving.set(self.limits.patience, transport.abort)
        peer = transport.get_extra_info("peername")
        self._client = network_of(peer[0]) if peer else ""
        if self.owes(self._client):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop the timers, and the references that form a cycle."""
        self._served.connection_lost(exc)
        self._served = self._parser = None
        self._arriving.clear()
        self._reading.clear()

    def data_received(self, data: bytes) -> None:
        """Pass on what arrives, unless it is too much."""
        try:
            if self._parser:
                self._follow(self._parser, data)
            else:
                self._frames.take(data)
        except RequestRefused:
            self._transport.abort()
            return
        if self._too_large:
            self._transport.write(TOO_LARGE)
            self.close()
        elif self._requests > PIPELINED or (self._parser and self.owes(self._client)):
            self._transport.abort()
        else:
            self._served.data_received(data)

    def eof_received(self) -> bool | None:
        """Close the connection, unless uvicorn goes on writing."""
        goes_on: bool | None = self._served.eof_received()
        if not goes_on:
            self.close()
        return goes_on

    def pause_writing(self) -> None:
        """Watch how much the client reads."""
        self._served.pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """Stop watching a client that has caught up."""
        self._served.resume_writing()
        self._reading.clear()

    # What uvicorn calls.

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the transport, such as `write`."""
        return getattr(self._transport, name)

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        """Hand the connection over to a WebSocket, which must answer in time."""
        self._served, self._parser = protocol, None
        self._arriving.set(self.limits.patience, self._transport.abort)

    def write(self, data: bytes) -> None:
        """Send an answer; the first one of a WebSocket opens or refuses it."""
        self._transport.write(data)
        if not self._parser:
            self._arriving.clear()

    def close(self) -> None:
        """Close the connection as soon as the client has read the rest, if it does."""
        self._transport.close()
        if self._transport.get_write_buffer_size():
            self._watch()

    # What the parser calls.

    def on_header(self, *field: bytes) -> None:
        """Count a field, or the address."""
        self._fields += sum(map(len, field))

    on_url = on_header

    def on_headers_complete(self) -> None:
        """Stop counting: the body follows."""
        self._too_large |= self._fields > self.limits.head
        self._head, self._fields = None, 0

    def on_message_complete(self) -> None:
        """Leave the wait for the next request to uvicorn until it begins."""
        self._head = 0
        self._requests += 1
        self._arriving.clear()

    def _follow(self, parser: HttpRequestParser, data: bytes) -> None:
        """Count what arrives of a request; uvicorn refuses malformed ones."""
        self._requests = 0
        if self._head is not None:
            self._head += len(data)
            self._arriving.set(self.limits.patience, self._transport.abort)
        with suppress(HttpParserError, HttpParserUpgrade):
            for start in range(0, len(data), PART):
                parser.feed_data(data[start : start + PART])
                if self._requests > PIPELINED:
                    return
        self._too_large |= self._head is not None and self._head > self.limits.head

    def _watch(self, before: float = math.inf) -> None:
        """Cut the client off if it has read too little, or look again in a while."""
        waiting = self._transport.get_write_buffer_size()
        if waiting > before - LEAST * self.limits.patience:
            self._transport.abort()
        else:
            self._reading.set(self.limits.patience, self._watch, waiting)


class FrameLimit:
    """Counts all frames of a WebSocket (RFC 6455), such as pings, not only whole messages.

    64 KB of empty pings take 100 ms to answer, and nothing else limits them.
    """

    def __init__(self, limits: Limits):
        rate, burst = limits.messages, limits.message_burst
        self._bucket = Bucket(FRAMES * rate, FRAMES * burst)
        self._head = b""  # of a frame that has only begun
        self._rest = 0  # bytes of the last frame that are still to come

    def take(self, data: bytes) -> None:
        """Count the frames that begin in these bytes.

        Raises:
            RequestRefused: There are too many.
        """
        data, at = self._head + data, self._rest
        self._head = b""
        while at < len(data):
            head = data[at : at + HEAD]
            size = head[1] & 127 if len(head) > 1 else 0
            wide = {126: 2, 127: 8}.get(size, 0)
            if len(head) < 2 + wide:
                self._head, self._rest = head, 0
                return
            if wide:
                size = int.from_bytes(head[2 : 2 + wide])
            at += 2 + wide + 4 * (head[1] >> 7) + size
            self._bucket.take()
        self._rest = at - len(data)


def connections(limits: Limits, owes: Callable[[str], bool]) -> type[ClientConnection]:
    """Return the connections of a server with these limits.

    `owes` returns True if a client keeps sending requests after many refusals; it is cut off
    before anything is read. Behind a proxy the client is the proxy, which is never cut off.
    """
    own = {"limits": limits, "owes": staticmethod(owes)}
    return type("ClientConnection", (ClientConnection,), own)
