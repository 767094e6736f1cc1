"""A test of upgrades: opens tables of the previous version with this one.

    python benchmarks/upgrade.py OTHER/src [--finished 10000] [--running 2000] [--json]

OTHER is a checkout of the previous version. Its own code fills a database with games of every
title, played at random to the end or half-way (a few hundred, each copied under many names).
Then this version serves the database: every finished table is opened and its log read, and some
are replayed and exported; at every running table the seat to act makes a move. It prints the
tables that could not be opened or continued, and the time it took.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
from load import Server, stop, wait_for
from websockets.asyncio.client import connect

GAMES = ("batavia", "borneo", "negoces", "osaka")
KINDS = 80  # different games, of each title and state
SEATS = 4
AT_ONCE = 8
REPLAYED = 20  # one in this many finished tables is replayed, exported and told as text
UNLIMITED = (
    "requests=1e9", "burst=1000000", "sockets=1e6", "tables=1e6", "player_sockets=1e6",
    "messages=1e9", "message_burst=1000000",
)  # fmt: skip


def main() -> None:
    """Fill a database with the previous version, and open it with this one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", type=Path, help="src of the version before")
    parser.add_argument("--finished", type=int, default=10_000)
    parser.add_argument("--running", type=int, default=2000)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--fill", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.fill:
        asyncio.run(fill(asked))
        return
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.sqlite3"
        print("filling a database by the version before …", file=sys.stderr)
        subprocess.run(
            [sys.executable, *sys.argv, "--fill", str(database)],
            env=os.environ | {"PYTHONPATH": str(asked.other)},
            check=True,
        )
        figures = serve(database, asked)
    if asked.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:>16}  {value}")


# Runs with the previous version.


async def fill(asked: argparse.Namespace) -> None:
    """Fill a database with players and their tables."""
    from comptoir.server.storage.players import Players
    from comptoir.server.storage.sqlite import SQLite
    from comptoir.server.storage.store import Store

    database = SQLite(asked.fill)
    await database.open(lambda _: None)
    store = Store(database)
    players = [await Players(store).create(f"P{n}", "en", 1) for n in range(SEATS)]
    for state, count in (("over", asked.finished), ("playing", asked.running)):
        for part in range(0, count, KINDS * len(GAMES)):
            size = min(KINDS * len(GAMES), count - part)
            names = [f"{state}{part + n:06}" for n in range(size)]
            made = [table(name, n, state, players) for n, name in enumerate(names)]
            await asyncio.gather(*(store.add_table(t, t.id, t.at) for t in made))
    await database.close()
    tokens = [token for _, token in players]
    asked.fill.with_suffix(".json").write_text(json.dumps(tokens))


played: dict[tuple[int, str], object] = {}


def table(name: str, number: int, state: str, players: list) -> object:
    """Return a table with a game that is over or half-way; played once, then copied."""
    if (number, state) not in played:
        played[number, state] = play(number, state, players)
    copy = played[number, state]
    copy.id = name
    return copy


def play(number: int, state: str, players: list) -> object:
    """Play a game at random."""
    from comptoir.server.domain.acting import commands
    from comptoir.server.domain.acting.commands import Sender
    from comptoir.server.domain.settings import TableSettings
    from comptoir.server.domain.state.events import Moved
    from comptoir.server.domain.state.table import OnlineTable

    dice = random.Random(f"{number} {state}")
    settings = TableSettings(game=GAMES[number % len(GAMES)], seats=SEATS, absence=None)
    made = OnlineTable("", settings, f"{state}-{number}", players[0][0].id)
    made.at = at = int(time.time() * 1000)
    for seat, (player, _) in enumerate(players):
        sitting = commands.sit(made, Sender(player.id, player.name), seat)
        made.add(sitting, at, player.id)
    most = None if state == "over" else dice.randrange(20, 120)
    while made.state == "playing" and (most is None or len(made.match.moves) < most):
        seat = dice.choice(made.actors)
        action = dice.choice(made.legal(seat))
        made.add([Moved(seat, str(action))], at, players[seat][0].id)
    return made


# Runs with this version.


def serve(database: Path, asked: argparse.Namespace) -> dict[str, object]:
    """Serve the database, and open all of its tables."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "comptoir", "serve", "--no-browser", "--port", "0"]
    command += ["--database", str(database), "--log", "warning"]
    command += [word for limit in UNLIMITED for word in ("--limit", limit)]
    errors = database.with_suffix(".log")
    with errors.open("w") as log:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True
        )
    address = process.stdout.readline().split()[1].rstrip("/")
    server = Server(process, address)
    wait_for(server)
    ready = time.perf_counter() - began
    tokens = json.loads(database.with_suffix(".json").read_text())
    try:
        figures = asyncio.run(open_all(address, tokens, asked))
        megabytes = round(server.megabytes, 1)
    finally:
        stop([server])
    lines = errors.read_text().splitlines()
    for line in lines[:5]:
        print(line, file=sys.stderr)
    told = {"ready_s": round(ready, 2), "log_lines": len(lines), "server_mb": megabytes}
    return figures | told


class Visitor:
    """A client that opens tables and counts the outcomes."""

    def __init__(self, address: str, tokens: list[str]):
        self.sockets = address.replace("http", "ws")
        self.heads = [{"Authorization": f"Bearer {token}"} for token in tokens]
        self.client = httpx.AsyncClient(base_url=address, timeout=120)
        self.outcomes: Counter[str] = Counter()

    async def look(self, name: str, number: int) -> None:
        """Open a finished table; replay and export some of them."""
        pages = ["", "/log"]
        if number % REPLAYED == 0:
            pages += ["/record", "/replay", "/text", "/replay/30"]
        for page in pages:
            answer = await self.client.get(
                f"/api/tables/{name}{page}", headers=self.heads[0]
            )
            self.outcomes[f"{page or 'state'} {answer.status_code}"] += 1

    async def move(self, name: str, _number: int) -> None:
        """Play a move of the seat to act at a running table."""
        answer = await self.client.get(f"/api/tables/{name}", headers=self.heads[0])
        seat = answer.json()["state"]["actors"][0]
        url = f"{self.sockets}/api/tables/{name}/socket"
        async with connect(url, additional_headers=self.heads[seat]) as socket:
            own = json.loads(await socket.recv())["state"]["own"]
            request = {"type": "move", "id": "m", "asked": own["asked"]}
            await socket.send(json.dumps(request | {"action": own["legal"][0]}))
            async for message in socket:
                said = json.loads(message)
                if said["type"] in ("done", "refused"):
                    self.outcomes[f"move {said['type']} {said.get('key', '')}"] += 1
                    return

    async def visit(self, what: Callable, state: str, numbers: Iterator[int]) -> None:
        """Visit all tables of a state."""
        for number in numbers:
            try:
                await what(f"{state}{number:06}", number)
            except Exception as error:  # noqa: BLE001 - counted
                self.outcomes[f"{state} {type(error).__name__}: {error}"[:80]] += 1


async def open_all(
    address: str, tokens: list[str], asked: argparse.Namespace
) -> dict[str, object]:
    """Open every table, move at running ones, and count the outcomes."""
    visitor = Visitor(address, tokens)
    figures: dict[str, object] = {}
    for what, state, count in (
        (visitor.look, "over", asked.finished),
        (visitor.move, "playing", asked.running),
    ):
        numbers, start = iter(range(count)), time.perf_counter()
        visits = [visitor.visit(what, state, numbers) for _ in range(AT_ONCE)]
        await asyncio.gather(*visits)
        figures[f"{state}_tables"] = count
        figures[f"{state}_s"] = round(time.perf_counter() - start, 1)
    await visitor.client.aclose()
    return figures | dict(sorted(visitor.outcomes.items()))


if __name__ == "__main__":
    main()
