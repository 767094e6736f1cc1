"""Puzzles over HTTP: list those of a game, show one from its seat, tell its solution."""

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.params import Parameter

from comptoir.engine.model import registry
from comptoir.engine.play.record import Record
from comptoir.review import puzzles
from comptoir.review.puzzles import Puzzle
from comptoir.server.domain.reading.replaying import (
    PuzzleQuestion,
    PuzzleSolution,
    SolutionQuestion,
)
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.export.export_worker import ExportWorker
from comptoir.server.web.shared.middleware import client_of

from .replays import lasting

Call = Request[Any, Any, Any]
GameName = Annotated[str, Parameter(max_length=40)]


class PuzzleList(msgspec.Struct, frozen=True):
    """The themes of each of a game's puzzles."""

    game: str
    themes: list[list[str]]


@get("/api/puzzles/{game:str}", tags=["puzzles"], sync_to_thread=False)
def of_game(game: GameName) -> PuzzleList:
    """List the puzzles of a game."""
    if game not in registry.names():
        raise RequestRefused("unknown_game")
    return PuzzleList(game, [puzzle.themes for puzzle in puzzles.shipped(game)])


@get("/api/puzzles/{game:str}/{number:int}", tags=["puzzles"])
async def one(
    request: Call, game: GameName, number: int, export_worker: ExportWorker
) -> Response[Any]:
    """Return a puzzle as its seat sees it: a `PuzzleView`."""
    asked = question(_puzzle(game, number))
    answer = await export_worker.tell(
        client_of(request.scope), ("puzzle", game, number), asked
    )
    return lasting(request, answer, MediaType.JSON)


@get("/api/puzzles/{game:str}/{number:int}/solution", tags=["puzzles"])
async def solution(
    request: Call, game: GameName, number: int, export_worker: ExportWorker
) -> Response[Any]:
    """Return the best answer to a puzzle, with its reasons: a `PuzzleSolution`."""
    asked = solved(_puzzle(game, number))
    answer = await export_worker.tell(
        client_of(request.scope), ("solution", game, number), asked
    )
    return lasting(request, answer, MediaType.JSON)


HANDLERS = [of_game, one, solution]


def question(puzzle: Puzzle) -> PuzzleQuestion:
    """Return the request for what a puzzle's seat sees."""
    return PuzzleQuestion(Record.from_token(puzzle.record), puzzle.seat)


def solved(puzzle: Puzzle) -> SolutionQuestion:
    """Return the request for a puzzle's solution."""
    known = msgspec.convert(puzzle, PuzzleSolution, from_attributes=True)
    return SolutionQuestion(Record.from_token(puzzle.record), puzzle.seat, known)


def _puzzle(game: str, number: int) -> Puzzle:
    listed = puzzles.shipped(game) if game in registry.names() else []
    if not 0 <= number < len(listed):
        raise RequestRefused("no_page")
    return listed[number]
