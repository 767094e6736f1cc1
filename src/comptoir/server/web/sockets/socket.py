"""The WebSocket of a table: reads requests, sends answers and news."""

import asyncio
import time
from contextlib import nullcontext, suppress
from functools import partial
from typing import Any, assert_never

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from comptoir.engine.errors import BrokenGame
from comptoir.engine.text.words import LANGUAGES
from comptoir.server.analysis import hinting
from comptoir.server.domain.acting import commands
from comptoir.server.domain.acting.seating import Sender
from comptoir.server.domain.protocol import wire
from comptoir.server.domain.reading import queries
from comptoir.server.domain.refusals import RequestRefused, sentence
from comptoir.server.domain.state.events import SentRequest
from comptoir.server.operations import logs
from comptoir.server.operations.limits import Allowances
from comptoir.server.rooms.broadcast import Listener
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.moderation import Moderation
from comptoir.server.storage.people import People
from comptoir.server.storage.players import Players
from comptoir.server.storage.quotas import SharedLimit
from comptoir.server.storage.rows import PlayerRow
from comptoir.server.web.shared import identity
from comptoir.server.web.shared.middleware import client_of

from .outbox import Outbox

NOBODY = PlayerRow("", "", "en")
GOODBYE = 5.0  # seconds for a disconnected reader to receive the reason
SLOWED = 0.1  # seconds for which requests of a client over its limit are not read
CLOSED = 4000  # WebSocket close codes of our own: 4000 and an HTTP status


@websocket("/api/tables/{table:str}/socket", opt={"exclude_from_csrf": True})
async def play(
    socket: WebSocket[Any, Any, Any],
    table: str,
    rooms: Rooms,
    players: Players,
    people: People,
    moderation: Moderation,
    allowances: Allowances,
    talk: SharedLimit,
) -> None:
    """Play or watch a table: `since=NUMBER` resumes, `language=fr` gives French sentences."""
    await socket.accept()
    connection = Connection(socket, rooms, people, moderation, allowances, talk)
    try:
        with allowances.sockets.one(connection.client):
            player = await identity.maybe(socket, players)
            if player:
                players.check_not_banned(player)
            own = allowances.player_sockets.one(player.id) if player else nullcontext()
            with own, rooms.metrics.sockets.track_inprogress():
                await connection.serve(table, player or NOBODY)
    except RequestRefused as refused:
        await connection.bye(refused)


class Connection:
    """One WebSocket connection, from its welcome to its end."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        rooms: Rooms,
        people: People,
        moderation: Moderation,
        allowances: Allowances,
        talk: SharedLimit,
    ):
        self.socket = socket
        self.rooms = rooms
        self.people = people
        self.moderation = moderation
        self.client = client_of(socket.scope)
        self.allowances = allowances
        self.talk = talk
        asked = socket.query_params.get("language", "en")
        self.language = asked if asked in LANGUAGES else "en"
        self.player = NOBODY
        self.strikes = 0
        self.hint: asyncio.Task[None] | None = None

    async def serve(self, table: str, player: PlayerRow) -> None:
        """Read and write until one of the two sides closes.

        Raises:
            RequestRefused: The server closes the connection.
        """
        self.player = player
        self.room = await self.rooms.room(table)
        since = _since(self.socket.query_params.get("since"))
        self.outbox = Outbox(self.socket)
        muted = await self.people.muted_by(player.id)
        own = (self.outbox.put, self.outbox.give_up, muted)
        listener = Listener(player.id, *own)
        writer = asyncio.create_task(self.outbox.run())
        reader = asyncio.create_task(self._read())
        try:
            await self.room.listen(listener, since)
            parts = {writer, reader}
            done, _ = await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.room.forget(listener)
            writer.cancel()
            reader.cancel()
            await asyncio.gather(writer, reader, return_exceptions=True)
        self._end(done)

    def _end(self, done: set[asyncio.Task[None]]) -> None:
        """Raise the reason if the server closes the connection; log errors."""
        for error in (part.exception() for part in done):
            if isinstance(error, RequestRefused):
                raise error
            if error and not isinstance(error, (WebSocketDisconnect, OSError)):
                logs.error("socket", error, table=self.room.table.id)

    async def bye(self, refused: RequestRefused) -> None:
        """Send the reason for closing, and cut the connection off if it is not read soon."""
        reason = refused.refusal
        message = wire.Bye(reason.key, sentence(reason, self.language), reason.args)
        gone = (RuntimeError, OSError, WebSocketDisconnect, TimeoutError)
        with suppress(*gone):
            async with asyncio.timeout(GOODBYE):
                await self.socket.send_text(wire.write(message))
                await self.socket.close(CLOSED + refused.status, reason.key)

    async def _read(self) -> None:
        """Read and answer requests, one after the other."""
        while True:
            event = await self.socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            if event["type"] == "websocket.receive":
                start = time.perf_counter()
                message = event.get("text") or event.get("bytes") or b""
                await self._answer(message)
                self.rooms.metrics.answers.observe(time.perf_counter() - start)
                await asyncio.sleep(0)  # lets the writer send the answer

    async def _answer(self, message: str | bytes) -> None:
        request: wire.AnyRequest | None = None
        try:
            request = self._decode(message)
            self._count(request)
            if isinstance(request, wire.Command):
                await self._run(request)
            else:
                await self._query(request)
        except RequestRefused as refused:
            self._refuse(request.id if request else None, refused)
            if refused.refusal.key == "too_fast":
                await asyncio.sleep(SLOWED)
        except BrokenGame as broken:
            logs.error("game", broken, table=self.room.table.id)
            facts = {"game": broken.game, "package": broken.package, "why": broken.why}
            why = RequestRefused("game_broken", **facts)
            self._refuse(request.id if request else None, why)
        except Exception as error:  # noqa: BLE001 - the socket must live
            logs.error("request", error, table=self.room.table.id)
            self._refuse(request.id if request else None, RequestRefused("broken"))

    def _count(self, request: wire.AnyRequest) -> None:
        """Count a request against the limits of the player and the address."""
        talk = isinstance(request, (wire.Say, wire.Phrase))
        for allowance in (self.allowances.talk,) * talk + (self.allowances.messages,):
            allowance.take(self.player.id, self.client)

    def _decode(self, message: str | bytes) -> wire.AnyRequest:
        if len(message) > wire.LONGEST:
            raise self._strike(RequestRefused("too_large"))
        try:
            return wire.read(message)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            reason = str(error)[:200]
            raise self._strike(RequestRefused("bad_message", reason=reason)) from None

    def _strike(self, refused: RequestRefused) -> RequestRefused:
        """Count an invalid message; too many end the connection.

        Each also counts as a request of the address, so it cannot just reconnect.
        """
        self.strikes += 1
        self.allowances.requests.charge(self.client, 1)
        if self.strikes >= self.rooms.limits.strikes:
            self.outbox.give_up("nonsense")
        return refused

    async def _run(self, request: wire.Command) -> None:
        """Carry out a command at the table."""
        if self.player is NOBODY:
            raise RequestRefused("who")
        if isinstance(request, (wire.Say, wire.Phrase)):
            await self.moderation.check_may_speak(self.player.id, self.rooms.now())
            await self.talk.take(self.player.id)
        by = Sender.of(self.player, self.rooms.now())
        number = await self.room.run(
            partial(commands.requested, sender=by, request=request),
            by.id,
            SentRequest.of(request.id, request),
        )
        self._send(wire.Done(request.id, number))

    async def _query(self, request: wire.Query) -> None:
        """Answer a query from the committed state."""
        async with self.room.reading() as table:
            seat = table.seat_of(self.player.id)
            match request:
                case wire.Why():
                    why = queries.why(table, seat, request.action)
                    self._send(queries.reason(table, request.id, why, self.language))
                case wire.Preview():
                    self._send(queries.previewed(table, seat, request))
                case wire.Understand():
                    self._send(queries.understood(table, seat, request))
                case wire.Hint():
                    if self.hint is None or self.hint.done():  # one hint at a time
                        hint = self._hint(request, seat)
                        self.hint = self.rooms.services.tasks.start(hint)
                case _:
                    assert_never(request)

    async def _hint(self, request: wire.Hint, seat: int | None) -> None:
        """Answer a hint request in the background, while other requests are answered."""
        services = self.rooms.services
        try:
            self._send(await hinting.hinted(self.room, services, seat, request))
        except RequestRefused as refused:
            self._refuse(request.id, refused)

    def _refuse(self, name: str | None, refused: RequestRefused) -> None:
        reason = refused.refusal
        self.rooms.metrics.refusals.labels(reason.key).inc()
        self._send(queries.refused(self.room.table, name, reason, self.language))

    def _send(self, answer: wire.AnyAnswer) -> None:
        self.outbox.put(wire.write(answer))


def _since(said: str | None) -> int:
    if said is None:
        return 0
    if not said.isdecimal() or len(said) > 9:  # noqa: PLR2004
        raise RequestRefused("bad_message", reason="since")
    return int(said)
