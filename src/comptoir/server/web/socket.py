"""The WebSocket of a table: requests in, answers and news out."""

import asyncio
import contextlib
import time
from functools import partial
from typing import Any, assert_never

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from comptoir.engine.model.refusals import Refusal
from comptoir.engine.text.words import LANGUAGES
from comptoir.server.operations import logs
from comptoir.server.protocol import wire
from comptoir.server.storage.players import Players
from comptoir.server.storage.store import PlayerRow
from comptoir.server.tables import commands, queries
from comptoir.server.tables.broadcast import Listener
from comptoir.server.tables.commands import Sender
from comptoir.server.tables.refusals import WORDS, RequestRefused, sentence
from comptoir.server.tables.rooms import Rooms

from . import identity
from .limits import Bucket, Sockets
from .middleware import client_of
from .outbox import Outbox

NOBODY = PlayerRow("", "", "en")
CLOSED = 4000  # WebSocket close codes of our own: 4000 and an HTTP status


@websocket("/api/tables/{table:str}/socket", opt={"exclude_from_csrf": True})
async def play(
    socket: WebSocket[Any, Any, Any],
    table: str,
    rooms: Rooms,
    players: Players,
    sockets: Sockets,
) -> None:
    """Sit at a table, or look on: `?since=NUMBER` to go on, `?language=fr` for sentences."""
    client = client_of(socket.scope)
    await socket.accept()
    try:
        sockets.add(client)
    except RequestRefused as refused:
        await _bye(socket, refused, "en")
        return
    rooms.metrics.sockets.inc()
    try:
        await Connection(socket, rooms).serve(table, players)
    finally:
        sockets.drop(client)
        rooms.metrics.sockets.dec()


class Connection:
    """One WebSocket from its welcome to its end."""

    def __init__(self, socket: WebSocket[Any, Any, Any], rooms: Rooms):
        self.socket = socket
        self.rooms = rooms
        asked = socket.query_params.get("language", "en")
        self.language = asked if asked in LANGUAGES else "en"
        self.player = NOBODY
        self.bucket = Bucket(rooms.limits.messages, rooms.limits.message_burst)
        self.strikes = 0
        self.hint: asyncio.Task[None] | None = None

    async def serve(self, table: str, players: Players) -> None:
        """Read and write until one of the two sides goes."""
        try:
            self.player = await identity.maybe(self.socket, players) or NOBODY
            self.room = await self.rooms.room(table)
            since = _since(self.socket.query_params.get("since"))
        except RequestRefused as refused:
            await _bye(self.socket, refused, self.language)
            return
        self.outbox = Outbox(self.socket)
        listener = Listener(self.player.id, self.outbox.put)
        writer = asyncio.create_task(self.outbox.run())
        reader = asyncio.create_task(self._read())
        try:
            await self.room.listen(listener, since)
            parts = {writer, reader}
            done, _ = await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
            await self._end(done)
        finally:
            self.room.forget(listener)
            writer.cancel()
            reader.cancel()
            await asyncio.gather(writer, reader, return_exceptions=True)

    async def _end(self, done: set[Any]) -> None:
        """Say why the connection ends, if it is we who end it."""
        for part in done:
            error = part.exception()
            if isinstance(error, RequestRefused):
                await _bye(self.socket, error, self.language)
            elif error and not isinstance(error, (WebSocketDisconnect, OSError)):
                logs.error("socket", error, table=self.room.table.id)

    async def _read(self) -> None:
        """Answer requests, one after the other."""
        while True:
            event = await self.socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            if event["type"] == "websocket.receive":
                start = time.perf_counter()
                said = event.get("text") or event.get("bytes") or b""
                await self._answer(said)
                self.rooms.metrics.answers.observe(time.perf_counter() - start)

    async def _answer(self, message: str | bytes) -> None:
        request: wire.AnyRequest | None = None
        try:
            request = self._decode(message)
            self.bucket.take()
            if isinstance(request, wire.Command):
                await self._run(request)
            else:
                await self._query(request)
        except RequestRefused as refused:
            self._refuse(request.id if request else None, refused)
        except Exception as error:  # noqa: BLE001 - the socket must live
            logs.error("request", error, table=self.room.table.id)
            self._refuse(request.id if request else None, RequestRefused("broken"))

    def _decode(self, message: str | bytes) -> wire.AnyRequest:
        if len(message) > wire.LONGEST:
            raise self._strike(RequestRefused("too_large"))
        try:
            return wire.read(message)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            reason = str(error)[:200]
            raise self._strike(RequestRefused("bad_message", reason=reason)) from None

    def _strike(self, refused: RequestRefused) -> RequestRefused:
        """Count a message that makes no sense; too many end the connection."""
        self.strikes += 1
        if self.strikes >= self.rooms.limits.strikes:
            self.outbox.give_up()
        return refused

    async def _run(self, request: wire.Command) -> None:
        """Carry a command out at the table."""
        if self.player is NOBODY:
            raise RequestRefused("who")
        by = Sender(self.player.id, self.player.name, self.rooms.now())
        number = await self.room.run(
            lambda table: commands.requested(table, by, request),
            by.id,
            request.id,
            partial(commands.caused, request),
        )
        self._send(wire.Done(request.id, number))

    async def _query(self, request: wire.Query) -> None:
        """Answer what changes nothing, from what is committed."""
        async with self.room.reading() as table:
            seat = table.seat_of(self.player.id)
            match request:
                case wire.Why():
                    refusal = queries.why(table, seat, request.action)
                    self._send(self._reason(request.id, refusal))
                case wire.Preview():
                    self._send(queries.previewed(table, seat, request))
                case wire.Hint():
                    if self.hint is None or self.hint.done():  # one at a time
                        hint = self._hint(request, seat)
                        self.hint = self.rooms.services.tasks.start(hint)
                case _:
                    assert_never(request)

    async def _hint(self, request: wire.Hint, seat: int | None) -> None:
        """Answer when a bot has thought, and let other requests pass meanwhile."""
        services = self.rooms.services
        try:
            self._send(await queries.hinted(self.room, services, seat, request))
        except RequestRefused as refused:
            self._refuse(request.id, refused)

    def _reason(self, name: str, refusal: Refusal | None) -> wire.Reason:
        if refusal is None:
            return wire.Reason(name, None, None, {}, "")
        told = (refusal.key, refusal.rule, refusal.args)
        return wire.Reason(name, *told, self._sentence(refusal))

    def _refuse(self, name: str | None, refused: RequestRefused) -> None:
        reason = refused.refusal
        self.rooms.metrics.refusals.labels(reason.key).inc()
        text = self._sentence(reason)
        self._send(wire.Refused(name, reason.key, reason.rule, reason.args, text))

    def _send(self, answer: wire.AnyAnswer) -> None:
        self.outbox.put(wire.write(answer))

    def _sentence(self, refusal: Refusal) -> str:
        table = self.room.table
        words = table.game.words(self.language, WORDS, names=table.names())
        return words.refusal(refusal)


def _since(said: str | None) -> int:
    if said is None:
        return 0
    if not said.isdecimal() or len(said) > 9:  # noqa: PLR2004
        raise RequestRefused("bad_message", reason="since")
    return int(said)


async def _bye(socket: Any, refused: RequestRefused, language: str) -> None:
    reason = refused.refusal
    text = sentence(reason, language)
    with contextlib.suppress(
        RuntimeError, OSError, WebSocketDisconnect
    ):  # gone already
        await socket.send_text(wire.write(wire.Bye(reason.key, text, reason.args)))
        await socket.close(code=CLOSED + refused.status, reason=reason.key)
