"""The HTTP interface: a game's own words, for pages that were not built with them."""

from litestar import get

from comptoir.engine.model import registry
from comptoir.engine.text.words import catalogue
from comptoir.server.tables.refusals import RequestRefused
from comptoir.server.tables.settings import Language


@get("/api/games/{game:str}/words", tags=["games"], sync_to_thread=False)
def game_words(game: str, language: Language = "en") -> dict[str, str]:
    """Return a game's own words: what the page says of a game of somebody else's."""
    if game not in registry.names():
        raise RequestRefused("unknown_game")
    return dict(catalogue(registry.load(game).folder / "words", language))


HANDLERS = [game_words]
