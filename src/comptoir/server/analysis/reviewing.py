"""Reviews of finished games, computed by bot workers that are otherwise idle.

A rough curve comes first; then the moments are evaluated one after the other, and readers see
what is done so far.

One game is reviewed at a time, a few moments per request to a worker, so that live tables
never wait: a search for a review stops when a person needs the worker, and is repeated later.
"""

import asyncio
from typing import NamedTuple

import msgspec

from comptoir.engine.backends import compiler
from comptoir.engine.play.match import Match
from comptoir.engine.play.record import Record
from comptoir.review import MomentEvaluation, Review, build_review, to_explain
from comptoir.review.answers import ReviewProgress
from comptoir.review.playouts import KERNELS
from comptoir.server.bots.pool import Asker
from comptoir.server.bots.worker import (
    AnyQuestion,
    BotChoice,
    ReasonsQuestion,
    ReviewQuestion,
)
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.operations import logs
from comptoir.server.rooms.room import Room
from comptoir.server.rooms.services import Services
from comptoir.server.storage.reviews import KeptReviews, packed

AT_ONCE = {"quick": 3, "deep": 1}  # moments per request, few enough to be quick
ROUGH = 24  # moments per request for the rough curve
MOST = 40  # games waiting for their reviews
MOST_OF_ONE = 3  # waiting games requested by one client
AGAIN = 0.1  # seconds before an interrupted request is repeated
TRIES = 3  # attempts of a request that fails
COLD = 600  # most seconds to wait for compiled rules


class _Draft(NamedTuple):
    """A review in progress: its game, whose choices count, and the evaluations so far."""

    match: Match
    own: list[bool]
    glances: list[MomentEvaluation]


class Reviewing:
    """All reviews of a process: those in progress, and those in the database."""

    def __init__(self, services: Services):
        self.kept = KeptReviews(services.store)
        self._services = services
        self._turn = asyncio.Lock()
        self._progress: dict[tuple[str, str], ReviewProgress] = {}
        self._asked: dict[tuple[str, str], str] = {}  # the client behind each review
        self._drafts: dict[tuple[str, str], _Draft] = {}

    def progress(self, table: str, depth: str) -> ReviewProgress | None:
        """Return the progress of a review; None if it is not in progress."""
        return self._progress.get((table, depth))

    async def draft(self, table: str, depth: str) -> Review | None:
        """Return a review in progress as far as it is done, once there is a rough curve."""
        found = self._drafts.get((table, depth))
        if found is None or len(found.glances) <= len(found.match.moves):
            return None
        match, own, glances = found
        return await asyncio.to_thread(build_review, match, [*glances], depth, own)

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
                draft = self._drafts[key] = _Draft(match, own, [])
                if not await self._look(key, draft, rough=True):
                    return  # the server is stopping; a new request starts over
                if not await self._look(key, draft, rough=False):
                    return
                about = (match, draft.glances, key[1], own)
                review = await asyncio.to_thread(build_review, *about)
                review = await self._explain(key, review, match.record())
                body = await asyncio.to_thread(packed, review)
                await self.kept.add(key[0], body, key[1], self._services.now())
        finally:
            del self._progress[key], self._asked[key]
            self._drafts.pop(key, None)

    async def _compiled(self, match: Match) -> None:
        """Wait until the rules are compiled, if this server compiles them."""
        if not (compiler.available() and self._services.warm_up.busy):
            return
        for _ in range(COLD):
            if compiler.is_warm(match.game, "search", *KERNELS):
                return
            await asyncio.sleep(1)

    async def _look(self, key: tuple[str, str], draft: _Draft, *, rough: bool) -> bool:
        """Evaluate all moments, including the last; return False if the server is stopping."""
        record, glances = draft.match.record(), draft.glances
        total, done = len(record.moves) + 1, 0
        at_once = ROUGH if rough else AT_ONCE[key[1]]
        while done < total:
            if self._services.tasks.stopping:
                return False
            asked = ReviewQuestion(record, done, at_once, key[1], rough)
            found = (await self._ask(key, asked)).glances
            glances[done : done + len(found)] = found
            done += len(found)
            if not rough:
                self._progress[key] = ReviewProgress(done, total)
        return True

    async def _explain(
        self, key: tuple[str, str], review: Review, record: Record
    ) -> Review:
        """Add reasons to the costliest and the best decisions."""
        told = []
        for one in to_explain(review):
            choice = await self._ask(key, ReasonsQuestion(record, one))
            told.append(choice.explained or one)
        return msgspec.structs.replace(review, explained=told)

    async def _ask(self, key: tuple[str, str], asked: AnyQuestion) -> BotChoice:
        """Return a worker's answer; an interrupted request returns what was done.

        Raises:
            RequestRefused: The request failed several times.
        """
        about = Asker(f"review {key[0]}", key[0], person=False)
        for _ in range(TRIES):
            choice: BotChoice = await self._services.bots.choose(asked, about)
            if not choice.error:
                if choice.short:
                    await asyncio.sleep(AGAIN)
                return choice
            await asyncio.sleep(AGAIN)
        logs.warning("review", table=key[0], error=choice.error)
        raise RequestRefused("broken")
