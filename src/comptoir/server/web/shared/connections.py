"""Limits on slow clients, for which uvicorn itself would wait forever.

The headers and the body of a request must arrive within the host's time limit, and the size
of the headers is limited. A client that reads its answer too slowly is cut off.
"""

import asyncio
import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from comptoir.server.operations.limits import Limits

from .middleware import network_of

LEAST = 1024  # bytes a second that a client must read
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class Deadline:
    """A timer that calls a function at a deadline, unless it is cleared before."""

    _timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float, then: Callable[..., None], *args: Any) -> None:
        """Call a function after this many seconds, unless the timer already runs."""
        if not self._timer:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, self._passed, then, *args)

    def clear(self) -> None:
        """Stop the timer."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _passed(self, then: Callable[..., None], *args: Any) -> None:
        self._timer = None
        then(*args)


class Connection(asyncio.Protocol):
    """Stands between asyncio, as its protocol, and uvicorn, as its transport.

    A second HTTP parser tells how much of a request has arrived.
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
        self._fields = 0  # of these, bytes in complete fields
        self._too_large = False

    # Called by asyncio:

    def connection_made(self, transport: Any) -> None:
        """Wait for the first request; cut off a client that kept ignoring refusals."""
        self._transport = transport
        self._served.connection_made(self)
        self._arriving.set(self.limits.patience, transport.abort)
        peer = transport.get_extra_info("peername")
        if peer and self.owes(network_of(peer[0])):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers, and drop the references that form a cycle."""
        self._served.connection_lost(exc)
        self._served = self._parser = None
        self._arriving.clear()
        self._reading.clear()

    def data_received(self, data: bytes) -> None:
        """Pass received data on to uvicorn, unless the headers are too large."""
        if self._parser:
            self._follow(self._parser, data)
        if self._too_large:
            self._transport.write(TOO_LARGE)
            self.close()
        else:
            self._served.data_received(data)

    def eof_received(self) -> bool | None:
        """Close the connection, unless uvicorn goes on writing."""
        goes_on: bool | None = self._served.eof_received()
        if not goes_on:
            self.close()
        return goes_on

    def pause_writing(self) -> None:
        """Start to watch how fast the client reads."""
        self._served.pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """Stop watching a client that has caught up."""
        self._served.resume_writing()
        self._reading.clear()

    # Called by uvicorn:

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the transport, such as `write`."""
        return getattr(self._transport, name)

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        """Hand the connection over to a WebSocket handler, which must answer in time."""
        self._served, self._parser = protocol, None
        self._arriving.set(self.limits.patience, self._transport.abort)

    def write(self, data: bytes) -> None:
        """Send an answer; the first answer of a WebSocket ends its time limit."""
        self._transport.write(data)
        if not self._parser:
            self._arriving.clear()

    def close(self) -> None:
        """Close the connection once the client has read the rest, or is too slow."""
        self._transport.close()
        if self._transport.get_write_buffer_size():
            self._watch()

    # Called by the parser:

    def on_header(self, *field: bytes) -> None:
        """Count the bytes of a header field or of the address."""
        self._fields += sum(map(len, field))

    on_url = on_header

    def on_headers_complete(self) -> None:
        """Stop counting bytes, because the body follows."""
        self._too_large |= self._fields > self.limits.head
        self._head, self._fields = None, 0

    def on_message_complete(self) -> None:
        """Stop the timer: until the next request begins, uvicorn's own timeout applies."""
        self._head = 0
        self._arriving.clear()

    def _follow(self, parser: HttpRequestParser, data: bytes) -> None:
        """Count the bytes of a request; uvicorn itself refuses invalid requests."""
        if self._head is not None:
            self._head += len(data)
            self._arriving.set(self.limits.patience, self._transport.abort)
        with suppress(HttpParserError, HttpParserUpgrade):
            parser.feed_data(data)
        self._too_large |= self._head is not None and self._head > self.limits.head

    def _watch(self, before: float = math.inf) -> None:
        """Cut the client off if it has read too little; otherwise check again later."""
        waiting = self._transport.get_write_buffer_size()
        if waiting > before - LEAST * self.limits.patience:
            self._transport.abort()
        else:
            self._reading.set(self.limits.patience, self._watch, waiting)


def connections(limits: Limits, owes: Callable[[str], bool]) -> type[Connection]:
    """Return the connection class of a server with these limits.

    `owes` returns True for the address of a client that kept sending requests after many
    refusals; its connection is cut off before anything is read. Behind a proxy, all
    connections come from the proxy, whose address is never refused.
    """
    own = {"limits": limits, "owes": staticmethod(owes)}
    return type("Connection", (Connection,), own)
