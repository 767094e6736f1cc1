"""Middleware before every request: its origin, its rate, the security headers of the answer."""

from typing import Any
from urllib.parse import urlsplit

import msgspec

from comptoir.server.tables.refusals import RequestRefused, sentence

from .limits import Buckets, Limits

SAFE = ("GET", "HEAD", "OPTIONS")
FREE = ("/healthz", "/metrics")  # asked by those who watch the server
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
_SECURE = (b"strict-transport-security", b"max-age=31536000")


class Middleware:
    """ASGI middleware before the whole application."""

    def __init__(self, app: Any, limits: Limits):
        self.app = app
        self._requests = Buckets(limits.requests, limits.burst)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Let a request pass, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            self._check(scope)
        except RequestRefused as refused:
            await _refuse(scope, receive, send, refused)
            return
        secure = scope.get("scheme") == "https"

        async def answer(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message.get("headers", []), *_RAW, *([_SECURE] if secure else [])
                ]  # fmt: skip
            await send(message)

        await self.app(scope, receive, answer)

    def _check(self, scope: Any) -> None:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        if unsafe and origin:
            host = headers.get(b"host", b"").decode("latin-1")
            if _host(origin) != host:
                raise RequestRefused("foreign_page")
        if scope["path"] not in FREE:
            self._requests.take(client_of(scope))


def _host(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def client_of(scope: Any) -> str:
    """Return the address a request comes from."""
    client = scope.get("client")
    return client[0] if client else "?"


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
