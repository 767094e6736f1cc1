"""A page's connection to a table: the requests and answers of the server's WebSocket."""

from collections.abc import Callable
from functools import partial
from typing import assert_never

import msgspec

from comptoir.engine.errors import BrokenGame
from comptoir.server.domain.acting import commands
from comptoir.server.domain.acting.seating import Sender
from comptoir.server.domain.protocol import wire
from comptoir.server.domain.reading import queries
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.state.events import SentRequest

from .advising import hinted
from .desk import Desk, PageReader


class PageConnection:
    """One connection of a page: it reads requests and sends answers.

    Args:
        desk: The table.
        by: The player, or nobody (an empty id) for a spectator.
        language: The language of sentences.
        send: Takes messages.
    """

    def __init__(
        self, desk: Desk, by: Sender, language: str, send: Callable[[str], None]
    ):
        self.desk = desk
        self.by = by
        self.reader = PageReader(by.id, language, send)

    async def receive(self, message: str) -> None:
        """Answer a request."""
        request: wire.AnyRequest | None = None
        try:
            request = wire.read(message)
            await self._answer(request)
        except RequestRefused as refused:
            self._refuse(request, refused)
        except (msgspec.DecodeError, RecursionError) as error:
            reason = str(error)[:200]
            self._refuse(request, RequestRefused("bad_message", reason=reason))
        except BrokenGame as broken:
            facts = {"game": broken.game, "package": broken.package, "why": broken.why}
            self._refuse(request, RequestRefused("game_broken", **facts))

    async def _answer(self, request: wire.AnyRequest) -> None:
        desk, language = self.desk, self.reader.language
        seat = desk.table.seat_of(self.by.id)
        match request:
            case wire.Why():
                why = queries.why(desk.table, seat, request.action)
                self._send(queries.reason(desk.table, request.id, why, language))
            case wire.Preview():
                self._send(queries.previewed(desk.table, seat, request))
            case wire.Understand():
                self._send(queries.understood(desk.table, seat, request))
            case wire.Hint():
                await desk.run(lambda table: commands.advise(table, seat))
                self._send(await hinted(desk, seat, request))
            case _ if isinstance(request, wire.Command):
                if not self.by.id:
                    raise RequestRefused("not_seated")
                by = msgspec.structs.replace(self.by, at=desk.now())
                command = partial(commands.requested, sender=by, request=request)
                sent = SentRequest.of(request.id, request)
                number = await desk.run(command, by.id, sent)
                self._send(wire.Done(request.id, number))
            case _:
                assert_never(request)

    def _refuse(self, request: wire.AnyRequest | None, refused: RequestRefused) -> None:
        table, name = self.desk.table, request.id if request else None
        self._send(queries.refused(table, name, refused.refusal, self.reader.language))

    def _send(self, answer: wire.AnyAnswer) -> None:
        self.reader.send(wire.write(answer))
