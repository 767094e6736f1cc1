"""A load test: simulated players play whole games over WebSockets at a fixed rate.

    python benchmarks/load.py [--tables 500] [--rate 400] [--seconds 300] [--json]
        [--database postgresql://…] [--processes 2] [--bots 0] [--idle 4000] [--reviews 0]

Starts `comptoir serve` on loopback (several processes with PostgreSQL) and seats four players
at each table. `--rate` times per second in total, a player whose turn it is makes any legal
move. A move's time runs from sending it until the last seat of its table has received it.
`--idle N` instead holds N sockets that do nothing. `--bots N` adds N tables of four bots, which
search for a second per move and are not timed; `--reviews N` also has N finished games reviewed
deeply, one after the other. At the end every table's log is read again: each move that the
server confirmed must be there exactly once.
"""

import argparse
import asyncio
import json
import os
import random
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import connect

SEATS = 4
OPENING = 40  # sockets opened at a time
FREE = (
    "requests=1e9", "sockets=1e6", "player_sockets=1e6", "messages=1e6", "sign_ups=1e9",
    "tables=1e6", "new_tables=1e9", "unwatched=1e9",
)  # fmt: skip
UNLIMITED = [part for limit in FREE for part in ("--limit", limit)]


class Own(msgspec.Struct):
    """The player's own part of the state: the legal actions."""

    asked: int | None
    legal: list[dict[str, str | int]]


class State(msgspec.Struct):
    """The part of a table's state that this player needs."""

    state: str
    own: Own


class Message(msgspec.Struct):
    """The part of a message that this script needs."""

    type: str
    number: int = 0
    id: str | None = None
    state: State | None = None
    key: str | None = None


decoder = msgspec.json.Decoder(Message)


def main() -> None:
    """Run, and print the measurements."""
    asked = read_arguments()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        servers = start(asked, Path(folder))
        try:
            figures = asyncio.run(measure(asked, servers))
        finally:
            stop(servers)
    if asked.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:>16}  {value}")


def read_arguments() -> argparse.Namespace:
    """Return the command-line arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=400, help="moves a second in all")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--game", default="batavia")
    parser.add_argument(
        "--database", help="postgresql://…; a new SQLite file if left out"
    )
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--bots", type=int, default=0, help="tables of bots besides")
    parser.add_argument("--reviews", type=int, default=0, help="of games besides")
    parser.add_argument("--idle", type=int, default=0, help="only hold so many sockets")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


@dataclass
class Server:
    """A server process and its address."""

    process: subprocess.Popen
    address: str
    figures: int = 0  # the port of its metrics, if it has one
    ready_s: float = 0.0  # from the command to its first page

    @property
    def megabytes(self) -> float:
        """The memory it holds now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    @property
    def cpu(self) -> float:
        """The seconds of CPU time it has used."""
        fields = (
            Path(f"/proc/{self.process.pid}/stat")
            .read_text()
            .rpartition(")")[2]
            .split()
        )
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start(asked: argparse.Namespace, folder: Path) -> list[Server]:
    """Start the servers and wait until they listen."""
    where = asked.database or str(folder / "load.sqlite3")
    command = [
        sys.executable,
        "-m",
        "comptoir.cli",
        "serve",
        "--no-browser",
        "--port",
        "0",
    ]
    command += ["--database", where, *UNLIMITED]
    servers = []
    for _ in range(asked.processes):
        began = time.perf_counter()
        figures = free_port()
        process = subprocess.Popen(
            [*command, "--metrics-port", str(figures)],
            stdout=subprocess.PIPE,
            text=True,
        )
        line = process.stdout.readline()
        address = re.search(r"http://[\w.:]+", line)
        if not address:
            raise SystemExit(f"the server did not start: {line or 'no word from it'}")
        servers.append(Server(process, address[0], figures))
        wait_for(servers[-1])
        servers[-1].ready_s = time.perf_counter() - began
    return servers


def free_port() -> int:
    """Return a port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(server: Server) -> None:
    """Wait until a server answers."""
    for _ in range(100):
        try:
            if httpx.get(server.address).is_success:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise SystemExit("the server does not answer")


def stop(servers: list[Server]) -> None:
    """Stop the servers with SIGTERM, as an operator would."""
    for server in servers:
        server.process.terminate()
    for server in servers:
        server.process.wait(30)


@dataclass
class Seat:
    """One player: the socket, and the last state received."""

    socket: object = None
    own: Own | None = None
    number: int = 0
    done: bool = False


@dataclass(eq=False)
class Game:
    """One table of players who are all here."""

    name: str
    tokens: list[str]
    seats: list[Seat] = field(default_factory=lambda: [Seat() for _ in range(SEATS)])
    sent: float = 0.0  # when the current move was sent; 0 if there is none
    answered: int = 0  # the number of the move in the server's answer
    moves: int = 0
    last: int = 0


class Load:
    """Games, the moves in progress, and what went wrong."""

    public = False

    def __init__(
        self,
        asked: argparse.Namespace,
        servers: list[Server],
        client: httpx.AsyncClient,
    ):
        self.asked = asked
        self.client = client  # shared: creating one takes 20 ms of everybody's time
        self.servers = servers
        self.games: list[Game] = []
        self.finished: list[tuple[str, int]] = []  # tables, numbers of moves
        self.made = 0
        self.skipped = 0  # moves that a table was not ready for
        self.times: list[float] = []
        self.reviewed: list[str] = []  # tables whose games are
        self.errors: list[str] = []
        self.running = True
        self.dice = random.Random(1)

    async def seat(self, count: int) -> None:
        """Create players and tables."""
        for _ in range(count):
            tokens = [await self.introduce(f"P{n}") for n in range(SEATS)]
            self.games.append(Game(await self.table(tokens), tokens))

    async def table(self, tokens: list[str]) -> str:
        """Create a table and seat its players; return its id."""
        address = self.servers[0].address
        settings = {"game": self.asked.game, "seats": SEATS, "public": self.public}
        self.made += 1
        body = {"settings": settings, "request": f"load{self.made}"}
        answer = await self.client.post(
            f"{address}/api/tables", json=body, headers=bearer(tokens[0])
        )
        if not answer.is_success:
            raise SystemExit(f"no table: {answer.text}")
        name = answer.json()["table"]["id"]
        for seat in range(1, SEATS):
            url = f"{address}/api/tables/{name}/seats/{seat}"
            await self.client.post(url, json={}, headers=bearer(tokens[seat]))
        return name

    async def introduce(self, name: str) -> str:
        """Return a new player's token, although the client has another's cookie."""
        url = f"{self.servers[0].address}/api/me"
        answer = await self.client.post(url, json={"name": name}, headers=bearer("new"))
        return answer.json()["token"]

    async def seat_bots(self, count: int, bot: str = "search:1s") -> list[str]:
        """Let bots play among themselves; return their tables, and their host's token."""
        address = self.servers[0].address
        host, names = await self.introduce("Host"), []
        for number in range(count):
            settings = {"game": self.asked.game, "seats": SEATS, "pace": 0}
            body = {"settings": settings, "request": f"b{number}", "seat": None}
            body["bots"] = [bot] * SEATS
            answer = await self.client.post(
                f"{address}/api/tables", json=body, headers=bearer(host)
            )
            names.append(answer.json()["table"]["id"])
        return [host, *names]

    async def begin_reviews(self, count: int) -> None:
        """Request deep reviews of house bots' games; the server does one at a time."""
        host, *names = await self.seat_bots(count, "house")
        for name in names:
            url = f"{self.servers[0].address}/api/tables/{name}"
            while (await self.client.get(url)).json()["state"]["state"] != "over":  # noqa: ASYNC110 - a server's
                await asyncio.sleep(0.5)
            body = {"depth": "deep"}
            await self.client.post(f"{url}/review", json=body, headers=bearer(host))
        self.reviewed = names

    async def looked_at(self) -> int:
        """Return how many positions have been evaluated for reviews."""
        total = 0
        for name in self.reviewed:
            url = f"{self.servers[0].address}/api/tables/{name}/review?depth=deep"
            said = (await self.client.get(url)).json()
            total += len(said["review"]["moments"]) if said["review"] else 0
            total += said["progress"]["done"] if said["progress"] else 0
        return total

    async def connect(self, game: Game, number: int) -> None:
        """Open a seat's socket; neighbours connect to different servers."""
        server = self.servers[number % len(self.servers)]
        url = f"{server.address.replace('http', 'ws')}/api/tables/{game.name}/socket"
        socket = await connect(
            url, additional_headers=bearer(game.tokens[number]), compression=None,
            max_queue=64, ping_interval=None,
        )  # fmt: skip
        game.seats[number].socket = socket
        self.hear(game, number, await socket.recv())

    async def listen(self, game: Game, number: int) -> None:
        """Receive all messages of one seat."""
        try:
            async for message in game.seats[number].socket:
                self.hear(game, number, message)
        except Exception as error:  # noqa: BLE001 - counted
            if self.running:
                self.errors.append(f"{type(error).__name__}: {error}")

    def hear(self, game: Game, number: int, message: str) -> None:
        """Record an update; when the last seat has received it, the move is complete."""
        said = decoder.decode(message)
        seat = game.seats[number]
        if said.type in ("refused", "bye"):
            self.errors.append(f"{said.type} {said.key}")
        if said.type == "done":
            game.answered = said.number
            game.moves += 1
        if said.state:
            seat.own, seat.number = said.state.own, said.number
            seat.done = said.state.state == "over"
        lowest = min(seat.number for seat in game.seats)
        if game.sent and game.answered and lowest >= game.answered:
            self.times.append(time.perf_counter() - game.sent)
            game.sent = game.answered = 0

    async def play(self) -> None:
        """Send moves at the requested rate, to tables that have no move in progress."""
        speeds = [
            self.dice.uniform(0.5, 1.5) for _ in self.games
        ]  # games end one by one
        sent, start = 0, time.perf_counter()
        while (passed := time.perf_counter() - start) < self.asked.seconds:
            due = int(passed * self.asked.rate) - sent
            for game in self.dice.choices(self.games, speeds, k=due) if due > 0 else ():
                sent += await self.move(game)
            await asyncio.sleep(0.002)

    async def move(self, game: Game) -> bool:
        """Let a player whose turn it is make any legal move; return False if nobody can now."""
        if game.seats[0].done and not game.sent:
            game.sent = time.perf_counter()  # nobody can move at the moment
            self.tasks.append(asyncio.create_task(self.play_again(game)))
            return False
        asked = [n for n, seat in enumerate(game.seats) if seat.own and seat.own.legal]
        if game.sent or not asked:
            self.skipped += 1
            return False
        number = self.dice.choice(asked)
        own = game.seats[number].own
        request = {
            "type": "move",
            "id": f"r{game.last}",
            "action": self.dice.choice(own.legal),
        }
        game.last += 1
        game.sent = time.perf_counter()
        await game.seats[number].socket.send(json.dumps(request | {"asked": own.asked}))
        return True

    async def play_again(self, game: Game) -> None:
        """Seat the players of a finished game at a new table."""
        self.finished.append((game.name, game.moves))
        for seat in game.seats:
            await seat.socket.close()
        game.name = await self.table(game.tokens)
        game.seats = [Seat() for _ in range(SEATS)]
        game.moves = game.answered = 0
        await asyncio.gather(*(self.connect(game, n) for n in range(SEATS)))
        for n in range(SEATS):
            self.tasks.append(asyncio.create_task(self.listen(game, n)))
        game.sent = 0.0

    async def run(self) -> dict[str, object]:
        """Seat everyone, play, and count."""
        asked = self.asked
        before = sum(server.megabytes for server in self.servers)
        tables = -(-asked.idle // SEATS) if asked.idle else asked.tables
        tell(f"{tables} tables, {tables * SEATS} sockets …")
        await asyncio.gather(*(self.seat(part) for part in parts(tables)))
        seats = [(game, n) for game in self.games for n in range(SEATS)]
        for start in range(0, len(seats), OPENING):
            some = seats[start : start + OPENING]
            await asyncio.gather(*(self.connect(*seat) for seat in some))
        self.tasks = [asyncio.create_task(self.listen(*seat)) for seat in seats]
        await self.seat_bots(asked.bots)
        await self.begin_reviews(asked.reviews)
        tell(f"playing for {asked.seconds:g} s …")
        used, stolen = sum(server.cpu for server in self.servers), cpu_stolen()
        own = time.process_time()
        start = time.perf_counter()
        if asked.idle:
            await asyncio.sleep(asked.seconds)
        else:
            await self.play()
        passed = time.perf_counter() - start
        own = (time.process_time() - own) / passed
        await asyncio.sleep(1)
        self.running = False
        await self.check()
        megabytes = sum(server.megabytes for server in self.servers)
        cpu = (sum(server.cpu for server in self.servers) - used) / passed
        stolen = (cpu_stolen() - stolen) / passed / (os.cpu_count() or 1)
        return self.figures(len(seats), passed, megabytes, before) | {
            "server_cpu": round(cpu, 2),
            "players_cpu": round(own, 2),
            "stolen": round(stolen, 3),
            "bot_moves": await self.bot_moves(),
            "looked_at": await self.looked_at(),
        }

    async def bot_moves(self) -> int:
        """Return how many moves bots have made; the first server runs their tables."""
        url = f"http://127.0.0.1:{self.servers[0].figures}/metrics"
        text = (await self.client.get(url)).text
        found = re.search(r'comptoir_moves_total{by="bot"} (\S+)', text)
        return int(float(found[1])) if found else 0

    async def check(self) -> None:
        """Check in the tables' logs that every confirmed move is there exactly once."""
        played = [(game.name, game.moves) for game in self.games]
        for name, moves in self.finished + played:
            url = f"{self.servers[0].address}/api/tables/{name}/log"
            lines = (await self.client.get(url)).json()
            kept = sum(line["what"]["kind"] == "moved" for line in lines)
            if kept != moves:
                self.errors.append(f"{moves} moves answered, {kept} kept")

    def figures(
        self, sockets: int, passed: float, megabytes: float, before: float
    ) -> dict[str, object]:
        """Return the measurements."""
        times = sorted(self.times) or [0.0]
        for error in sorted(set(self.errors))[:5]:
            tell(f"error: {error} ({self.errors.count(error)} times)")
        return {
            "tables": sockets // SEATS,
            "sockets": sockets,
            "moves_per_s": round(len(self.times) / passed, 1),
            "p50_ms": round(1000 * times[len(times) // 2], 2),
            "p99_ms": round(1000 * times[int(len(times) * 0.99)], 2),
            "max_ms": round(1000 * times[-1], 2),
            "errors": len(self.errors),
            "not_ready": self.skipped,
            "ready_s": round(self.servers[0].ready_s, 2),
            "server_mb": round(megabytes, 1),
            "kb_per_socket": round(1024 * (megabytes - before) / sockets, 1),
        }


def cpu_stolen() -> float:
    """Return the seconds of CPU time that the host gave to other machines (steal time)."""
    total = Path("/proc/stat").read_text().splitlines()[0].split()
    return int(total[8]) / os.sysconf("SC_CLK_TCK")


def parts(count: int, into: int = 8) -> list[int]:
    """Cut a number into about equal parts."""
    return [count // into + (n < count % into) for n in range(into)]


def bearer(token: str) -> dict[str, str]:
    """Return the header that authenticates a player."""
    return {"Authorization": f"Bearer {token}"}


def tell(what: str) -> None:
    """Print the progress to standard error."""
    print(what, file=sys.stderr, flush=True)


async def measure(
    asked: argparse.Namespace, servers: list[Server]
) -> dict[str, object]:
    """Run the load."""
    async with httpx.AsyncClient(timeout=60) as client:
        return await Load(asked, servers, client).run()


if __name__ == "__main__":
    main()
