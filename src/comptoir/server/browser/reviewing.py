"""Reviews and chances in a browser; see `comptoir.review`."""

import asyncio
import secrets
from contextlib import suppress

import msgspec

from comptoir.engine.play.match import Match, replay
from comptoir.review import (
    DEPTHS,
    Evaluator,
    MomentEvaluation,
    Review,
    build_review,
    named,
    story,
    to_explain,
)
from comptoir.review.answers import (
    Chances,
    ReviewProgress,
    ReviewState,
)
from comptoir.review.build import explaining
from comptoir.review.columns import mean
from comptoir.review.picture import svg
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.state.seats import called

from .desk import Desk
from .shelf import TableShelf
from .thinking import Thinker

PLAYOUTS = 256  # for the chances in a running game


class _ReviewDraft:
    """A review in progress: its game, whose choices count, and the evaluations so far."""

    def __init__(self, match: Match, own: list[bool]):
        self.match, self.own = match, own
        self.evaluations: list[MomentEvaluation] = []
        self.done = 0  # moments evaluated in full


class PageReviews:
    """All reviews of a browser: those in progress, and those that are stored.

    A rough curve comes first; then the moments are evaluated one after the other. Bots that
    have to move come in between.

    Args:
        thinker: Evaluates moments.
        shelf: Where reviews are stored.
    """

    def __init__(self, thinker: Thinker, shelf: TableShelf):
        self._thinker, self._shelf = thinker, shelf
        self._evaluator = Evaluator()
        self._drafts: dict[str, _ReviewDraft] = {}
        self._done: dict[str, Review] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def state(
        self, desk: Desk, depth: str, language: str, seat: int | None
    ) -> ReviewState:
        """Return the review of a finished game, or its progress and what is done so far."""
        key, names = _key(desk, depth), called(desk.table.places)
        if draft := self._drafts.get(key):
            total = len(draft.match.moves) + 1
            about = (draft.match, draft.evaluations, depth, draft.own)
            review = build_review(*about) if len(draft.evaluations) == total else None
            return ReviewState(ReviewProgress(draft.done, total), review, [])
        found = await self._stored(key)
        if found is None:
            return ReviewState(None, None, [])
        told = story(named(found, names), language, seat)
        return ReviewState(None, found, told, seat)

    async def picture(self, desk: Desk, depth: str, language: str) -> str:
        """Return the chart of a review as an SVG picture."""
        found = await self._stored(_key(desk, depth))
        if found is None:
            raise RequestRefused("no_review")
        return svg(named(found, called(desk.table.places)), language)

    async def begin(self, desk: Desk, depth: str) -> None:
        """Begin the review of a finished game, unless there is one already."""
        key, match = _key(desk, depth), desk.table.match
        if match is None or not match.over:
            raise RequestRefused("not_over")
        if key in self._drafts or await self._stored(key):
            return
        movers = [move.seat for move in match.moves]
        own = desk.table.tally.own(movers, desk.table.places)
        self._drafts[key] = _ReviewDraft(match, own)
        task = asyncio.ensure_future(self._review(key, depth))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _review(self, key: str, depth: str) -> None:
        draft = self._drafts[key]
        match = draft.match
        try:
            await self._evaluate(draft, depth)
            found = build_review(match, draft.evaluations, depth, draft.own)
            told = [
                await self._thinker.work(explaining(match.record(), one))
                for one in to_explain(found)
            ]
            found = msgspec.structs.replace(found, explained=told)
            self._done[key] = found
            await self._shelf.put_review(key, msgspec.json.encode(found).decode())
        finally:
            del self._drafts[key]

    async def _evaluate(self, draft: _ReviewDraft, depth: str) -> None:
        """Evaluate all moments roughly, then again each in full."""
        budget, moves = DEPTHS[depth], draft.match.moves
        for rough in (True, False):
            now = replay(draft.match.record(), 0)
            for number in range(len(moves) + 1):
                move = moves[number] if number < len(moves) else None
                if rough:
                    steps = self._evaluator.glancing(now, budget)
                else:
                    played = (move.seat, move.action) if move else None
                    about = (now, budget, len(moves), played)
                    steps = self._evaluator.evaluating(*about)
                found = await self._thinker.work(steps)
                draft.evaluations[number : number + 1] = [found]
                draft.done += not rough
                if move:
                    now.play(move.seat, move.action)

    async def chances(self, desk: Desk) -> Chances:
        """Return the chances in a running game, as its only person knows them."""
        table, match = desk.table, desk.table.match
        if match is None or match.over:
            raise RequestRefused("over" if match else "not_started")
        if len(table.people) != 1:
            raise RequestRefused("no_chances")
        about = (match.position, table.people, PLAYOUTS, secrets.token_hex(16))
        deals = self._evaluator.playouts.deals(*about)
        outcomes = await self._thinker.work(deals.playing())
        return Chances(len(match.moves), [*map(mean, outcomes.shares)])

    async def _stored(self, key: str) -> Review | None:
        if key not in self._done and (text := await self._shelf.get_review(key)):
            with suppress(msgspec.DecodeError):  # of an older form
                self._done[key] = msgspec.json.decode(text, type=Review)
        return self._done.get(key)


def _key(desk: Desk, depth: str) -> str:
    if depth not in DEPTHS:
        raise RequestRefused("bad_message", reason=depth[:20])
    return f"{desk.table.id} {depth}"
