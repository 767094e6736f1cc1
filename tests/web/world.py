"""The server of the browser's tests: it runs in this process, and follows from a seed.

Tables are opened at recorded moments. At those that stand still every seat is a person's, and
nobody but the test moves.
"""

import asyncio
import contextlib
from functools import cache

import msgspec
from hands import new_request, tables
from websockets.sync.client import connect

import moment_kit
import server_kit as kit
from comptoir.bots import Seat, new_dice, simple
from comptoir.cli.serving.hosting import read_limits
from comptoir.server.bots.pool import BotPool
from comptoir.server.domain.settings import TableSettings
from comptoir.server.operations.entropy import Entropy
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.players import Players
from comptoir.server.storage.sqlite import SQLite
from waiting import PATIENCE, wait_until

SEED = "browser"  # of the server; tables follow from the tests' names besides
NAMES = ("Zoé", "Amina", "Bram", "Chen", "Dewi")


@contextlib.contextmanager
def opened(database):
    """The server, for as long as it is needed."""
    limits = read_limits(tuple(part for part in kit.GENEROUS if "=" in part))
    rooms = Rooms(SQLite(database), BotPool(1), limits, entropy=Entropy(SEED))
    with kit.serve_rooms(rooms) as address:
        yield World(address, rooms, database)


class World:
    """A server's address, its people, and its tables."""

    def __init__(self, address, rooms, database):
        self.address, self.rooms, self.database = address, rooms, database
        self.people = [kit.Person(address, name) for name in NAMES]
        self.still = cache(self._still)

    @property
    def reader(self):
        """Who looks at tables that stand still."""
        return self.people[0]

    def do(self, work):
        """Let the server do something, and return what it returns."""
        loop = self.rooms._sweeper.get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)

    def open(self, match, seats, request, **settings):
        """Make a table that goes on from a match; seats hold tokens or names of bots."""

        async def make():
            players = Players(self.rooms.store)
            who = {
                seat: await players.by_token(given)
                if isinstance(given, Token)
                else given
                for seat, given in enumerate(seats)
            }
            host = next(one for one in who.values() if not isinstance(one, str))
            options = msgspec.to_builtins(match.options)
            given = {"game": match.game.name, "seats": match.seats, "pace": 0}
            chosen = TableSettings(**given, options=options, **settings)
            return await self.rooms.create(host, chosen, request, who, match)

        table = self.do(make()).table.id
        tables().append(table)
        return table

    def begin(self, token, game, moment, bots="house"):
        """Open a table at a moment for one person among bots."""
        match = moment_kit.at(game, moment)
        seats = [bots] * match.seats
        seats[moment_kit.reader(match, moment)] = Token(token)
        return self.open(match, seats, new_request())

    def share(self, tokens, game, moment):
        """Open a table at a moment for people alone; the reader's seat is the first's."""
        match = moment_kit.at(game, moment)
        return self.open(match, _around(match, moment, tokens), new_request())

    def _still(self, game, moment):
        """Return the address of a table where nobody moves; the reader is asked there."""
        match = moment_kit.at(game, moment)
        tokens = [person.token for person in self.people]
        seats = _around(match, moment, tokens)
        return f"/t/{self.open(match, seats, f'{game} {moment}')}"

    def puppets(self, match, seat):
        """Open a table where people sit whom the test moves; the reader has a seat."""
        order = [*self.people]
        order.insert(seat, order.pop(0))
        order = order[: match.seats]
        seats = [Token(person.token) for person in order]
        people = {n: (self.address, one.token) for n, one in enumerate(order)}
        return Puppets(people, self.open(match, seats, new_request()))

    def finish(self, token, name):
        """Let the house bot play for a person to the end of a game."""
        dice, seat = new_dice(name), self.do(self._seat_of(token, name))
        person = Puppets({seat: (self.address, token)}, name)

        def asked():
            match = self.match(name)
            return match if match.over or seat in match.actors else None

        while not (match := wait_until(asked, "our turn, or the end")).over:
            person.move(seat, str(simple.house(Seat.at(match, seat, dice))))

    def match(self, name):
        """Return the game at a table, as it is now."""
        return self.do(self.rooms.room(name)).table.match.copy()

    async def _seat_of(self, token, name):
        player = await Players(self.rooms.store).by_token(token)
        return (await self.rooms.room(name)).table.seat_of(player.id)

    def told(self, names):
        """Return how tables are played again: seeds, and moves as a record."""
        lines = [f"the server's seed: {SEED}"]
        for name in dict.fromkeys(names):
            try:
                table = self.do(self.rooms.room(name)).table
            except Exception as error:
                lines.append(f"table {name}: {error!r}")
                continue
            lines.append(f"table {name}: {table.game.name}, seed {table.seed}")
            if table.match:
                lines.append(f"comptoir replay {table.match.record().token}")
            lines += [
                f"  {entry.number} {msgspec.json.encode(entry.logged.event).decode()}"
                for entry in table.log[-12:]
            ]
        return "\n".join(lines)


class Token(str):
    """A person's token, where a bot's name might stand."""

    __slots__ = ()


def _around(match, moment, tokens):
    """Return who sits where: the first in the reader's seat, the others around."""
    others = iter(tokens[1:])
    reader = moment_kit.reader(match, moment)
    return [
        Token(tokens[0] if seat == reader else next(others))
        for seat in range(match.seats)
    ]


class Puppets:
    """People at a table who move as the test says."""

    def __init__(self, people, table):
        self.people, self.table = people, table

    def move(self, seat, action):
        """Let a seat make a move."""
        address, token = self.people[seat]
        base = address.replace("http", "ws", 1)
        headers = {"Authorization": f"Bearer {token}"}
        with connect(
            f"{base}/api/tables/{self.table}/socket", additional_headers=headers,
            open_timeout=PATIENCE, compression=None,
        ) as socket:  # fmt: skip
            own = msgspec.json.decode(socket.recv(PATIENCE))["state"]["own"]
            (named,) = (one for one in own["legal"] if text(one) == action)
            request = {"type": "move", "id": new_request(), "action": named}
            request["asked"] = own["asked"]
            socket.send(msgspec.json.encode(request).decode())
            said = {"type": "news"}
            while said["type"] == "news":
                said = msgspec.json.decode(socket.recv(PATIENCE))
            assert said["type"] == "done", said


def text(action):
    """An action of the wire, as records have it."""
    return " ".join(map(str, action.values()))
