"""Finished studies of the lab, read-only: a list, and each study's own page.

A report is one self-contained file. Its content security policy lets it load nothing, run
nothing and send nothing.
"""

from html import escape
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.params import Parameter

from comptoir.engine.text.words import LANGUAGES, Words
from comptoir.server.domain.refusals import WORDS, RequestRefused
from comptoir.server.domain.settings import Language

from .pages import in_the_other, whole_page
from .previews import spoken

ALONE = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    "cache-control": "no-cache",
}
PAGES = {
    f"{kind}.{language}.html"
    for kind in ("report", "summary", "compare", "search")
    for language in LANGUAGES
}


class Shelf:
    """A folder of studies, or none."""

    def __init__(self, folder: Path | None):
        self.folder = folder

    def listed(self, language: str) -> list[tuple[str, str, str, str]]:
        """Return the studies (folder, page, title, text), by title."""
        found = []
        for place in self.folder.iterdir() if self.folder else ():
            for kind in ("report", "search"):
                if (place / f"{kind}.{language}.html").is_file():
                    page = f"{kind}.{language}.html"
                    found.append((place.name, page, *_told(place, kind, language)))
        return sorted(found, key=lambda one: one[2].casefold())

    def page(self, study: str, name: str) -> bytes:
        """Return a page of a study.

        Raises:
            RequestRefused: There is no such page.
        """
        path = self.folder / study / name if self.folder else None
        known = name in PAGES and path is not None and path.parent.parent == self.folder
        if not known or study in (".", "..") or path is None or not path.is_file():
            raise RequestRefused("no_page")
        return path.read_bytes()


def _told(place: Path, kind: str, language: str) -> tuple[str, str]:
    """Return a study's title, and its conclusion or question, from its JSON file."""
    try:
        facts = msgspec.json.decode((place / f"{kind}.json").read_bytes())
        concluded = facts.get("conclusions", {}).get(language)
        title = str(facts["titles"][language]) or place.name
        return title, str(concluded or facts["abouts"][language])
    except (OSError, ValueError, KeyError, TypeError):
        return place.name, ""


@get(
    "/studies", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=True
)
def studies(
    request: Request[Any, Any, Any], shelf: Shelf, language: Language | None = None
) -> str:
    """List the finished studies."""
    chosen = language or spoken(request)
    words = Words(chosen, WORDS)
    listed = "".join(
        f'<li><p><a href="/studies/{escape(folder)}/{page}">{escape(title)}</a>'
        f"<br>{escape(about)}</p></li>"
        for folder, page, title, about in shelf.listed(chosen)
    )
    body = f"<ul>{listed}</ul>" if listed else f"<p>{words.say('page.no_studies')}</p>"
    link = in_the_other("/studies", chosen)
    return whole_page(chosen, words.say("page.studies"), link + body)


@get("/studies/{study:str}/{name:str}", include_in_schema=False, sync_to_thread=True)
def study(
    shelf: Shelf,
    study: Annotated[str, Parameter(max_length=100)],
    name: Annotated[str, Parameter(max_length=40)],
) -> Response[bytes]:
    """Return a page of a study."""
    content = shelf.page(study, name)
    return Response(content, media_type="text/html; charset=utf-8", headers=ALONE)


HANDLERS: list[Any] = [studies, study]
