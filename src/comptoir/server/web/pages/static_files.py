"""The built page: one HTML file for all addresses, and its cached scripts and styles."""

import gzip
import mimetypes
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.params import Parameter

from comptoir.engine.errors import ComptoirError
from comptoir.engine.model import registry
from comptoir.server.domain.refusals import RequestRefused

from .engine_files import LIST, files

STATIC = Path(__file__).parents[2] / "static"
INDEX = STATIC / "index.html"
PARTS = STATIC / "parts.json"  # the part of the page that was built from each source
FOR_GOOD = "public, max-age=31536000, immutable"  # a part's name contains its hash
FOR_A_DAY = "public, max-age=86400"
PAGES = [
    "/r/{name:str}", "/replay/{name:str}", "/review/{name:str}", "/puzzles/{name:str}",
    "/rules/{name:str}", "/learn/{name:str}", "/new/{name:str}", "/p/{name:str}",
    "/ratings/{name:str}", "/confirm/{name:str}",
]  # fmt: skip


def built() -> bool:
    """Return True if the page was built into this installation."""
    return INDEX.is_file()


def page(status: int = 200, head: str = "") -> Response[bytes]:
    """Return the page; the address decides what it shows, and `head` is added to its head.

    Raises:
        RequestRefused: The page was not built.
    """
    if not built():
        raise RequestRefused("no_page")
    text = INDEX.read_text(encoding="utf-8")
    return Response(
        text.replace("</head>", f"{head}</head>", 1).encode(),
        media_type="text/html; charset=utf-8",
        headers={"cache-control": "no-cache"},
        status_code=status,
    )


def preloads(*sources: str) -> str:
    """Return tags that preload the parts built from these sources, with all their imports."""
    parts = _parts(PARTS.stat().st_mtime_ns) if PARTS.is_file() else {}
    needed = [source for source in sources if source in parts]
    for source in needed:
        imports = parts[source].get("imports", ())
        needed += (name for name in imports if name not in needed)
    scripts = {parts[source]["file"]: "modulepreload" for source in needed}
    styles = (file for source in needed for file in parts[source].get("css", ()))
    return "".join(
        f'<link rel="{rel}" crossorigin href="/{file}">'
        for file, rel in (scripts | dict.fromkeys(styles, "stylesheet")).items()
    )


@get(PAGES, include_in_schema=False, sync_to_thread=False)
def any_page(name: Annotated[str, Parameter(max_length=200)]) -> Response[bytes]:
    """Return the page for an address that ends in a name, such as a replay's."""
    return page()


@get(
    ["/account", "/tables", "/ratings", "/moderation", "/r", "/confirm", "/play"],
    include_in_schema=False,
    sync_to_thread=False,
)
def own_page() -> Response[bytes]:
    """Return the page for an address without a name."""
    return page()


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def part(
    request: Request[Any, Any, Any], name: Annotated[str, Parameter(max_length=200)]
) -> Response[bytes]:
    """Return a script, style or picture of the page, compressed if the browser accepts that."""
    path = _known(STATIC / "assets", name)
    headers = {"cache-control": FOR_GOOD, "vary": "accept-encoding"}
    packed = "gzip" in request.headers.get("accept-encoding", "")
    if packed:
        headers["content-encoding"] = "gzip"
    content = _packed(path, path.stat().st_mtime_ns) if packed else path.read_bytes()
    return Response(content, media_type=_kind(path), headers=headers)


@cache
def _engine() -> dict[str, bytes]:
    """Return the files of the engine, with packs for all games."""
    return files(registry.own_names())


@get("/engine/{name:str}", include_in_schema=False, sync_to_thread=True)
def engine(name: Annotated[str, Parameter(max_length=200)]) -> Response[bytes]:
    """Return a file of the engine that runs solo games offline."""
    try:
        content = _engine().get(name)
    except ComptoirError:
        content = None
    if content is None:
        raise RequestRefused("no_page")
    kind, kept = ("application/gzip", FOR_GOOD)
    if name == LIST:
        kind, kept = ("application/json", "no-cache")
    return Response(content, media_type=kind, headers={"cache-control": kept})


@get("/previews/{name:str}", include_in_schema=False, sync_to_thread=False)
def preview(name: Annotated[str, Parameter(max_length=200)]) -> Response[bytes]:
    """Return the picture of a link preview."""
    path = _known(STATIC / "previews", name)
    headers = {"cache-control": FOR_A_DAY}
    return Response(path.read_bytes(), media_type=_kind(path), headers=headers)


def picture(game: str) -> str:
    """Return the name of a game's preview picture, or of the common one."""
    own = f"{game}.png"
    return own if (STATIC / "previews" / own).is_file() else "comptoir.png"


@get(
    ["/favicon.svg", "/icon.png", "/manifest.webmanifest", "/sw.js"],
    include_in_schema=False,
    sync_to_thread=False,
)
def sign(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the page's icon, manifest or service worker."""
    path = _known(STATIC, request.url.path.removeprefix("/"))
    kept = FOR_A_DAY if path.suffix in (".svg", ".png") else "no-cache"
    headers = {"cache-control": kept}
    return Response(path.read_bytes(), media_type=_kind(path), headers=headers)


HANDLERS: list[Any] = [any_page, own_page, part, engine, preview, sign]


@lru_cache(maxsize=256)
def _packed(path: Path, changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), 9, mtime=0)


@lru_cache(maxsize=1)
def _parts(changed: int) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(PARTS.read_bytes())
    return found


def _known(folder: Path, name: str) -> Path:
    path = folder / name
    if path.parent != folder or not path.is_file():
        raise RequestRefused("no_page")
    return path


def _kind(path: Path) -> str:
    if path.suffix == ".webmanifest":  # not every machine knows this type
        return "application/manifest+json"
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"
