"""The HTTP interface: the games that this server offers, their rules, cards and bots."""

from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get, post

from comptoir import bots
from comptoir.bots.policy import characters_of
from comptoir.engine.model import registry
from comptoir.engine.model.components import Components
from comptoir.engine.model.game import Game
from comptoir.engine.text.words import LANGUAGES, Words
from comptoir.review.puzzles import shipped
from comptoir.server.domain.phrases import phrases_of
from comptoir.server.domain.protocol import bodies
from comptoir.server.domain.reading.replaying import CardsQuestion, ReadCards
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.settings import Language
from comptoir.server.export.export_worker import ExportWorker
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.web.shared import schemas
from comptoir.server.web.shared.documents import PACKED, Documents
from comptoir.server.web.shared.middleware import client_of

Call = Request[Any, Any, Any]

PARSING = 5.0  # time limit in seconds to parse an uploaded file


@get("/api/games", tags=["games"], sync_to_thread=False, opt={PACKED: True})
def list_games(
    request: Call, documents: Documents, *, brief: bool = False
) -> Response[list[schemas.GameInfo]]:
    """List the games; `brief` leaves out actions, options and phrases."""

    def render() -> bytes:
        found = [_game_info(name) for name in registry.names()]
        if brief:
            none: dict[str, Any] = {"actions": [], "options": {}, "phrases": {}}
            found = [msgspec.structs.replace(game, **none) for game in found]
        return msgspec.json.encode(found)

    return documents.answer(request, ("games", brief), MediaType.JSON, render)


@get(
    "/api/games/{game:str}/rules",
    tags=["games"],
    media_type=MediaType.TEXT,
    sync_to_thread=False,
    opt={PACKED: True},
)
def rules(
    request: Call, documents: Documents, game: str, language: Language = "en"
) -> Response[str]:
    """Return the rules of a game, in our own words, as Markdown."""
    known, name = _known(game), ("rules", game, language)
    return documents.answer(
        request, name, MediaType.TEXT, lambda: known.rulebook(language).encode()
    )


@get(
    "/api/games/{game:str}/components",
    tags=["games"],
    media_type=MediaType.TEXT,
    sync_to_thread=False,
    opt={PACKED: True},
)
def components(request: Call, documents: Documents, game: str) -> Response[str]:
    """Return the cards of a game as a TOML file, to be edited by owners of the box."""
    known = _components(game)
    return documents.answer(
        request, ("components", game), MediaType.TEXT, lambda: known.text().encode()
    )


@post("/api/games/{game:str}/components", tags=["games"], status_code=200)
async def read_components(
    request: Call,
    game: str,
    data: bodies.File,
    parser: ExportWorker,
    language: Language = "en",
) -> dict[str, Any]:
    """Return the content of an edited cards file, as the option `components` of a table."""
    _components(game)
    asked = CardsQuestion(game, data.name, data.text, language)
    answer = await parser.tell(client_of(request.scope), asked, asked)
    read = msgspec.json.decode(answer, type=ReadCards)
    if read.faults:
        raise RequestRefused("bad_setup", reason=read.faults)
    return read.content


@get("/api/bots", tags=["games"], sync_to_thread=False, opt={PACKED: True})
def list_bots(
    request: Call, documents: Documents, rooms: Rooms
) -> Response[list[schemas.BotInfo]]:
    """List the bots that can be seated; names with a budget, as `search:500ms`, work too."""
    spoken = {language: Words(language, bots.WORDS) for language in LANGUAGES}

    def about(name: str) -> dict[str, str]:
        key = f"bot.{name}"
        return {lang: words.say(key) for lang, words in spoken.items() if key in words}

    def render() -> bytes:
        names = (*bots.NAMES, *rooms.own_bots)
        return msgspec.json.encode([schemas.BotInfo(one, about(one)) for one in names])

    return documents.answer(request, "bots", MediaType.JSON, render)


HANDLERS = [list_games, rules, components, read_components, list_bots]


def _known(game: str) -> Game:
    if game not in registry.names():
        raise RequestRefused("unknown_game")
    return registry.load(game)


def _components(game: str) -> Components:
    found = _known(game).components
    if found is None:
        raise RequestRefused("no_components")
    return found


def _game_info(name: str) -> schemas.GameInfo:
    game = registry.load(name)

    def said(key: str) -> dict[str, str]:
        spoken = ((language, game.words(language)) for language in LANGUAGES)
        return {
            language: words.say(key) if key in words else ""
            for language, words in spoken
        }

    schema = msgspec.json.schema(game.options)
    for option, value in game.online.items():
        schema["$defs"]["Options"]["properties"][option]["default"] = value
    return schemas.GameInfo(
        name=name,
        title=said("title"),
        about=said("about"),
        tale=said("tale"),
        goal=said("goal"),
        length=said("length"),
        rules=game.version,
        seats=list(game.seats),
        actions=[action.ref for action in game.actions],
        options=schema,
        proxy=list(game.proxy) if game.proxy else None,
        phrases={
            key: {slot: list(words) for slot, words in slots.items()}
            for key, slots in phrases_of(game).items()
        },
        characters=characters_of(game),
        puzzles=len(shipped(name)),
    )
