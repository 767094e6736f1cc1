"""Connections of those who take their time: bounds on what uvicorn itself leaves open.

A request must have arrived, headers and body, within the host's patience; its headers have
a largest size. Whoever reads too little of what we send within that time is cut off.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from comptoir.server.operations.limits import Limits

from .middleware import network_of

ABORT = "comptoir.abort"  # the extension by which the application cuts a connection off
SEND_NOW = "comptoir.send_now"  # and that by which it sends without waiting
LEAST = 1024  # bytes a second that a reader takes
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)

_quiet = logging.getLogger("uvicorn.error.connections")
_quiet.setLevel("ERROR")  # what strangers send is no reason for a line each


class Deadline:
    """A moment by which something must have happened, or none."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float, then: Callable[..., None], *args: Any) -> None:
        """Call something after so many seconds, in place of what was to be called."""
        self.clear()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds, then, *args)

    @property
    def running(self) -> bool:
        """Whether something is expected."""
        return self._timer is not None

    def clear(self) -> None:
        """Expect nothing."""
        if self._timer:
            self._timer.cancel()
            self._timer = None


class Reader:
    """Cuts off whoever reads too little, or nothing, of what waits to be sent."""

    def __init__(self, transport: asyncio.Transport, patience: float):
        self._transport = transport
        self._patience = patience
        self._deadline = Deadline()

    def behind(self) -> None:
        """More waits to be sent than should; look again in a while."""
        waiting = self._transport.get_write_buffer_size()
        self._deadline.set(self._patience, self._look, waiting)

    def follows(self) -> None:
        """Little waits to be sent, or the connection has ended."""
        self._deadline.clear()

    def _look(self, before: int) -> None:
        waiting = self._transport.get_write_buffer_size()
        if waiting > before - LEAST * self._patience:
            self._transport.abort()
        else:
            self.behind()


class Watched(asyncio.Protocol):
    """A connection whose reader is watched."""

    limits = Limits()
    owes: Callable[[str], bool] = staticmethod(lambda _: False)
    _reader: Reader

    def pause_writing(self) -> None:
        """The reader is behind."""
        super().pause_writing()
        self._reader.behind()

    def resume_writing(self) -> None:
        """The reader follows."""
        super().resume_writing()
        self._reader.follows()


class Http(Watched, HttpToolsProtocol):
    """An HTTP connection; `limits` are those of the server."""

    def __init__(self, *args: Any, **given: Any):
        super().__init__(*args, **given)
        self.logger = _quiet
        self._head: int | None = 0  # bytes of headers so far; None: they are complete
        self._arriving = Deadline()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, but not for ever; not at all for who was told so."""
        super().connection_made(transport)
        self._reader = Reader(transport, self.limits.patience)
        self._arriving.set(self.limits.patience, transport.abort)
        if self.client and self.owes(network_of(self.client[0])):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._arriving.clear()
        self._reader.follows()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read, as long as the headers are not too many."""
        if self._head is not None:
            self._head += len(data)
            if not self._arriving.running:
                self._arriving.set(self.limits.patience, self.transport.abort)
        super().data_received(data)
        if self._too_large and not self.transport.is_closing():
            self.send_400_response("")

    def on_headers_complete(self) -> None:
        """Begin to answer."""
        lengths = (len(name) + len(value) for name, value in self.headers)
        self._head = len(self.url) + sum(lengths)
        if self._too_large:
            raise ValueError
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of a request is here."""
        self._head = 0
        self._arriving.clear()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over."""
        self._arriving.clear()
        self._reader.follows()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read, and headers that are too long."""
        if self._too_large:
            self.transport.write(TOO_LARGE)
            self.transport.close()
        else:
            super().send_400_response(msg)

    @property
    def _too_large(self) -> bool:
        return self._head is not None and self._head > self.limits.head


class Socket(Watched, WebSocketsSansIOProtocol):
    """A WebSocket; the application finds in its scope how to send at once and to cut it off."""

    def __init__(self, *args: Any, **given: Any):
        super().__init__(*args, **given)
        self.logger = self.conn.logger = _quiet
        self.conn.debug = False  # it would write down tokens and tables

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Look after its reader."""
        super().connection_made(transport)
        self._reader = Reader(self.transport, self.limits.patience)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._reader.follows()
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        """Let the application send at once, and cut it off."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions |= {ABORT: self.transport.abort, SEND_NOW: self.send_now}

    def send_now(self, text: str) -> bool:
        """Send a text, unless somebody is behind or the connection is not open."""
        open_ = self.handshake_complete and not self.close_sent
        if not open_ or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.conn.send_text(text.encode())
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def keepalive_timeout(self) -> None:
        """Nobody is there: do not wait until they have read the rest."""
        super().keepalive_timeout()
        self.transport.abort()


def protocols(
    limits: Limits, owes: Callable[[str], bool]
) -> tuple[type[Http], type[Socket]]:
    """Return the two kinds of connection, with a server's limits.

    `owes` says of a client whether it goes on asking though it was refused again and again:
    it is cut off before it is read. Behind a proxy that is the proxy, which owes nothing.
    """
    own = {"limits": limits, "owes": staticmethod(owes)}
    return type("Http", (Http,), own), type("Socket", (Socket,), own)
