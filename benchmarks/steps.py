"""Measures how long a single request blocks the server's event loop, on every route.

    python benchmarks/steps.py [--only "GET /api"] [--times 2] [--worst 12] [--json]

Runs a server in this process and sends every route of `routes.py` its request, and hostile
ones: long, deep, empty and of the wrong types. It measures the CPU time of every step of the
event loop, so that other programs on the machine do not count. The limit is 100 ms per step.
The first request of each kind is not counted, since it fills caches.
"""

import argparse
import inspect
import json
import re
import sys
import tempfile
import threading
import time
import warnings
from asyncio import events
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from routes import ROUTES, WORDS, filled

from comptoir.cli.commands import serve as command

MOST = 0.1  # seconds of CPU time per step
GAME, SEATS = "borneo", 5  # the longest replays
FREE = (
    "requests=1e9", "burst=1000000000", "tables=1000000", "sign_ups=1e9", "new_tables=1e9",
    "unwatched=1e9",
)  # fmt: skip
PREPARED = inspect.signature(command.prepare).parameters
DEEP: Any = None
for _ in range(400):
    DEEP = [DEEP]
PLACES = {"name", "path", "game", "study", "table", "guest", "passkey", "token", "kind"}
HOSTILE: dict[str, Any] = {
    "long": "x" * 200_000,
    "deep": DEEP,
    "wide": dict.fromkeys(map(str, range(20_000)), 0),
    "many": list(range(40_000)),
    "number": 10**4000,
    "dotted": {"name": "x.toml", "text": ".".join("a" * 45_000) + " = 1"},
    "tables": {"name": "x.toml", "text": "[[shipments]]\n" * 7_000},
    "brackets": {"name": "x.toml", "text": "a = " + "[" * 90_000},
    "marks": {"name": "e" + "\u0301" * 90},
    "password": {"login": "Ada", "password": "\u00e9" * 200},
}


class Watchdog:
    """Measures the CPU time of each step of the event loop of one thread."""

    def __init__(self) -> None:
        self.worst = 0.0
        self._run = events.Handle._run  # noqa: SLF001 - asyncio has no other hook

    def watch(self) -> None:
        """Start timing the steps of this thread."""
        watchdog, run, thread = self, self._run, threading.get_ident()

        def timed(handle: events.Handle) -> None:
            if threading.get_ident() != thread:
                run(handle)
                return
            start = time.thread_time()
            run(handle)
            watchdog.worst = max(watchdog.worst, time.thread_time() - start)

        events.Handle._run = timed  # noqa: SLF001

    def take(self) -> float:
        """Return the longest step since the last call, in seconds."""
        worst, self.worst = self.worst, 0.0
        return worst


class Target:
    """A server in a thread of this process."""

    def __init__(self, folder: Path, watchdog: Watchdog):
        flags = [part for name in FREE for part in ("--limit", name)]
        flags += ["--port", "0", "--database", str(folder / "x.sqlite3")]
        with command.serve.make_context("serve", flags) as context:
            given = {k: v for k, v in context.params.items() if k in PREPARED}
        with warnings.catch_warnings(action="ignore"):
            self.server, self.sockets = command.prepare(**given, warm=False)
        self.server.config.loop = "asyncio"  # whose steps can be timed
        self.address = "http://{}:{}".format(*self.sockets[0].getsockname())
        self._watchdog = watchdog
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.05)

    def _serve(self) -> None:
        self._watchdog.watch()
        self.server.run(self.sockets)

    def stop(self) -> None:
        """Stop the server."""
        self.server.should_exit = True
        self.thread.join(30)


def long_game(http: httpx.Client) -> str:
    """Return a table with a long finished game."""
    settings = {"game": GAME, "seats": SEATS, "pace": 0}
    body = {"settings": settings, "request": "long", "seat": None}
    answer = http.post("/api/tables", json=body | {"bots": ["random"] * SEATS})
    table = str(answer.json()["table"]["id"])
    while http.get(f"/api/tables/{table}/record").status_code != 200:
        time.sleep(0.2)
    return table


def requests(route: str, words: dict[str, str]) -> Iterator[tuple[str, str, str, Any]]:
    """Yield the requests to a route: a name, method, path and body."""
    method, path = filled(route, words).split(" ", 1)
    body = filled(ROUTES[route], words)
    yield "usual", method, path, body
    for name in PLACES & set(re.findall(r"{(\w+)}", route)):
        hostile = words | {name: "%C3%A9" * 1500}
        yield f"long {name}", method, filled(route, hostile).split(" ", 1)[1], body
    if method == "GET":
        yield "query", method, f"{path}?x={'y' * 8000}&since={'9' * 4000}", None
        return
    for name, value in HOSTILE.items():
        yield name, method, path, value
        if isinstance(body, dict):
            for field in body:
                if name in ("long", "deep", "many", "wide"):
                    yield f"{field}: {name}", method, path, {**body, field: value}


def measure(asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Send all requests; return the longest step of each."""
    watchdog, found = Watchdog(), []
    with tempfile.TemporaryDirectory() as folder:
        target = Target(Path(folder), watchdog)
        http = httpx.Client(base_url=target.address, timeout=120)
        http.post("/api/me", json={"name": "Ada"})
        words = WORDS | {"table": long_game(http), "game": GAME}
        for route in ROUTES:
            if asked.only and asked.only not in route:
                continue
            if route in ("POST /api/logout", "POST /api/me/goodbye"):
                http.post("/api/me", json={"name": "Ada"})
            for name, method, path, body in requests(route, words):
                for time_ in range(asked.times + 1):
                    watchdog.take()
                    status = send(http, method, path, body)
                    if time_:
                        ms = round(1000 * watchdog.take(), 1)
                        found.append(
                            {"route": route, "with": name, "ms": ms, "status": status}
                        )
        target.stop()
    return sorted(found, key=lambda one: -one["ms"])


def send(http: httpx.Client, method: str, path: str, body: Any) -> int:
    """Send a request; return its status, or 0 if the server closed the connection."""
    sys.setrecursionlimit(10_000)
    sys.set_int_max_str_digits(0)
    content = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"} if content else {}
    try:
        answer = http.request(method, path, content=content, headers=headers)
    except (httpx.TransportError, httpx.InvalidURL):
        return 0
    return answer.status_code


def main() -> None:
    """Print the longest steps; exit with 1 if one is longer than allowed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="part of a route's name")
    parser.add_argument(
        "--times", type=int, default=2, help="counted requests of a kind"
    )
    parser.add_argument("--worst", type=int, default=12, help="how many to print")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = measure(asked)
    long = [one for one in found if one["ms"] > 1000 * MOST]
    if asked.json:
        print(
            json.dumps({"requests": len(found), "long": len(long), "worst": found[0]})
        )
    else:
        for one in found[: asked.worst]:
            print(
                f"{one['ms']:8.1f} ms  {one['status']}  {one['route']}  ({one['with']})"
            )
        print(
            f"{len(found)} requests, {len(long)} with a step over {1000 * MOST:.0f} ms"
        )
    sys.exit(bool(long))


if __name__ == "__main__":
    main()
