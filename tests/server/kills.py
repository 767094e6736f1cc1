"""Kill the server at random under load, again and again: nothing acknowledged may be lost.

python tests/server/kills.py [--times 50] [--tables 12] [--database postgresql://…]

Players at real sockets move all the time. The server is killed with SIGKILL at random
moments and restarted on the same database. Every player reconnects with the last number
they received and repeats unanswered requests with the same id. Afterwards each table's log
must contain every acknowledged move, once and in order, and every game must be finished.
"""

import argparse
import asyncio
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
LOST = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)


class Seat:
    """A player who never gives up: reconnects, repeats requests, plays to the end."""

    def __init__(self, person, table, dice):
        self.person = person
        self.table = table
        self.dice = dice
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
        ) as socket:  # fmt: skip
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


async def kill_often(where, times, tables, seed=1, tell=print):
    """Play and kill; return the counts."""
    dice = random.Random(seed)
    process, server = kit.start(where, *kit.GENEROUS)
    seats = await asyncio.to_thread(seat_all, server, tables, dice)
    games = [asyncio.create_task(s.play()) for s in seats]
    kills, finished = 0, []
    try:
        while kills < times or games:
            await asyncio.sleep(dice.uniform(0.05, 0.6))
            if kills < times:
                process.kill()
                process.wait()
                kills += 1
                process, server = await asyncio.to_thread(
                    kit.start, where, *kit.GENEROUS
                )
                for seat in finished + seats:
                    seat.person.move_to(server)
                tell(f"{kills} of {times} kills")
            games = [game for game in games if not game.done() or game.result()]
            if not games and kills < times:
                finished += seats
                seats = await asyncio.to_thread(seat_all, server, tables, dice)
                games = [asyncio.create_task(s.play()) for s in seats]
        finished += seats
        await asyncio.to_thread(check, finished)
    finally:
        for game in games:
            game.cancel()
        process.terminate()
        process.wait(kit.PATIENCE)
    return {
        "kills": kills,
        "games": len({seat.table for seat in finished}),
        "acknowledged": sum(len(seat.done) for seat in finished),
        "resumed": sum(seat.resumed for seat in finished),
    }


def seat_all(server, tables, dice):
    """Seat people at tables."""
    seats = []
    for number in range(tables):
        game = ("osaka", "batavia", "borneo")[number % 3]
        people = [kit.Person(server, f"P{n}") for n in range(SEATS)]
        table = people[0].make(game, seats=SEATS, absence=None)
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
            if line["what"]["kind"] == "moved"
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
    parser.add_argument(
        "--database", help="postgresql://…; a new SQLite file if left out"
    )
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        where = asked.database or Path(folder) / "kills.sqlite3"
        print(asyncio.run(kill_often(where, asked.times, asked.tables)))


if __name__ == "__main__":
    main()
