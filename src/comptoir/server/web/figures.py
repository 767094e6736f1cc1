"""The metrics of one process for Prometheus, on a port of their own."""

from typing import Any

from comptoir.server.operations.metrics import CONTENT_TYPE, Metrics


class MetricsEndpoint:
    """An ASGI application with one page, `/metrics`."""

    def __init__(self, metrics: Metrics):
        self._metrics = metrics

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer with all metrics."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})
            return
        found = scope["path"] == "/metrics"
        start = {"type": "http.response.start", "status": 200 if found else 404}
        headers = [(b"content-type", CONTENT_TYPE.encode())]
        await send({**start, "headers": headers})
        body = self._metrics.text() if found else b""
        await send({"type": "http.response.body", "body": body})
