"""The WebSocket of a table: requests in, answers and news out."""

import asyncio
import contextlib
import time
from collections import deque
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from comptoir.engine.model.refusals import Refusal
from comptoir.engine.text.words import LANGUAGES
from comptoir.server.operations import logs
from comptoir.server.protocol import wire
from comptoir.server.storage.players import Players
from comptoir.server.storage.store import PlayerRow
from comptoir.server.tables import queries
from comptoir.server.tables.commands import Player
from comptoir.server.tables.refusals import WORDS, Refused, sentence
from comptoir.server.tables.room import Listener
from comptoir.server.tables.rooms import Hall

from . import identity
from .limits import Bucket, Sockets
from .middleware import client_of

BACKLOG = 100  # messages that a slow reader may be behind
NOBODY = PlayerRow("", "", "en")
WISHES: dict[type, str] = {
    wire.Move: "move",
    wire.Undo: "undo",
    wire.AskUndo: "ask_undo",
    wire.AskPause: "ask_pause",
    wire.Answer: "answer",
    wire.Resume: "resume",
    wire.Proxy: "proxy",
    wire.Say: "say",
    wire.Phrase: "phrase",
}
CLOSED = 4000  # WebSocket close codes of our own: 4000 and an HTTP status


class Outbox:
    """Messages on their way to one reader; one who falls too far behind is let go."""

    def __init__(self, socket: Any):
        self.socket = socket
        self._waiting: deque[str] = deque()
        self._wake = asyncio.Event()
        self.lost = False

    def put(self, message: str) -> None:
        """Send a message as soon as the reader takes it."""
        if len(self._waiting) >= BACKLOG:
            self.lost = True
        self._waiting.append(message)
        self._wake.set()

    async def run(self) -> None:
        """Send until the reader is gone."""
        while not self.lost:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
            while self._waiting and not self.lost:
                await self.socket.send_text(self._waiting.popleft())
        raise Refused("too_slow")


@websocket("/api/tables/{table:str}/socket", opt={"exclude_from_csrf": True})
async def play(
    socket: WebSocket[Any, Any, Any],
    table: str,
    hall: Hall,
    players: Players,
    sockets: Sockets,
) -> None:
    """Sit at a table, or look on: `?since=NUMBER` to go on, `?language=fr` for sentences."""
    client = client_of(socket.scope)
    await socket.accept()
    try:
        sockets.add(client)
    except Refused as refused:
        await _bye(socket, refused, "en")
        return
    hall.metrics.sockets.inc()
    try:
        await _Talk(socket, hall).hold(table, players)
    finally:
        sockets.drop(client)
        hall.metrics.sockets.dec()


class _Talk:
    """One socket from its welcome to its end."""

    def __init__(self, socket: WebSocket[Any, Any, Any], hall: Hall):
        self.socket = socket
        self.hall = hall
        asked = socket.query_params.get("language", "en")
        self.language = asked if asked in LANGUAGES else "en"
        self.player = NOBODY
        self.bucket = Bucket(hall.limits.messages, hall.limits.message_burst)
        self.strikes = 0
        self.advice: asyncio.Task[None] | None = None

    async def hold(self, table: str, players: Players) -> None:
        """Talk until one of the two goes."""
        try:
            self.player = await identity.maybe(self.socket, players) or NOBODY
            self.room = await self.hall.room(table)
            since = _since(self.socket.query_params.get("since"))
        except Refused as refused:
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
        """Say why the talk ends, if it is we who end it."""
        for part in done:
            error = part.exception()
            if isinstance(error, Refused):
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
                self.hall.metrics.answers.observe(time.perf_counter() - start)

    async def _answer(self, message: str | bytes) -> None:
        request: Any = None
        try:
            request = self._understand(message)
            self.bucket.take()
            if type(request) not in WISHES:
                self._aside(request)
                return
            wish = self._wish(request)
            number = await self.room.act(wish, self.player.id, request.id)
            self.outbox.put(wire.write(wire.Done(request.id, number)))
        except Refused as refused:
            self._refuse(request.id if request else None, refused)
        except Exception as error:  # noqa: BLE001 - the socket must live
            logs.error("request", error, table=self.room.table.id)
            self._refuse(request.id if request else None, Refused("broken"))

    def _understand(self, message: str | bytes) -> Any:
        if len(message) > wire.LONGEST:
            raise self._strike(Refused("too_large"))
        try:
            return wire.read(message)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise self._strike(
                Refused("bad_message", reason=str(error)[:200])
            ) from None

    def _strike(self, refused: Refused) -> Refused:
        """Count a message that makes no sense; too many end the talk."""
        self.strikes += 1
        if self.strikes >= self.hall.limits.strikes:
            self.outbox.lost = True
        return refused

    def _wish(self, request: Any) -> Any:
        """Return what a request wishes of the table: a request is named as its wish."""
        if self.player is NOBODY:
            raise Refused("who")
        player = Player(self.player.id, self.player.name, request.id)
        fields = msgspec.structs.asdict(request)
        del fields["id"]
        return getattr(player, WISHES[type(request)])(**fields)

    def _aside(self, request: Any) -> None:
        """Answer a question that changes nothing."""
        room, seat = self.room, self.room.table.seat_of(self.player.id)
        answer: Any
        if isinstance(request, wire.Hint):
            if self.advice is None or self.advice.done():  # one at a time
                self.advice = self.hall.task(self._hint(request, seat))
            return
        if isinstance(request, wire.Preview):
            answer = queries.previewed(room.table, seat, request)
        else:
            refusal = queries.why(room.table, seat, request.action)
            answer = wire.Reason(request.id, None, None, {}, "")
            if refusal:
                told = (refusal.key, refusal.rule, refusal.args)
                answer = wire.Reason(request.id, *told, self._sentence(refusal))
        self.outbox.put(wire.write(answer))

    async def _hint(self, request: wire.Hint, seat: int | None) -> None:
        """Answer when a bot has thought, and let other requests pass meanwhile."""
        try:
            answer = await queries.hinted(self.room, seat, request)
            self.outbox.put(wire.write(answer))
        except Refused as refused:
            self._refuse(request.id, refused)

    def _refuse(self, name: str | None, refused: Refused) -> None:
        self.hall.metrics.refusals.labels(refused.refusal.key).inc()
        reason, text = refused.refusal, self._sentence(refused.refusal)
        answer = wire.Refused(name, reason.key, reason.rule, reason.args, text)
        self.outbox.put(wire.write(answer))

    def _sentence(self, refusal: Refusal) -> str:
        table = self.room.table
        words = table.game.words(self.language, WORDS, names=table.names())
        return words.refusal(refusal)


def _since(said: str | None) -> int:
    if said is None:
        return 0
    if not said.isdecimal() or len(said) > 9:  # noqa: PLR2004
        raise Refused("bad_message", reason="since")
    return int(said)


async def _bye(socket: Any, refused: Refused, language: str) -> None:
    reason = refused.refusal
    text = sentence(reason, language)
    with contextlib.suppress(
        RuntimeError, OSError, WebSocketDisconnect
    ):  # gone already
        await socket.send_text(wire.write(wire.Bye(reason.key, text, reason.args)))
        await socket.close(code=CLOSED + refused.status, reason=reason.key)
