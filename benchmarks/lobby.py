"""The lobby under load: a change must reach all its viewers within a second (p99).

    python benchmarks/lobby.py [--open 500] [--watchers 1000] [--rate 200] [--seconds 30]

Starts `comptoir serve` on SQLite, with `--open` public tables that wait for players, and
`--watchers` clients that watch the lobby. Meanwhile games at public tables are played as in
`benchmarks/load.py`, at `--rate` moves per second in total. Once a second a table is created;
the time runs from this request until each watcher has received it. The exit status is 1 if that
takes longer than a second at the 99th percentile, if a watcher misses a table, if fewer than
nine in ten of the moves were made, or if a move failed.
"""

import argparse
import asyncio
import json
import re
import resource
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import httpx
from load import Load, Server, bearer, start, stop, tell
from websockets.asyncio.client import connect

ID = re.compile(r'"id":"([^"]+)"')
BAR = 1.0  # seconds, at the 99th percentile
MADE = 0.9  # share of the requested moves
PATIENCE = 60.0  # seconds after which a change counts as missed


class Watchers:
    """Watchers of the lobby: when each received a table, and the size of its first message."""

    def __init__(self, server: str):
        self.url = server.replace("http", "ws", 1) + "/api/lobby"
        self.heard: dict[str, list[float]] = defaultdict(list)
        self.first: list[int] = []  # bytes

    async def one(self, ready: asyncio.Semaphore) -> None:
        """Watch the lobby until the end."""
        async with connect(self.url, compression=None, ping_interval=None) as socket:
            self.first.append(sum([len(await socket.recv()) for _ in range(2)]))
            ready.release()
            async for message in socket:
                now = time.perf_counter()
                for table in ID.findall(message):
                    self.heard[table].append(now)


class Beside(Load):
    """Public games: their starts and ends change the lobby too."""

    public = True


async def measure(asked: argparse.Namespace, servers: list[Server]) -> dict:
    """Return how long each change took to reach each watcher."""
    address = servers[0].address
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
        load = Beside(asked, servers, client)
        host = bearer(await load.introduce("Host"))

        async def make() -> str:
            load.made += 1
            settings = {"game": "osaka", "seats": 4, "public": True}
            body = {"settings": settings, "request": f"open{load.made}", "seat": 0}
            answer = await client.post("/api/tables", json=body, headers=host)
            return answer.json()["table"]["id"]

        tell(f"{asked.open} open tables, {asked.watchers} who look …")
        for _ in range(asked.open):
            await make()
        watchers, ready = Watchers(address), asyncio.Semaphore(0)
        looking = [
            asyncio.create_task(watchers.one(ready)) for _ in range(asked.watchers)
        ]
        for _ in looking:
            await ready.acquire()
        playing = asyncio.create_task(load.run())
        starts: dict[str, float] = {}
        while not playing.done() and load.running:
            await asyncio.sleep(1)
            if load.times and load.running:  # moves are being made
                began = time.perf_counter()
                starts[await make()] = began
        played = await playing
        end = time.perf_counter() + PATIENCE
        while time.perf_counter() < end and missed(starts, watchers, asked.watchers):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        for task in looking:
            task.cancel()
        await asyncio.gather(*looking, return_exceptions=True)
    times = sorted(
        at - starts[table] for table in starts for at in watchers.heard[table]
    )
    return {
        "changes": len(starts),
        "told": len(times),
        "not_told": missed(starts, watchers, asked.watchers),
        "p50_s": round(times[len(times) // 2], 3),
        "p99_s": round(times[int(len(times) * 0.99)], 3),
        "first_kb": round(max(watchers.first) / 1024, 1),
        **{f"load_{name}": value for name, value in played.items()},
    }


def missed(starts: dict[str, float], watchers: Watchers, count: int) -> int:
    """Return how many times a watcher missed a change."""
    return sum(count - len(watchers.heard[table]) for table in starts)


def main() -> int:
    """Measure, print, and compare with the limits."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--open", type=int, default=500, help="tables that wait")
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=200, help="moves a second in all")
    parser.add_argument("--tables", type=int, default=50, help="where they are made")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--json", action="store_true")
    none = dict.fromkeys(("bots", "idle", "reviews"), 0)
    unused = {"game": "batavia", "database": None, "processes": 1} | none
    asked = parser.parse_args(namespace=argparse.Namespace(**unused))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        servers = start(asked, Path(folder))
        try:
            found = asyncio.run(measure(asked, servers))
        finally:
            stop(servers)
    if asked.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:>20}  {value}")
    told = found["p99_s"] <= BAR and not found["not_told"]
    beside = found["load_moves_per_s"] >= MADE * asked.rate and not found["load_errors"]
    return 0 if told and beside else 1


if __name__ == "__main__":
    sys.exit(main())
