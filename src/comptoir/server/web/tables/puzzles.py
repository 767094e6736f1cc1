"""Puzzles over HTTP: list those of a game, show one from its seat, check an answer."""

from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.params import Parameter

from comptoir.engine.errors import UnknownAction
from comptoir.engine.model import registry
from comptoir.engine.play.record import Record
from comptoir.review import puzzles
from comptoir.review.puzzles import Puzzle
from comptoir.server.domain.protocol.bodies import Solution, Solved
from comptoir.server.domain.reading.replaying import PuzzleQuestion
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.export.export_worker import ExportWorker
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.web.shared.middleware import client_of

from .replays import lasting

Call = Request[Any, Any, Any]
GameName = Annotated[str, Parameter(max_length=40)]


class PuzzleList(msgspec.Struct, frozen=True):
    """The themes of each of a game's puzzles, and the number of today's puzzle."""

    game: str
    today: int | None
    themes: list[list[str]]


@get("/api/puzzles/{game:str}", tags=["puzzles"])
async def of_game(game: GameName, rooms: Rooms) -> PuzzleList:
    """List the puzzles of a game."""
    if game not in registry.names():
        raise RequestRefused("unknown_game")
    day = datetime.fromtimestamp(rooms.now() / 1000, UTC).date()
    listed = [puzzle.themes for puzzle in puzzles.shipped(game)]
    return PuzzleList(game, puzzles.of_the_day(game, day), listed)


@get("/api/puzzles/{game:str}/{number:int}", tags=["puzzles"])
async def one(
    request: Call, game: GameName, number: int, export_worker: ExportWorker
) -> Response[Any]:
    """Return a puzzle as its seat sees it: a `PuzzleView`."""
    found = _puzzle(game, number)
    asked = PuzzleQuestion(Record.from_token(found.record), found.seat)
    answer = await export_worker.tell(
        client_of(request.scope), ("puzzle", game, number), asked
    )
    return lasting(request, answer, MediaType.JSON)


@post("/api/puzzles/{game:str}/{number:int}", tags=["puzzles"], status_code=200)
async def solve(game: GameName, number: int, data: Solution) -> Solved:
    """Check an answer to a puzzle."""
    found = _puzzle(game, number)
    try:
        registry.load(game).actions.read(data.action)
    except UnknownAction:
        raise RequestRefused("unknown_action") from None
    right = data.action == found.best
    return Solved(right, found.best, found.chance, found.others)


HANDLERS = [of_game, one, solve]


def _puzzle(game: str, number: int) -> Puzzle:
    listed = puzzles.shipped(game) if game in registry.names() else []
    if not 0 <= number < len(listed):
        raise RequestRefused("no_page")
    return listed[number]
