"""Measures how much one client can slow down another within the server's default limits.

    python benchmarks/attacks.py [--only chat,replay] [--moves 100] [--bot master:300] [--json]
    python benchmarks/attacks.py --only routes (all, one after the other), or "GET /api"

Starts `comptoir serve` with its defaults. Ada plays against a bot; her moves and the bot's are
timed, first alone, then during each attack. The attacker is a separate process at another
loopback address, as fast as the limits allow. The limits at the 95th percentile are 50 ms more
for her own move and 1 s more for the bot's. Compile first: `comptoir warm`.
"""

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Iterator

import httpx
from routes import ROUTES, WORDS, filled
from serving import serving
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

GAME, SEATS = "osaka", 2
LONG_GAME = "borneo"  # the game with the longest replay
SETTLING = 40  # untimed moves while bot workers load compiled code
THINKING = 0.12  # seconds before a move: a player may send ten messages a second
BEGINNING = 6.0  # seconds until an attack is under way
ELSEWHERE = "127.0.0.2"
AT_ONCE = 8  # concurrent requests
LATER = 50 / 1000, 1.0  # allowed extra seconds, for a move and for a bot
GONE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, httpx.HTTPError)


class Client:
    """A named client at one of the loopback addresses."""

    def __init__(self, server: str, address: str):
        self.server, self.address, self.token = server, address, ""
        transport = httpx.AsyncHTTPTransport(local_address=address)
        self.http = httpx.AsyncClient(
            base_url=server, timeout=60, transport=transport, cookies=None
        )

    @classmethod
    async def named(cls, server: str, address: str, name: str) -> "Client":
        """Return a new client."""
        client = cls(server, address)
        answer = await client.http.post("/api/me", json={"name": name})
        answer.raise_for_status()
        client.token = answer.json()["token"]
        client.http.cookies.clear()
        client.http.headers["Authorization"] = f"Bearer {client.token}"
        return client

    async def table(
        self, bots: list[str | None], request: str, **settings: object
    ) -> str:
        """Create a table; the client takes a seat without a bot, if any."""
        seat = bots.index(None) if None in bots else None
        asked = {"game": GAME, "seats": len(bots), "pace": 0} | settings
        body = {"settings": asked, "request": request, "seat": seat, "bots": bots}
        answer = await self.http.post("/api/tables", json=body)
        answer.raise_for_status()
        return answer.json()["table"]["id"]

    def socket(self, table: str) -> connect:
        """Return a socket at a table."""
        url = f"{self.server.replace('http', 'ws')}/api/tables/{table}/socket"
        headers = {"Authorization": f"Bearer {self.token}"}
        return connect(
            url, additional_headers=headers, max_size=None, ping_interval=None,
            local_addr=(self.address, 0), proxy=None,
        )  # fmt: skip


# What Ada does.


async def play(ada: Client, table: str, bot: str, moves: int) -> dict[str, list[float]]:
    """Play against a bot; return the times of her moves and of the bot's."""
    times: dict[str, list[float]] = {"player": [], "bot": []}
    while len(times["bot"]) < moves:
        with contextlib.suppress(ConnectionClosed):  # disconnected: she reconnects
            async with ada.socket(table) as socket:
                await play_on(socket, times, moves)
                request = f"a{time.perf_counter()}"
                table = await ada.table([None, bot], request, public=True)
    return times


async def play_on(socket: connect, times: dict[str, list[float]], moves: int) -> None:
    """Play until the game is over, or enough moves were timed."""
    asked = time.perf_counter()
    async for message in socket:
        said, now = json.loads(message), time.perf_counter()
        for line in said["lines"] if said["type"] == "news" else ():
            if line["what"]["kind"] == "moved":
                times[line["what"]["by"]].append(now - asked)
                asked = now
        state = await answer(socket, said)
        if state == "moved":
            asked = time.perf_counter()
        if state == "over" or len(times["bot"]) >= moves:
            return


async def answer(socket: connect, said: dict) -> str:
    """Play the first legal move if it is the client's turn; return the server's answer."""
    if "state" not in said:
        return ""
    own = said["state"]["own"]
    if own["legal"]:
        await asyncio.sleep(THINKING)
        move = {"type": "move", "id": f"m{time.perf_counter()}", "asked": own["asked"]}
        await socket.send(json.dumps(move | {"action": own["legal"][0]}))
        return "moved"
    return said["state"]["state"]


# The attacks; each continues until it is cancelled.


async def ask_for(eve: Client, *pages: str) -> None:
    """Request pages as fast as possible, several at once."""

    async def one() -> None:
        while True:
            for page in pages:
                with contextlib.suppress(*GONE):
                    answer = await eve.http.get(page)
                    await asyncio.sleep(0.02 if answer.status_code == 429 else 0)

    await asyncio.gather(*(one() for _ in range(AT_ONCE)))


async def long_game(eve: Client) -> str:
    """Return a table with a long finished game."""
    table = await eve.table(["random"] * 5, "long", game=LONG_GAME)
    page = f"/api/tables/{table}/record"
    while (await eve.http.get(page)).status_code != 200:  # noqa: ASYNC110
        await asyncio.sleep(0.2)
    return table


async def hammer(eve: Client, route: str) -> None:
    """Request one URL as fast as possible, several times at once."""
    words = WORDS | {"table": await long_game(eve), "game": LONG_GAME}
    method, path = filled(route, words).split(" ", 1)
    body = filled(ROUTES[route], words)

    async def one() -> None:
        while True:
            with contextlib.suppress(*GONE):
                answer = await eve.http.request(method, path, json=body)
                await asyncio.sleep(0.02 if answer.status_code == 429 else 0)

    await asyncio.gather(*(one() for _ in range(AT_ONCE)))


async def replay(eve: Client, _table: str) -> None:
    """Request the replay and the text of a long finished game."""
    page = f"/api/tables/{await long_game(eve)}"
    await ask_for(eve, f"{page}/replay", f"{page}/text", f"{page}/replay/300")


async def chat(eve: Client, table: str) -> None:
    """Chat at her table on sixty sockets."""

    async def talk(number: int) -> None:
        with contextlib.suppress(*GONE):
            async with eve.socket(table) as socket:
                reading = asyncio.create_task(read(socket))
                for count in range(100_000):
                    said = {
                        "type": "say",
                        "id": f"{number} {count}",
                        "text": "la " * 90,
                    }
                    await socket.send(json.dumps(said))
                    await asyncio.sleep(0.05)
                reading.cancel()

    while True:
        await asyncio.gather(*(talk(n) for n in range(60)))
        await asyncio.sleep(0.2)


async def read(socket: connect) -> None:
    """Read and discard all messages."""
    with contextlib.suppress(*GONE):
        async for _ in socket:
            pass


async def search(eve: Client, _table: str) -> None:
    """Sit at fifty tables of bots that search for three seconds."""
    tables = []
    with contextlib.suppress(*GONE):
        tables += [await eve.table([None, "search:3s"], f"s{n}") for n in range(50)]
    await asyncio.gather(*(sit(eve, table) for table in tables))
    await asyncio.Event().wait()


async def sit(eve: Client, table: str) -> None:
    """Move immediately at every turn until the game is over."""
    with contextlib.suppress(*GONE):
        async with eve.socket(table) as socket:
            async for message in socket:
                if await answer(socket, json.loads(message)) == "over":
                    return


async def bots(eve: Client, _table: str) -> None:
    """Create two hundred tables of bots without a pause, under four names, again and again."""
    names = ("Eva", "Ève", "Hawa")
    people = [eve, *[await Client.named(eve.server, eve.address, n) for n in names]]
    for round_ in range(100_000):
        for who in people:
            for n in range(50):
                with contextlib.suppress(*GONE):
                    await who.table(["random"] * SEATS, f"b{round_} {n}")
                    continue
                await asyncio.sleep(0.05)


async def watch(eve: Client, _table: str) -> None:
    """Request the health and metrics pages."""
    await ask_for(eve, "/metrics", "/healthz")


async def lobby(eve: Client, _table: str) -> None:
    """Request the lobby, after creating fifty tables with long names."""
    with contextlib.suppress(*GONE):
        for n in range(50):
            await eve.table(
                [None, *["random"] * 4], f"l{n}", game="borneo", public=True
            )
    await ask_for(eve, "/api/tables", "/api/me/tables")


async def undo(eve: Client, _table: str) -> None:
    """Undo to the deal again and again, alone among bots."""
    table = await eve.table([None, "random"], "undo")
    count = 0
    with contextlib.suppress(*GONE):
        async with eve.socket(table) as socket:
            async for message in socket:
                said = json.loads(message)
                count += 1
                if "state" in said and said["state"]["moves"] > 40:
                    back = {"type": "askundo", "id": f"u{count}", "to": 0}
                    await socket.send(json.dumps(back))
                elif await answer(socket, said) == "over":
                    break
    await asyncio.Event().wait()


async def silence(eve: Client, table: str) -> None:
    """Open many sockets at her table and read nothing."""
    held = []
    while True:
        with contextlib.suppress(*GONE):
            held.append(await eve.socket(table))
            held[-1].transport.pause_reading()
            continue
        await asyncio.sleep(0.2)


async def nonsense(eve: Client, table: str) -> None:
    """Send invalid messages on as many sockets as allowed, again and again."""

    async def one(number: int) -> None:
        while True:
            with contextlib.suppress(*GONE):
                async with eve.socket(table) as socket:
                    reading = asyncio.create_task(read(socket))
                    for text in ("[" * 4000, "x" * 5000, '{"type": "move"}', "é", "{}"):
                        for _ in range(10):
                            await socket.send(text)
                    await reading
            await asyncio.sleep(0.05 * (number % 4))

    await asyncio.gather(*(one(n) for n in range(50)))


async def pings(eve: Client, table: str) -> None:
    """Send pings on as many sockets as allowed, again and again."""

    async def one() -> None:
        while True:
            with contextlib.suppress(*GONE):
                async with eve.socket(table) as socket:
                    socket.transport.write(b"\x89\x80\0\0\0\0" * 10_000)
                    await read(socket)
            await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(50)))


async def headers(eve: Client, _table: str) -> None:
    """Start requests whose headers never end."""
    await write(eve, b"GET / HTTP/1.1\r\nHost: x\r\n", b"X-Y: " + b"z" * 4000 + b"\r\n")


async def pipelines(eve: Client, _table: str) -> None:
    """Send requests without waiting for answers."""
    await write(eve, b"", b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n" * 1000)


async def drain(reader: asyncio.StreamReader) -> None:
    """Read until the server closes the connection."""
    with contextlib.suppress(*GONE):
        await reader.read(-1)


async def write(eve: Client, first: bytes, then: bytes) -> None:
    """Write to fifty connections until each is cut off, again and again."""
    host, port = eve.server.removeprefix("http://").split(":")

    async def one() -> None:
        while True:
            with contextlib.suppress(*GONE):
                address = (eve.address, 0)
                opened = asyncio.open_connection(host, int(port), local_addr=address)
                reader, writer = await opened
                reading = asyncio.create_task(drain(reader))
                writer.write(first)
                while not (writer.is_closing() or reading.done()):
                    writer.write(then)
                    await writer.drain()
                    await asyncio.sleep(0.01)
                writer.close()
            await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(50)))


Attack = Callable[[Client, str], Awaitable[None]]
ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        replay, chat, search, bots, watch, lobby, undo, silence, nonsense, pings,
        headers, pipelines,
    )
}  # fmt: skip


def attack_from_elsewhere(name: str, server: str, table: str) -> None:
    """Attack until the process is ended."""

    async def run() -> None:
        eve = await Client.named(server, ELSEWHERE, "Eve")
        await (hammer(eve, name) if name in ROUTES else ATTACKS[name](eve, table))

    asyncio.run(run())


@contextlib.contextmanager
def attacked(name: str, server: str, table: str) -> Iterator[None]:
    """Run an attack during the block, in a separate process."""
    process = multiprocessing.get_context("spawn").Process(
        target=attack_from_elsewhere, args=(name, server, table), daemon=True
    )
    process.start()
    try:
        yield
        if not process.is_alive():
            print(f"{name}: the attack ended by itself", file=sys.stderr)
    finally:
        process.terminate()
        process.join()


async def measure(server: str, asked: argparse.Namespace, attack: str) -> dict:
    """Time Ada's moves and her bot's alone, and under one attack."""
    ada = await Client.named(server, "127.0.0.1", "Ada")
    first = await ada.table([None, asked.bot], "first", public=True)
    await play(ada, first, asked.bot, SETTLING)
    table = await ada.table([None, asked.bot], "alone", public=True)
    alone = await play(ada, table, asked.bot, asked.moves)
    table = await ada.table([None, asked.bot], "among", public=True)
    with attacked(attack, server, table):
        await asyncio.sleep(BEGINNING)
        under = await play(ada, table, asked.bot, asked.moves)
    await ada.http.aclose()
    figures: dict = {"attack": attack}
    for what, bar in zip(("player", "bot"), LATER, strict=True):
        for name, n in (("p99", 100), ("ms", 20)):  # p95 has the limits
            before, after = (
                statistics.quantiles(t[what], n=n)[-1] for t in (alone, under)
            )
            figures[f"{what}_{name}"] = round(1000 * before, 1), round(1000 * after, 1)
        figures[f"{what}_held"] = after - before <= bar
    return figures


def main() -> None:
    """Run every attack on a server, and print Ada's times."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--only", default=",".join(ATTACKS), help="names, or routes: all"
    )
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument("--bot", default="master:300")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    only = [*ROUTES] if asked.only == "routes" else asked.only.split(",")
    if unknown := set(only) - {*ATTACKS, *ROUTES}:
        parser.error(f"expected some of {', '.join(ATTACKS)}, got {', '.join(unknown)}")
    if not asked.json:
        print(f"{'attack':>40}  {'own move, p95 ms':>22}  {'bot, p95 ms':>22}")
    for attack in only:
        with serving() as server:
            figures = asyncio.run(measure(server, asked, attack))
        if asked.json:
            print(json.dumps(figures), flush=True)
            continue
        told = [
            f"{figures[f'{what}_ms'][0]:8} → {figures[f'{what}_ms'][1]:<8}"
            f"{'' if figures[f'{what}_held'] else '!':>3}"
            for what in ("player", "bot")
        ]
        print(f"{attack:>40}  {'  '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
