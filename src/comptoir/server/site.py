"""The built page: one file for every address of ours, and its parts, kept for good."""

import mimetypes
from pathlib import Path
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import Parameter

from .manners import Refused

STATIC = Path(__file__).parent / "static"
INDEX = STATIC / "index.html"
FOR_GOOD = "public, max-age=31536000, immutable"  # a part's name holds its hash
PAGES = [
    "/t/{name:str}", "/r/{name:str}", "/replay/{name:str}", "/rules/{name:str}",
    "/learn/{name:str}",
]  # fmt: skip


def built() -> bool:
    """Whether the page was built into this installation."""
    return INDEX.is_file()


def page() -> Response[bytes]:
    """Return the page; which one it shows is told by the address.

    Raises:
        Refused: It was not built.
    """
    if not built():
        raise Refused("no_page")
    return Response(
        INDEX.read_bytes(),
        media_type="text/html; charset=utf-8",
        headers={"cache-control": "no-cache"},
    )


@get(PAGES, include_in_schema=False, sync_to_thread=False)
def any_page(name: Annotated[str, Parameter(max_length=200)]) -> Response[bytes]:
    """Return the page for an address of ours."""
    return page()


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def part(name: Annotated[str, Parameter(max_length=200)]) -> Response[bytes]:
    """Return a script, a style or a picture of the page."""
    return _file(STATIC / "assets", name, FOR_GOOD)


@get("/favicon.svg", include_in_schema=False, sync_to_thread=False)
def icon() -> Response[bytes]:
    """Return the page's sign."""
    return _file(STATIC, "favicon.svg", "public, max-age=86400")


HANDLERS: list[Any] = [any_page, part, icon]


def _file(folder: Path, name: str, cache: str) -> Response[bytes]:
    path = folder / name
    if path.parent != folder or not path.is_file():
        raise Refused("no_page")
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(
        path.read_bytes(), media_type=kind, headers={"cache-control": cache}
    )
