"""The server's application: pages, HTTP interface, sockets, health and metrics."""

import sqlite3
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.serialization import encode_json

from comptoir.engine.errors import ComptoirError
from comptoir.engine.model.refusals import Refusal
from comptoir.engine.text.words import Words
from comptoir.engine.version import __version__
from comptoir.server.analysis.chances import LiveChances
from comptoir.server.analysis.reviewing import Reviewing
from comptoir.server.domain.protocol import bodies
from comptoir.server.domain.refusals import WORDS, RequestRefused
from comptoir.server.domain.settings import Language
from comptoir.server.export.export_worker import ExportWorker
from comptoir.server.operations import logs
from comptoir.server.operations.limits import Allowances
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.database import BadDatabase
from comptoir.server.storage.moderation import Moderation
from comptoir.server.storage.passkeys import Passkeys
from comptoir.server.storage.people import People
from comptoir.server.storage.players import Players
from comptoir.server.storage.quotas import Quota, Quotas, SharedLimit
from comptoir.server.storage.ratings import Ratings
from comptoir.server.web.pages import (
    packages,
    pages,
    previews,
    privacy,
    static_files,
    studies,
)
from comptoir.server.web.pages.privacy import Contact
from comptoir.server.web.people import (
    accounts,
    announcements,
    moderation,
    passkeys,
    people,
)
from comptoir.server.web.shared import schemas
from comptoir.server.web.shared.documents import PACKED, Documents
from comptoir.server.web.shared.middleware import Middleware, is_loopback
from comptoir.server.web.sockets import lobby, socket
from comptoir.server.web.tables import api, games, lessons, puzzles, replays, reviews

from . import describe
from .figures import MetricsEndpoint
from .health import HealthCheck

NOT_PACKED = [
    "^/assets",
    "^/api/(me|tables)",
    "^/healthz",
]  # not compressed: already compressed, short, or requested often
LARGEST = 256 * 1024  # bytes of a request's body: enough for custom cards


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def first_page(
    request: Request[Any, Any, Any], rooms: Rooms, language: Language | None = None
) -> str | Response[bytes]:
    """Return the built page, or a plain one in the reader's language."""
    if static_files.built() and language is None:
        return previews.first_page(request, rooms)
    tables = await rooms.store.lobby(rooms.now() - api.LOBBY)
    return pages.first_page(language or previews.spoken(request), tables)


@get("/api", include_in_schema=False, sync_to_thread=False, opt={PACKED: True})
def interface(request: Request[Any, Any, Any], documents: Documents) -> Response[bytes]:
    """Return the documentation of the interface for programs."""

    def render() -> bytes:
        schema = describe.http(request.app.openapi_schema.to_schema())
        return pages.interface(schema, describe.messages()).encode()

    return documents.answer(request, "interface", MediaType.HTML, render)


@get(
    "/api/openapi.json",
    include_in_schema=False,
    sync_to_thread=False,
    opt={PACKED: True},
)
def openapi(request: Request[Any, Any, Any], documents: Documents) -> Response[bytes]:
    """Return the OpenAPI document of the HTTP interface."""

    def render() -> bytes:
        schema = describe.http(request.app.openapi_schema.to_schema())
        return encode_json(schema)

    return documents.answer(request, "openapi", MediaType.JSON, render)


@get(
    "/api/messages.json",
    include_in_schema=False,
    sync_to_thread=False,
    opt={PACKED: True},
)
def messages_json(
    request: Request[Any, Any, Any], documents: Documents
) -> Response[bytes]:
    """Return JSON schemas of the WebSocket's messages."""

    def render() -> bytes:
        return encode_json(describe.messages())

    return documents.answer(request, "messages", MediaType.JSON, render)


@get("/healthz", tags=["operation"])
async def health(rooms: Rooms, healthy: HealthCheck) -> schemas.Health:
    """Return 200 if the server answers and its database is writable."""
    if not await healthy.well(rooms.now()):
        raise RequestRefused("no_database")
    listening = sum(len(room.broadcast.listeners) for room in rooms.open_rooms.values())
    return schemas.Health("ok", __version__, len(rooms.open_rooms), listening)


@get("/api/addresses", tags=["operation"], sync_to_thread=False)
def where_others_reach(
    request: Request[Any, Any, Any], addresses: Sequence[str]
) -> list[str]:
    """Return the addresses at which others reach this server, to requests from this machine."""
    client = request.client
    return list(addresses) if client and is_loopback(client.host) else []


class NoPages(OpenAPIRenderPlugin):
    """Switches off Litestar's own pages about the interface, in favour of `/api`."""

    def __init__(self) -> None:
        super().__init__(path="/openapi.json")

    def render(
        self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]
    ) -> bytes:
        """Raise `NotFoundException`, so that the path has no page of Litestar's own."""
        raise NotFoundException


OWN = [first_page, interface, openapi, messages_json, health, where_others_reach]
PARTS: tuple[Any, ...] = (
    accounts, passkeys, people, moderation, announcements, api, games, lobby, replays, reviews,
    puzzles, lessons, packages, previews, privacy, static_files, studies,
)  # fmt: skip


def create_app(
    rooms: Rooms,
    metrics_port: int | None = None,
    addresses: Sequence[str] = (),
    shelf: Path | None = None,
    contact: str = "",
) -> Middleware:
    """Return the server as an ASGI application; metrics may have a port of their own.

    `addresses` are those at which others reach the server; `shelf` is the folder of finished
    studies, and `contact` is where people reach the host.
    """
    allowances, export_worker = Allowances(rooms.limits), ExportWorker()
    rooms.forget_exports = export_worker.forget
    parser = ExportWorker(games.PARSING)  # a second worker: killing it stops no export
    given = {
        **_services(rooms),
        "allowances": allowances,
        "export_worker": export_worker,
        "parser": parser,
        "documents": Documents(),
        "addresses": addresses,
        "shelf": studies.Shelf(shelf),
        "contact": Contact(contact),
    }
    shared, limits = partial(_shared, rooms, given["players"].quotas), rooms.limits
    given["sign_ups"] = shared("sign-up", limits.sign_ups, limits.sign_up_burst)
    given["talk"] = shared("talk", limits.talk, limits.talk_burst)
    made = shared("table", limits.new_tables, limits.new_table_burst)
    app = Litestar(
        [*OWN, *(one for part in PARTS for one in part.HANDLERS), socket.play],
        dependencies={name: _given(thing) for name, thing in given.items()},
        exception_handlers={
            RequestRefused: _refused,
            ComptoirError: _refused,
            HTTPException: _http_error,
            RecursionError: _too_deep,
            Exception: _broken,
        },
        on_shutdown=[rooms.close, export_worker.close, parser.close],
        openapi_config=_description(),
        request_max_body_size=LARGEST,
        compression_config=CompressionConfig(
            "gzip", exclude=NOT_PACKED, exclude_opt_key=PACKED
        ),
        logging_config=None,
    )
    figures = MetricsEndpoint(rooms.metrics)
    return Middleware(app, allowances, made, figures, metrics_port)


def _description() -> OpenAPIConfig:
    """Return how OpenAPI describes the routes, with the docstrings of their handlers."""
    return OpenAPIConfig(
        "Comptoir",
        __version__,
        path="/api/schema",
        render_plugins=[NoPages()],
        use_handler_docstrings=True,
    )


def _services(rooms: Rooms) -> dict[str, Any]:
    """Return the dependencies of the route handlers, by name."""
    store = rooms.store
    players = Players(store, rooms.now)
    return {
        "rooms": rooms,
        "players": players,
        "ratings": Ratings(store),
        "people": People(store),
        "moderation": Moderation(store),
        "passkeys": Passkeys(store),
        "adoption": accounts.Adoption(rooms, players),
        "healthy": HealthCheck(store, rooms.metrics),
        "reviewing": Reviewing(rooms.services),
        "chances": LiveChances(rooms.services),
    }


def _shared(
    rooms: Rooms, quotas: Quotas, what: str, rate: float, burst: int
) -> SharedLimit:
    return SharedLimit(quotas, Quota.of(what, rate, burst), rooms.now)


def _given(thing: Any) -> Provide:
    return Provide(lambda: thing, sync_to_thread=False)


def _refused(
    request: Request[Any, Any, Any], error: Exception
) -> Response[bodies.Fault]:
    if isinstance(error, BadDatabase):
        error = RequestRefused("no_database")
    elif not isinstance(error, RequestRefused):
        error = RequestRefused("bad_setup", reason=str(error))
    return _fault(request, error.refusal, error.status)


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    status = error.status_code
    if status == 404:  # noqa: PLR2004
        if static_files.built() and "text/html" in request.headers.get("accept", ""):
            return static_files.page(status)
        return _fault(request, Refusal("no_page"), status)
    if status == 413:  # noqa: PLR2004
        return _fault(request, Refusal("too_large"), status)
    extra = error.extra if isinstance(error.extra, list) else []
    messages = (f"{item.get('key', '')}: {item.get('message', '')}" for item in extra)
    detail = "; ".join(part.removeprefix(": ") for part in messages) or error.detail
    return _fault(
        request, Refusal("bad_message", args={"reason": detail[:300]}), status
    )


def _too_deep(
    request: Request[Any, Any, Any], error: Exception
) -> Response[bodies.Fault]:
    return _refused(request, RequestRefused("bad_message", reason="nested too deep"))


def _broken(
    request: Request[Any, Any, Any], error: Exception
) -> Response[bodies.Fault]:
    path: Any = request.scope.get("path_template")  # ids of tables are private links
    logs.error("request", error, path=path)
    if isinstance(
        error, sqlite3.OperationalError
    ):  # the disk is full, or cannot be read
        return _refused(request, RequestRefused("no_database"))
    return _fault(request, Refusal("broken"), 500)


def _fault(
    request: Request[Any, Any, Any], refusal: Refusal, status: int
) -> Response[bodies.Fault]:
    words = Words(previews.spoken(request), WORDS)
    fault = bodies.Fault(
        refusal.key, words.refusal(refusal), refusal.rule, refusal.args
    )
    return Response(fault, status_code=status, media_type=MediaType.JSON)
