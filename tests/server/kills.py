"""Kill the server at random under load, again and again: nothing acknowledged may be lost.

python tests/server/kills.py [--times 50] [--tables 12] [--seed 1] [--postgres] [--servers 2]

Players at real sockets move all the time. After some more moves, at a random moment, the
server is killed with SIGKILL and restarted on the same database. With several servers, a
random one is killed, and its players go on at another one at once; when it is back, players
are spread out again. Every player reconnects with the last number they received and repeats
unanswered requests with the same id. Afterwards each table's log must contain every
acknowledged move, once and in order, and every game must be finished, bots' moves included.

Servers are forked from a process that has imported everything, so that a kill costs a third
of the time.
"""

import argparse
import asyncio
import contextlib
import multiprocessing
import random
import sys
import tempfile
from pathlib import Path

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

sys.path.insert(0, str(Path(__file__).parents[1]))
import server_kit as kit

SEATS = 3
SILENCE = 5  # seconds before a player reconnects, to be sure
IMPORTED = [
    "comptoir.cli.commands.serve", "comptoir.server.web.app", "comptoir.server.bots.pool",
    "uvicorn", "asyncpg", "websockets.asyncio.client",
]  # fmt: skip
LOST = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)


def start(where):
    """Start a server; return its process and its address."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    port = kit.free_port()
    flags = ["--port", str(port), "--database", str(where), "--bot-workers", "1"]
    process = context.Process(target=kit.run_server, args=[*flags, *kit.GENEROUS])
    process.start()
    address = f"http://127.0.0.1:{port}"
    kit.wait_until(lambda: kit.answers(address) or not process.is_alive())
    assert process.is_alive(), "the server has ended"
    return process, address


class Seat:
    """A player who never gives up: reconnects, repeats requests, plays to the end."""

    def __init__(self, person, table, dice):
        self.person = person
        self.table = table
        self.dice = dice
        self.socket = None
        self.number = 0
        self.lines = {}
        self.state = None
        self.sent = None  # the request not answered yet
        self.done = {}  # acknowledged requests: id and number
        self.resumed = 0
        self.count = 0

    async def play(self):
        """Play until the game is over, whatever happens to the server."""
        while not self.over:
            try:
                await self.connected()
            except LOST:
                await asyncio.sleep(0.02)

    async def go_to(self, server):
        """Continue at a server."""
        if server != self.person.server:
            self.person.move_to(server)
            if self.socket:
                await self.socket.close()

    @property
    def over(self):
        """Return True if this player knows that the game has ended."""
        return (
            self.state is not None and self.state["state"] == "over" and not self.sent
        )

    async def connected(self):
        """Play on one socket until it is lost."""
        url = self.person.at(self.table, since=self.number).url
        headers = {"Authorization": f"Bearer {self.person.token}"}
        async with connect(
            url, additional_headers=headers, compression=None, close_timeout=0.1,
            open_timeout=kit.PATIENCE, ping_interval=None,
        ) as self.socket:  # fmt: skip
            socket = self.socket
            self.hear(await socket.recv())
            self.resumed += 1
            if self.sent:
                await socket.send(msgspec.json.encode(self.sent).decode())
            while not self.over:
                await self.move(socket)
                async with asyncio.timeout(SILENCE):
                    self.hear(await socket.recv())

    async def move(self, socket):
        """Send a move if it is this seat's turn and no request is unanswered."""
        own = self.state["own"]
        if self.sent or not own["legal"]:
            return
        self.count += 1
        action = self.dice.choice(own["legal"])
        self.sent = {
            "type": "move",
            "id": f"k{self.count}",
            "action": action,
            "asked": own["asked"],
        }
        await socket.send(msgspec.json.encode(self.sent).decode())

    def hear(self, message):
        """Record a message; every number must arrive once and in order."""
        said = msgspec.json.decode(message)
        if said["type"] in ("welcome", "news"):
            for line in said["lines"]:
                if line["number"] <= self.number:
                    assert line == self.lines[line["number"]], "history has changed"
                    continue
                assert line["number"] == max(self.lines, default=0) + 1, (
                    "a line is missing"
                )
                self.lines[line["number"]] = line
            self.number, self.state = said["number"], said["state"]
        elif self.sent and said.get("id") == self.sent["id"]:
            assert said["type"] == "done", said
            self.done[said["id"]] = (said["number"], self.sent["action"])
            self.sent = None


async def kill_often(where, times, tables, seed=1, servers=1, tell=print):
    """Play and kill; return the counts."""
    dice = random.Random(seed)
    running = [start(where) for _ in range(servers)]
    seats = await asyncio.to_thread(seat_all, running[0][1], tables, dice)
    games = [asyncio.create_task(s.play()) for s in seats]
    kills, finished = 0, []
    try:
        while kills < times or games:
            if kills < times:
                await some_moves(seats, games, dice.randint(1, 12))
            await asyncio.sleep(dice.uniform(0, 0.3))
            if kills < times:
                await kill_one(where, running, finished + seats, dice)
                kills += 1
                tell(f"{kills} of {times} kills")
            games = [game for game in games if not game.done() or game.result()]
            if not games and kills < times:
                finished += seats
                seats = await asyncio.to_thread(seat_all, running[0][1], tables, dice)
                games = [asyncio.create_task(s.play()) for s in seats]
        finished += seats
        await asyncio.to_thread(check, finished)
    finally:
        for game in games:
            game.cancel()
        for process, _ in running:
            process.terminate()
            process.join(kit.PATIENCE)
    return {
        "kills": kills,
        "games": len({seat.table for seat in finished}),
        "acknowledged": sum(len(seat.done) for seat in finished),
        "resumed": sum(seat.resumed for seat in finished),
    }


async def some_moves(seats, games, count):
    """Wait until players have received so many answers, or one has finished."""
    before = sum(len(seat.done) for seat in seats)
    while sum(len(seat.done) for seat in seats) < before + count:
        if any(game.done() for game in games):
            return
        await asyncio.sleep(0.005)


async def kill_one(where, running, seats, dice):
    """Kill a server and start it again; its players play on at another one meanwhile."""
    dead = dice.randrange(len(running))
    process, address = running.pop(dead)
    process.kill()
    process.join()
    if running:
        await spread([s for s in seats if s.person.server == address], running)
    running.append(await asyncio.to_thread(start, where))
    await spread(seats, running)


async def spread(seats, running):
    """Let neighbours play at different servers."""
    addresses = [address for _, address in running]
    await asyncio.gather(
        *(seat.go_to(addresses[n % len(addresses)]) for n, seat in enumerate(seats))
    )


def seat_all(server, tables, dice):
    """Seat people at tables; at every third one, a bot is the fourth player."""
    seats = []
    for number in range(tables):
        game = ("osaka", "batavia", "borneo")[number % 3]
        bots = [None] * SEATS + ["house"] * (game == "osaka")
        people = [kit.Person(server, f"P{n}") for n in range(SEATS)]
        table = people[0].make(game, seats=len(bots), bots=bots, absence=None)
        for seat in range(1, SEATS):
            people[seat].sit(table, seat)
        fresh = (random.Random(dice.random()) for _ in people)
        seats += [Seat(p, table, d) for p, d in zip(people, fresh, strict=True)]
    return seats


def check(seats):
    """Compare the acknowledged requests with the database."""
    by_table = {}
    for seat in seats:
        by_table.setdefault(seat.table, []).append(seat)
    for table, players in by_table.items():
        log = players[0].person.http.get(f"/api/tables/{table}/log").json()
        numbers = [line["number"] for line in log]
        assert numbers == list(range(1, len(log) + 1)), "numbers are missing or doubled"
        moved = {
            line["number"]: line["what"]
            for line in log
            if line["what"]["kind"] == "moved" and line["what"]["by"] == "player"
        }
        acknowledged = {}
        for number, player in enumerate(players):
            for done, action in player.done.values():
                assert done not in acknowledged, "two moves have one number"
                acknowledged[done] = (number, action)
        kept = {n: (what["seat"], what["action"]) for n, what in moved.items()}
        assert acknowledged == kept, "what was acknowledged is not what was kept"


def main():
    """Run the test against a server of its own."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1, help="of players and kills")
    parser.add_argument("--postgres", action="store_true", help="instead of SQLite")
    parser.add_argument(
        "--servers", type=int, default=1, help="on one database: with --postgres"
    )
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as opened:
        where = Path(folder) / "kills.sqlite3"
        if asked.postgres:
            server = opened.enter_context(kit.postgres_server(Path(folder)))
            where = kit.new_postgres(server)
        killing = kill_often(
            where, asked.times, asked.tables, asked.seed, asked.servers
        )
        print(asyncio.run(killing))


if __name__ == "__main__":
    main()
