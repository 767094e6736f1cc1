"""Documents that are the same for every reader are rendered once."""

import gzip
import runpy
import warnings

import pytest

import server_kit as kit
from comptoir.server.bots.pool import BotPool
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.sqlite import SQLite
from comptoir.server.web import describe
from comptoir.server.web.app import create_app
from comptoir.server.web.pages import pages

CONSTANT = [
    "/api", "/api/openapi.json", "/api/messages.json", "/api/games", "/api/bots",
    "/api/games/borneo/rules?language=fr", "/api/games/borneo/components",
    "/api/games/borneo/lesson", "/api/games/borneo/words",
]  # fmt: skip


@pytest.mark.parametrize("path", CONSTANT)
def test_a_document_is_the_same_packed_and_plain_and_is_not_sent_again(server, path):
    plain = kit.get(f"{server}{path}", headers={"accept-encoding": "identity"})
    packed = kit.get(f"{server}{path}")  # httpx unpacks it
    known = {"if-none-match": packed.headers["etag"]}
    again = kit.get(f"{server}{path}", headers=known)

    assert "gzip" == packed.headers["content-encoding"]
    assert "content-encoding" not in plain.headers
    assert plain.content == packed.content
    assert len(gzip.compress(plain.content)) < len(plain.content)
    assert plain.headers["etag"] != packed.headers["etag"]
    assert (304, b"") == (again.status_code, again.content)


def test_the_interface_is_described_once(tmp_path, monkeypatch):
    """Each of 249 readers once had it rendered again, 60 ms of the event loop each."""
    described = []
    for module, name in (
        (describe, "http"),
        (describe, "messages"),
        (pages, "interface"),
    ):
        render = getattr(module, name)

        def counted(*args, name=name, render=render):
            described.append(name)
            return render(*args)

        monkeypatch.setattr(module, name, counted)
    with kit.serve_here(SQLite(tmp_path / "x.sqlite3")) as server:
        for _ in range(3):
            for path in ("/api", "/api/openapi.json", "/api/messages.json"):
                assert kit.get(f"{server}{path}").is_success

    assert ["http", "messages", "interface", "http", "messages"] == described


def test_every_route_is_attacked_by_the_benchmark(tmp_path):
    known = set(runpy.run_path("benchmarks/routes.py")["ROUTES"])
    rooms = Rooms(SQLite(tmp_path / "x.sqlite3"), BotPool(1))
    with warnings.catch_warnings(action="ignore"):
        app = create_app(rooms).app
    routes = {
        f"{method} {route.path_format or '/'}"
        for route in app.routes
        if hasattr(route, "methods")
        for method in route.methods - {"HEAD", "OPTIONS"}
    }

    assert routes == known
