"""Connections to slow clients: limits that uvicorn itself does not set.

A request must arrive completely, headers and body, within the host's patience; its headers
have a largest size. A client that reads too little of what we send in that time is cut off.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from comptoir.server.operations.limits import Limits

from .middleware import network_of

ABORT = "comptoir.abort"  # the ASGI extension that cuts a connection off
SEND_NOW = "comptoir.send_now"  # the ASGI extension that sends without waiting
LEAST = 1024  # least bytes a second that a client must read
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)

_quiet = logging.getLogger("uvicorn.error.connections")
_quiet.setLevel("ERROR")  # invalid requests of strangers are not worth a line each


class Deadline:
    """A timeout that can be set, replaced and cleared."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float, then: Callable[..., None], *args: Any) -> None:
        """Call a function after so many seconds, instead of what was set before."""
        self.clear()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds, then, *args)

    @property
    def running(self) -> bool:
        """True if the timeout is set."""
        return self._timer is not None

    def clear(self) -> None:
        """Cancel the timeout."""
        if self._timer:
            self._timer.cancel()
            self._timer = None


class Reader:
    """Cuts off a client that reads too little of what waits to be sent."""

    def __init__(self, transport: asyncio.Transport, patience: float):
        self._transport = transport
        self._patience = patience
        self._deadline = Deadline()

    def behind(self) -> None:
        """Start checking whether the client catches up, because its send buffer is full."""
        waiting = self._transport.get_write_buffer_size()
        self._deadline.set(self._patience, self._look, waiting)

    def follows(self) -> None:
        """Stop checking: the buffer has drained, or the connection has ended."""
        self._deadline.clear()

    def _look(self, before: int) -> None:
        waiting = self._transport.get_write_buffer_size()
        if waiting > before - LEAST * self._patience:
            self._transport.abort()
        else:
            self.behind()


class Watched(asyncio.Protocol):
    """A connection with a check on how fast its client reads."""

    limits = Limits()
    owes: Callable[[str], bool] = staticmethod(lambda _: False)
    _reader: Reader

    def pause_writing(self) -> None:
        """Start the check on the client."""
        super().pause_writing()
        self._reader.behind()

    def resume_writing(self) -> None:
        """Stop the check on the client."""
        super().resume_writing()
        self._reader.follows()


class Http(Watched, HttpToolsProtocol):
    """An HTTP connection with the server's limits."""

    def __init__(self, *args: Any, **given: Any):
        super().__init__(*args, **given)
        self.logger = _quiet
        self._head: int | None = 0  # bytes of headers so far; None: they are complete
        self._arriving = Deadline()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait a limited time for the first request; cut off clients over their limit."""
        super().connection_made(transport)
        self._reader = Reader(transport, self.limits.patience)
        self._arriving.set(self.limits.patience, transport.abort)
        if self.client and self.owes(network_of(self.client[0])):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clear all timeouts."""
        self._arriving.clear()
        self._reader.follows()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, as long as the headers are not too large."""
        if self._head is not None:
            self._head += len(data)
            if not self._arriving.running:
                self._arriving.set(self.limits.patience, self.transport.abort)
        super().data_received(data)
        if self._too_large and not self.transport.is_closing():
            self.send_400_response("")

    def on_headers_complete(self) -> None:
        """Start to answer, unless the headers are too large."""
        lengths = (len(name) + len(value) for name, value in self.headers)
        self._head = len(self.url) + sum(lengths)
        if self._too_large:
            raise ValueError
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Clear the timeout once a request is complete."""
        self._head = 0
        self._arriving.clear()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol."""
        self._arriving.clear()
        self._reader.follows()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Refuse invalid requests, and headers that are too large."""
        if self._too_large:
            self.transport.write(TOO_LARGE)
            self.transport.close()
        else:
            super().send_400_response(msg)

    @property
    def _too_large(self) -> bool:
        return self._head is not None and self._head > self.limits.head


class Socket(Watched, WebSocketsSansIOProtocol):
    """A WebSocket; its scope lets the application send at once, and cut the connection off."""

    def __init__(self, *args: Any, **given: Any):
        super().__init__(*args, **given)
        self.logger = self.conn.logger = _quiet
        self.conn.debug = False  # it would log tokens and tables

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start watching the client."""
        super().connection_made(transport)
        self._reader = Reader(self.transport, self.limits.patience)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the check on the client."""
        self._reader.follows()
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        """Add the ASGI extensions for sending at once and for cutting the connection off."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions |= {ABORT: self.transport.abort, SEND_NOW: self.send_now}

    def send_now(self, text: str) -> bool:
        """Send a text if the connection is open and nothing waits to be sent."""
        open_ = self.handshake_complete and not self.close_sent
        if not open_ or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.conn.send_text(text.encode())
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def keepalive_timeout(self) -> None:
        """Cut off a client that does not answer pings, without waiting any longer."""
        super().keepalive_timeout()
        self.transport.abort()


def protocols(
    limits: Limits, owes: Callable[[str], bool]
) -> tuple[type[Http], type[Socket]]:
    """Return the two connection classes, with a server's limits.

    `owes` returns True for a client that keeps asking after many refusals: it is cut off before
    its request is read. Behind a proxy the client is the proxy, which is never cut off.
    """
    own = {"limits": limits, "owes": staticmethod(owes)}
    return type("Http", (Http,), own), type("Socket", (Socket,), own)
