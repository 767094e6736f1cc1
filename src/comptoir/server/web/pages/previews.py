"""Link previews (OpenGraph): for a table, and for all other pages."""

from html import escape
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.params import Parameter

from comptoir.engine.model import registry
from comptoir.engine.text.words import Words
from comptoir.server.announcing import LETTERS
from comptoir.server.domain.refusals import WORDS
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.store import Summary

from . import static_files

Call = Request[Any, Any, Any]
LOCALES = {"en": "en_GB", "fr": "fr_FR"}
SIZE = (1200, 630)  # size of every preview picture
PARTS = (  # parts of the page that a table preloads
    "src/pages/Table.svelte",
    "src/boards/{game}/index.ts",
    "src/boards/{game}/glyphs.ts",
    "src/words/{language}.ts",
    "src/words/people/{language}.json",
    "src/words/review/{language}.json",
    "../src/comptoir/games/{game}/words/{language}.json",
)


@get("/t/{name:str}", include_in_schema=False)
async def table_page(
    request: Call,
    name: Annotated[str, Parameter(max_length=200)],
    rooms: Rooms,
) -> Response[bytes]:
    """Return the page of a table, with a preview of its game and players."""
    found = await rooms.store.table(name) if "\0" not in name else None
    if found is None:
        return static_files.page()
    game, language = found.settings.game, spoken(request)
    head = _table(found, _base(request, rooms))
    sources = [source.format(game=game, language=language) for source in PARTS]
    return static_files.page(head=head + static_files.preloads(*sources))


def spoken(request: Call) -> str:
    """Return the language that a browser prefers."""
    asked = request.headers.get("accept-language", "")
    return "fr" if asked.startswith("fr") else "en"


def first_page(request: Call, rooms: Rooms) -> Response[bytes]:
    """Return the first page, with a preview of all games."""
    language = spoken(request)
    words = Words(language, WORDS)
    base = _base(request, rooms)
    texts = (words.say("page.title"), words.say("page.about"), language)
    return static_files.page(head=_tags(*texts, base, "/", ""))


def _base(request: Call, rooms: Rooms) -> str:
    here = f"{request.url.scheme}://{request.url.netloc}"
    return rooms.announcer.address or here


def _table(table: Summary, base: str) -> str:
    """Return the preview tags of a table, in the table's language."""
    game, language = table.settings.game, table.settings.language
    words = registry.load(game).words(language, LETTERS)
    names = ", ".join(name for _, _, name, bot, _ in table.places if name and not bot)
    free = table.seats - sum(1 for _, who, _, bot, _ in table.places if who or bot)
    about = words.say(
        "preview", state=table.state, names=names, people=len(names), free=free
    )
    return _tags(words.say("title"), about, language, base, f"/t/{table.id}", game)


def _tags(
    title: str, about: str, language: str, base: str, path: str, game: str
) -> str:
    """Return the preview tags of a page, with a game's picture or the common one."""
    tags = {
        "og:type": "website",
        "og:site_name": "Comptoir",
        "og:title": title,
        "og:description": about,
        "og:url": f"{base}{path}",
        "og:locale": LOCALES[language],
        "og:image": f"{base}/previews/{static_files.picture(game)}",
        "og:image:type": "image/png",
        "og:image:width": str(SIZE[0]),
        "og:image:height": str(SIZE[1]),
        "og:image:alt": title,
    }
    shown = "".join(
        f'<meta property="{name}" content="{escape(value)}">'
        for name, value in tags.items()
    )
    return f'{shown}<meta name="twitter:card" content="summary_large_image">'


HANDLERS = [table_page]
