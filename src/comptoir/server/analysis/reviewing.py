"""Reviews of finished games, computed by bot workers that are otherwise idle.

One game is reviewed at a time, a few moments per request to a worker, so that live tables
never wait: a search for a review stops when a person needs the worker, and is repeated later.
"""

import asyncio

import msgspec

from comptoir.engine.backends import compiler
from comptoir.engine.play.match import Match
from comptoir.engine.play.record import Record
from comptoir.review import MomentEvaluation, build_review
from comptoir.review.playouts import KERNELS
from comptoir.server.bots.pool import Asker
from comptoir.server.bots.worker import BotChoice, ReviewQuestion
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.operations import logs
from comptoir.server.rooms.room import Room
from comptoir.server.rooms.services import Services
from comptoir.server.storage.reviews import KeptReviews, packed

AT_ONCE = {"quick": 3, "deep": 1}  # moments per request, few enough to be quick
MOST = 40  # games waiting for their reviews
MOST_OF_ONE = 3  # waiting games requested by one client
AGAIN = 0.1  # seconds before an interrupted request is repeated
TRIES = 3  # attempts of a request that fails
COLD = 600  # most seconds to wait for compiled rules


class ReviewProgress(msgspec.Struct, frozen=True):
    """The progress of a review: moments done, and their number."""

    done: int
    of: int


class Reviewing:
    """All reviews of a process: those in progress, and those in the database."""

    def __init__(self, services: Services):
        self.kept = KeptReviews(services.store)
        self._services = services
        self._turn = asyncio.Lock()
        self._progress: dict[tuple[str, str], ReviewProgress] = {}
        self._asked: dict[tuple[str, str], str] = {}  # the client behind each review

    def progress(self, table: str, depth: str) -> ReviewProgress | None:
        """Return the progress of a review; None if it is not in progress."""
        return self._progress.get((table, depth))

    async def begin(self, room: Room, depth: str, client: str) -> None:
        """Begin a review of a finished game, unless there is one already.

        Raises:
            RequestRefused: The game is not over, or too many reviews are waiting.
        """
        table, match = room.table, room.table.match
        if match is None or not match.over:
            raise RequestRefused("not_over")
        key = (table.id, depth)
        if key in self._progress or await self.kept.get(*key):
            return
        of_one = sum(asked == client for asked in self._asked.values())
        if len(self._progress) >= MOST or of_one >= MOST_OF_ONE:
            raise RequestRefused("too_fast")
        own = table.tally.own([move.seat for move in match.moves], table.places)
        self._progress[key] = ReviewProgress(0, len(match.moves) + 1)
        self._asked[key] = client
        self._services.warm_up.want(match.game.name)
        self._services.tasks.start(self._review(key, match, own))

    async def _review(
        self, key: tuple[str, str], match: Match, own: list[bool]
    ) -> None:
        try:
            async with self._turn:
                await self._compiled(match)
                glances = await self._look(key, match.record())
                if len(glances) <= len(match.moves):
                    return  # the server is stopping; a new request starts over
                body = await asyncio.to_thread(
                    lambda: packed(build_review(match, glances, key[1], own))
                )
                await self.kept.add(key[0], body, key[1], self._services.now())
        finally:
            del self._progress[key], self._asked[key]

    async def _compiled(self, match: Match) -> None:
        """Wait until the rules are compiled, if this server compiles them."""
        if not (compiler.available() and self._services.warm_up.busy):
            return
        for _ in range(COLD):
            if compiler.is_warm(match.game, "search", *KERNELS):
                return
            await asyncio.sleep(1)

    async def _look(
        self, key: tuple[str, str], record: Record
    ) -> list[MomentEvaluation]:
        """Return the evaluations of all moments, including the last."""
        glances: list[MomentEvaluation] = []
        total, failed = len(record.moves) + 1, 0
        while len(glances) < total and not self._services.tasks.stopping:
            asked = ReviewQuestion(record, len(glances), AT_ONCE[key[1]], key[1])
            about = Asker(f"review {key[0]}", key[0], person=False)
            choice: BotChoice = await self._services.bots.choose(asked, about)
            glances += choice.glances
            self._progress[key] = ReviewProgress(len(glances), total)
            failed += bool(choice.error)
            if failed >= TRIES:
                logs.warning("review", table=key[0], error=choice.error)
                raise RequestRefused("broken")
            if choice.short or choice.error:
                await asyncio.sleep(AGAIN)
        return glances
