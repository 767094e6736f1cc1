"""The HTTP interface: words and boards of games that were not built into the page."""

from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.openapi.datastructures import ResponseSpec

from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.settings import Language
from comptoir.server.web.shared.documents import PACKED, Documents

BOARD = "board.js"  # in a package: a module with `mount`


@get(
    "/api/games/{game:str}/words",
    tags=["games"],
    sync_to_thread=False,
    opt={PACKED: True},
)
def game_words(
    request: Request[Any, Any, Any],
    documents: Documents,
    game: str,
    language: Language = "en",
) -> Response[dict[str, str]]:
    """Return a game's words, for games that were not built into the page."""
    known, name = _known(game), ("words", game, language)
    return documents.answer(
        request,
        name,
        MediaType.JSON,
        lambda: msgspec.json.encode(known.messages(language)),
    )


@get(
    "/api/games/{game:str}/board.js",
    tags=["games"],
    sync_to_thread=False,
    responses={204: ResponseSpec(None, description="the package has no board")},
)
def game_board(game: str) -> Response[str | None]:
    """Return the board that a package brings for the page; no content if it has none."""
    file = _known(game).folder / BOARD
    if not file.is_file():
        return Response(None, status_code=204)
    return Response(file.read_text(encoding="utf-8"), media_type="text/javascript")


def _known(game: str) -> Game:
    if game not in registry.names():
        raise RequestRefused("unknown_game")
    return registry.load(game)


HANDLERS = [game_words, game_board]
