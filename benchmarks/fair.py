"""How long somebody's bot takes while another client keeps every thinker busy.

    python benchmarks/fair.py [--tables 50] [--bot expert] [--moves 60] [--empty] [--json]

Starts `comptoir serve`. One client makes fifty tables of bots that search three seconds a
move and sits at each of them, connected (`--empty`: only bots sit there). Another plays
against one bot, and times it from its own move to the bot's; the same before the fifty
tables are made says how long the bot takes by itself. Compile first: `comptoir warm`.
"""

import argparse
import asyncio
import json
import statistics
import time

import httpx
from serving import serving
from websockets.asyncio.client import connect

GAME, SEATS = "osaka", 2
LONG = "search:3s"
SETTLING = 100  # moves while thinkers load what was compiled, not timed
LIMITS = ("requests=1e6", "burst=100000", "messages=1e6", "sockets=1000")


def main() -> None:
    """Serve, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--empty", action="store_true")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with serving(LIMITS) as address:
        figures = asyncio.run(measure(address, asked))
    if asked.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:>16}  {value}")


async def measure(address: str, asked: argparse.Namespace) -> dict[str, float]:
    """Time a bot without and with the other client's tables."""
    ada, eve = await client(address, "Ada"), await client(address, "Eve")
    await play(ada, asked.bot, SETTLING)
    alone = await play(ada, asked.bot, asked.moves)
    seat = None if asked.empty else 0
    tables = [await make(eve, LONG, f"e{n}", seat) for n in range(asked.tables)]
    sitting = [asyncio.create_task(sit(eve, table)) for table in tables]
    await asyncio.sleep(5)
    among = await play(ada, asked.bot, asked.moves)
    for one in sitting:
        one.cancel()
    await asyncio.gather(*sitting, return_exceptions=True)
    await asyncio.gather(ada.aclose(), eve.aclose())
    figures = {}
    for name, times in (("alone", alone), ("among", among)):
        figures[f"{name}_p50_s"] = round(statistics.median(times), 3)
        figures[f"{name}_p95_s"] = round(statistics.quantiles(times, n=20)[-1], 3)
    late = figures["among_p95_s"] - figures["alone_p95_s"]
    return figures | {"late_p95_s": round(late, 3), "moves": len(among)}


async def client(address: str, name: str) -> httpx.AsyncClient:
    """Return somebody new."""
    found = httpx.AsyncClient(base_url=address, timeout=60)
    answer = await found.post("/api/me", json={"name": name})
    found.headers["Authorization"] = f"Bearer {answer.json()['token']}"
    found.cookies.clear()
    return found


async def make(who: httpx.AsyncClient, bot: str, request: str, seat: int | None) -> str:
    """Make a table; bots sit where nobody does."""
    bots = [None if n == seat else bot for n in range(SEATS)]
    settings = {"game": GAME, "seats": SEATS, "pace": 0}
    body = {"settings": settings, "request": request, "seat": seat, "bots": bots}
    answer = await who.post("/api/tables", json=body)
    answer.raise_for_status()
    return answer.json()["table"]["id"]


def socket_of(who: httpx.AsyncClient, table: str) -> connect:
    """Return a table's socket."""
    base = str(who.base_url).replace("http", "ws").rstrip("/")
    headers = {"Authorization": who.headers["Authorization"]}
    url = f"{base}/api/tables/{table}/socket"
    return connect(url, additional_headers=headers, max_size=None, ping_interval=None)


async def sit(who: httpx.AsyncClient, table: str) -> None:
    """Move at once whenever asked, until the game is over."""
    async with socket_of(who, table) as socket:
        async for message in socket:
            said = json.loads(message)
            if await answer(socket, said) == "over":
                return


async def answer(socket: connect, said: dict) -> str:
    """Make the first legal move if one is asked for; return the table's state."""
    if "state" not in said:
        return ""
    own = said["state"]["own"]
    if own["legal"]:
        move = {"type": "move", "id": f"m{time.perf_counter()}", "asked": own["asked"]}
        await socket.send(json.dumps(move | {"action": own["legal"][0]}))
    return said["state"]["state"]


async def play(who: httpx.AsyncClient, bot: str, moves: int) -> list[float]:
    """Play games against a bot, and return how long each of its moves took."""
    times: list[float] = []
    while len(times) < moves:
        table = await make(who, bot, f"a{time.perf_counter()}", 0)
        asked = time.perf_counter()
        async with socket_of(who, table) as socket:
            async for message in socket:
                said, now = json.loads(message), time.perf_counter()
                for line in said.get("lines", ()):
                    if line["what"]["kind"] == "moved":
                        if line["what"]["by"] == "bot":
                            times.append(now - asked)
                        asked = now
                if await answer(socket, said) == "over" or len(times) >= moves:
                    break
    return times


if __name__ == "__main__":
    main()
