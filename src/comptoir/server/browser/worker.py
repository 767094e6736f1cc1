"""What the page's worker calls: JavaScript's side is `web/src/local/worker.ts`."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from comptoir.server.domain.protocol import wire
from comptoir.server.domain.refusals import RequestRefused, sentence

from .answers import answer
from .connection import PageConnection
from .host import Host, Surroundings

Send = Callable[[str], Any]


class BrowserWorker:
    """The host of a browser's tables, called by JavaScript with plain texts and numbers.

    Args:
        host: The tables.
    """

    def __init__(self, host: Host):
        self._host = host
        self._connections: dict[int, PageConnection] = {}

    async def request(self, verb: str, url: str, body: str) -> str:
        """Answer a request; return status, media type and text as JSON."""
        parts = urlsplit(url)
        query = dict(parse_qsl(parts.query))
        return json.dumps(await answer(self._host, verb, parts.path, query, body))

    async def connect(self, number: int, url: str, send: Send) -> None:
        """Open a connection to a table, as the owner of the device or as one of its seats."""
        parts = urlsplit(url)
        query = dict(parse_qsl(parts.query))
        language = query.get("language", "en")
        try:
            desk = await self._host.desk(parts.path.split("/")[2])
        except RequestRefused as refused:
            why = refused.refusal
            send(wire.write(wire.Bye(why.key, sentence(why, language), why.args)))
            return
        by = self._host.viewer(desk, query.get("seat"))
        connection = PageConnection(desk, by, language, send)
        self._connections[number] = connection
        desk.listen(connection.reader, int(query.get("since", 0)))

    async def receive(self, number: int, message: str) -> None:
        """Answer a message of a connection."""
        connection = self._connections.get(number)
        if connection:
            await connection.receive(message)

    def disconnect(self, number: int) -> None:
        """Close a connection."""
        connection = self._connections.pop(number, None)
        if connection:
            connection.desk.forget(connection.reader)

    async def changed(self, table: str) -> None:
        """Read what another tab has stored."""
        await self._host.changed(table)


def begin(given: Surroundings) -> BrowserWorker:
    """Return the worker's host; `given` is a JavaScript object."""
    return BrowserWorker(Host(given))
