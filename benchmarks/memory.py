"""Whether the server's memory stays flat while tables are opened and closed.

    python benchmarks/memory.py [--tables 10000] [--rate 20] [--json]

Starts `comptoir serve` on SQLite. So many tables a second are made, each with a person and a
bot; the person makes a few moves over a WebSocket, writes in the chat and leaves. The server
closes a table that has not been used for two minutes; from then on, tables close as fast as
they open. Printed are the open tables and the server's memory in ten steps. Exit status 1 if
the memory grows by more than 10 % over the second half.
"""

import argparse
import asyncio
import json
import re
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

import httpx
from load import Server, bearer, start, stop, tell
from websockets.asyncio.client import connect

MOVES = 6
STEPS = 10
PEOPLE = 50  # who make the tables in turn
ALLOWED = 1.1  # times the memory after half of the tables
SEATS = {"batavia": 3, "borneo": 3, "negoces": 4, "osaka": 2}


class Guests:
    """People who make a table, play a little, and leave."""

    def __init__(self, server: Server, client: httpx.AsyncClient):
        self.server, self.client = server, client
        self.tokens: list[str] = []

    async def arrive(self) -> None:
        """Sign up."""
        for number in range(PEOPLE):
            answer = await self.client.post("/api/me", json={"name": f"P{number}"})
            self.client.cookies.clear()
            self.tokens.append(answer.json()["token"])

    async def visit(self, number: int) -> None:
        """Make a table, play against a bot for some moves, and leave."""
        head = bearer(self.tokens[number % PEOPLE])
        game = [*SEATS][number % len(SEATS)]
        settings = {"game": game, "seats": SEATS[game], "pace": 0, "public": True}
        body = {"settings": settings, "request": f"m{number}", "seat": 0}
        body["bots"] = [None] + ["house"] * (SEATS[game] - 1)
        made = await self.client.post("/api/tables", json=body, headers=head)
        assert made.is_success, made.text
        name = made.json()["table"]["id"]
        url = f"{self.server.address.replace('http', 'ws')}/api/tables/{name}/socket"
        async with connect(url, additional_headers=head, compression=None) as socket:
            await socket.send('{"type": "say", "id": "s", "text": "hello"}')
            moves = 0
            async for message in socket:
                own = json.loads(message).get("state", {}).get("own")
                if not own or not own["legal"]:
                    continue
                if moves == MOVES:
                    return
                moves += 1
                move = {"type": "move", "id": f"m{moves}", "asked": own["asked"]}
                await socket.send(json.dumps(move | {"action": own["legal"][0]}))

    async def open_tables(self) -> int:
        """Return how many tables the server has in memory."""
        url = f"http://127.0.0.1:{self.server.figures}/metrics"
        text = (await self.client.get(url)).text
        return int(float(re.search(r"^comptoir_tables (\S+)", text, re.MULTILINE)[1]))


async def measure(asked: argparse.Namespace, server: Server) -> list[dict]:
    """Open tables at the rate, and return what the server held after each step."""
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
        guests, found, visits = Guests(server, client), [], set()
        await guests.arrive()
        began = time.perf_counter()
        for number in range(1, asked.tables + 1):
            await asyncio.sleep(began + number / asked.rate - time.perf_counter())
            visit = asyncio.create_task(guests.visit(number))
            visits.add(visit)
            visit.add_done_callback(visits.discard)
            if number % (asked.tables // STEPS) == 0:
                await asyncio.gather(*visits)
                found.append(
                    {
                        "tables": number,
                        "open": await guests.open_tables(),
                        "mb": round(server.megabytes, 1),
                        "seconds": round(time.perf_counter() - began),
                    }
                )
                tell(str(found[-1]))
    return found


def main() -> int:
    """Measure, print, and compare the end with the middle."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=20, help="tables a second")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        servers = start(SimpleNamespace(database=None, processes=1), Path(folder))
        try:
            found = asyncio.run(measure(asked, servers[0]))
        finally:
            stop(servers)
    grown = found[-1]["mb"] / found[STEPS // 2 - 1]["mb"]
    if asked.json:
        print(json.dumps({"steps": found, "grown": round(grown, 3)}))
    else:
        print(f"the second half took {grown:.3f} times the memory of the first")
    return 0 if grown <= ALLOWED else 1


if __name__ == "__main__":
    sys.exit(main())
