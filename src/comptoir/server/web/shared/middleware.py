"""Middleware for every request: origin check, rate limit and security headers."""

import re
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

import msgspec

from comptoir.server.domain.refusals import RequestRefused, sentence
from comptoir.server.operations import logs
from comptoir.server.operations.limits import Allowances
from comptoir.server.storage.quotas import SharedLimit

SAFE = ("GET", "HEAD", "OPTIONS")
MAKES = re.compile(
    r"/api/(match|tables(/[^/]+/(again|branch))?)"
)  # paths whose POST requests make a table
HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; "
    "style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_RAW = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
# The worker that runs tables in a browser starts Python, which is WebAssembly.
WORKER = "/assets/worker"
ENGINE = "script-src 'self' blob: 'wasm-unsafe-eval'; "
_OF_WORKER = [
    (
        name.encode(),
        (ENGINE if name == "content-security-policy" else "").encode() + value.encode(),
    )
    for name, value in HEADERS.items()
]
_SECURE = (b"strict-transport-security", b"max-age=31536000")


class Middleware:
    """ASGI middleware around the application; metrics have a port of their own."""

    def __init__(
        self,
        app: Any,
        allowances: Allowances,
        new_tables: SharedLimit,
        figures: Any,
        metrics_port: int | None,
    ):
        self.app = app
        self.allowances = allowances
        self._new_tables = new_tables
        self._figures = figures
        self._metrics_port = metrics_port

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if self._metrics_port and scope["server"][1] == self._metrics_port:
            await self._figures(scope, receive, send)
            return
        try:
            await self._check(scope)
        except RequestRefused as refused:
            await _refuse(scope, receive, send, refused)
            return
        except Exception as error:  # noqa: BLE001 - the limits are in the database
            logs.warning("limits", reason=str(error))
            await _refuse(scope, receive, send, RequestRefused("no_database"))
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        secure = scope.get("scheme") == "https"
        safe = _OF_WORKER if scope["path"].startswith(WORKER) else _RAW

        async def answer(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message.get("headers", []), *safe, *([_SECURE] if secure else [])
                ]  # fmt: skip
            await send(message)

        await self.app(scope, receive, answer)

    async def _check(self, scope: Any) -> None:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        if unsafe and origin:
            host = headers.get(b"host", b"").decode("latin-1")
            if _host(origin) != host:
                raise RequestRefused("foreign_page")
        client = client_of(scope)
        try:
            self.allowances.requests.take(client)
        except RequestRefused:
            self.allowances.requests.charge(client, 1)  # too many cut it off
            raise
        if scope.get("method") == "POST" and MAKES.fullmatch(scope["path"]):
            await self._new_tables.take(client)


def _host(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def client_of(scope: Any) -> str:
    """Return the client of a request: its address, or the network of an IPv6 address."""
    client = scope.get("client")
    return network_of(client[0]) if client else "?"


@lru_cache(4096)
def network_of(address: str) -> str:
    """Return the client of an address: the IPv4 address itself, or the IPv6 network."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if found.version == 4:  # noqa: PLR2004
        return address
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


def is_loopback(address: str) -> bool:
    """Return True if an address is that of this machine."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


async def _refuse(scope: Any, receive: Any, send: Any, refused: RequestRefused) -> None:
    body = msgspec.json.encode(
        {"error": refused.refusal.key, "text": sentence(refused.refusal, "en")}
    )
    headers = [(b"content-type", b"application/json"), *_RAW]
    if scope["type"] == "websocket":
        await receive()  # the handshake
        await send({"type": "websocket.close", "code": 4000 + refused.status})
        return
    start = {"type": "http.response.start", "status": refused.status}
    await send({**start, "headers": headers})
    await send({"type": "http.response.body", "body": body})
