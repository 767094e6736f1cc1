"""The HTTP interface: words and boards of games that the page was not built with."""

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec

from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.settings import Language

BOARD = "board.js"  # of a package: a module with `mount`


@get("/api/games/{game:str}/words", tags=["games"], sync_to_thread=False)
def game_words(game: str, language: Language = "en") -> dict[str, str]:
    """Return a game's own words: what the page says of a game of somebody else's."""
    return _known(game).messages(language)


@get(
    "/api/games/{game:str}/board.js",
    tags=["games"],
    sync_to_thread=False,
    responses={204: ResponseSpec(None, description="it brought none")},
)
def game_board(game: str) -> Response[str | None]:
    """Return the board that a package brought for the page; nothing where it has none."""
    file = _known(game).folder / BOARD
    if not file.is_file():
        return Response(None, status_code=204)
    return Response(file.read_text(encoding="utf-8"), media_type="text/javascript")


def _known(game: str) -> Game:
    if game not in registry.names():
        raise RequestRefused("unknown_game")
    return registry.load(game)


HANDLERS = [game_words, game_board]
