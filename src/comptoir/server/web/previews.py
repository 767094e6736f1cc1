"""What a shared link shows before it is opened: OpenGraph, for a table and for the rest."""

from html import escape
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.params import Parameter

from comptoir.engine.model import registry
from comptoir.server.announcing import LETTERS
from comptoir.server.storage.store import Summary
from comptoir.server.tables.rooms import Rooms

from . import static_files


@get("/t/{name:str}", include_in_schema=False)
async def table_page(
    request: Request[Any, Any, Any],
    name: Annotated[str, Parameter(max_length=200)],
    rooms: Rooms,
) -> Response[bytes]:
    """Return the page of a table, with a preview of the game and who is waiting."""
    found = await rooms.store.table(name) if "\0" not in name else None
    if found is None:
        return static_files.page()
    base = rooms.announcer.address or f"{request.url.scheme}://{request.url.netloc}"
    return static_files.page(head=preview(found, f"{base}/t/{name}"))


def preview(table: Summary, link: str) -> str:
    """Return the tags that tell of a table, in its own language."""
    words = registry.load(table.settings.game).words(table.settings.language, LETTERS)
    names = ", ".join(name for _, _, name, bot, _ in table.places if name and not bot)
    free = table.seats - sum(1 for _, who, _, bot, _ in table.places if who or bot)
    told = words.say(
        "preview", state=table.state, names=names, people=len(names), free=free
    )
    tags = {
        "og:type": "website",
        "og:site_name": "Comptoir",
        "og:title": words.say("title"),
        "og:description": told,
        "og:url": link,
        "og:locale": {"en": "en_GB", "fr": "fr_FR"}[table.settings.language],
    }
    return "".join(
        f'<meta property="{name}" content="{escape(value)}">'
        for name, value in tags.items()
    )


HANDLERS = [table_page]
