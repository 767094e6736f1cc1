"""The store: SQL in named constants, and functions that return rows as objects."""

import asyncio
import contextlib
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec

from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game
from comptoir.server.domain.acting import autopilot
from comptoir.server.domain.names import skeleton
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.settings import TableSettings
from comptoir.server.domain.state.events import Changed, LoggedEvent, Moved, read_row
from comptoir.server.domain.state.table import OnlineTable

from .database import Conflict, Database, Job, Notified, Statement
from .notifications import notification_of
from .results import results_of
from .rows import PlayerRow

ADD_TABLE = """
INSERT INTO tables (id, rules, seed, settings, host, request, created, state, public,
    changed, asked, due, game)
VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8, $7, '', NULL, $9)
ON CONFLICT DO NOTHING"""
ADD_EVENT = """
INSERT INTO entries (table_id, number, at, player, request, body, digest)
VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING"""
SUM_UP = """
WITH now (id, state, changed, asked, due) AS (
    VALUES ($1, $2, CAST($3 AS BIGINT), $4, CAST($5 AS BIGINT)))
UPDATE tables SET state = now.state, changed = now.changed, asked = now.asked, due = now.due
FROM now WHERE tables.id = now.id"""
SEAT = """
INSERT INTO places (table_id, seat, player, name, bot, emblem)
VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (table_id, seat)
DO UPDATE SET player = excluded.player, name = excluded.name, bot = excluded.bot,
    emblem = excluded.emblem"""
CHANGE = "UPDATE tables SET changes = $2, public = $3 WHERE id = $1"
UNSEAT = "DELETE FROM places WHERE table_id = $1 AND seat = $2"
GET_TABLE = "SELECT settings, seed, host, rules, created FROM tables WHERE id = $1"
GET_MADE = "SELECT id FROM tables WHERE host = $1 AND request = $2"
GET_EVENTS = """
SELECT number, at, player, request, body FROM entries
WHERE table_id = $1 AND number > $2 ORDER BY number"""
GET_DIGEST = """
SELECT digest FROM entries WHERE table_id = $1 AND player = $2 AND request = $3"""
GET_DUE = "SELECT id FROM tables WHERE due <= $1 AND ({}) ORDER BY due LIMIT $2"
BY_KNOWN_RULES = "(game = '{}' AND rules BETWEEN {} AND {})"
GET_NAMELESS = "SELECT id, settings FROM tables WHERE game = '' LIMIT 1000"
NAME_GAME = "UPDATE tables SET game = $2 WHERE id = $1"
COUNT_OPEN = "SELECT COUNT(*) FROM tables WHERE host = $1 AND state <> 'over'"
_WITH_PLACES = """
SELECT t.id, COALESCE(t.changes, t.settings), t.state, t.changed, t.asked, t.due,
    p.seat, p.player, p.name, p.bot, p.emblem
FROM ({} ORDER BY changed DESC LIMIT {}) t LEFT JOIN places p ON p.table_id = t.id
ORDER BY t.changed DESC, t.id, p.seat"""
GET_LOBBY = _WITH_PLACES.format(
    "SELECT * FROM tables WHERE public = 1 AND state = $2 AND changed > $1", "$3"
)
GET_SOME = _WITH_PLACES.format("SELECT * FROM tables WHERE id IN ({})", "1000")
GET_OWN = _WITH_PLACES.format(
    """
    SELECT * FROM tables WHERE id IN (SELECT table_id FROM places WHERE player = $1)
    AND changed < $2 AND ($3 = '' OR game = $3)
    AND id IN (SELECT table_id FROM places WHERE LOWER(name) LIKE $4)""",
    "$5",
)
GET_ONE = _WITH_PLACES.format("SELECT * FROM tables WHERE id = $1", 1)
GET_RESULTS = """
SELECT r.ended, r.table_id, r.who, r.place,
    CASE WHEN (p.id IS NOT NULL AND p.login IS NULL) OR p.claimed > r.ended THEN -2
    ELSE r.counts END  -- -2 for guests, also in rows that older versions have written
FROM results r LEFT JOIN players p ON p.id = r.who
WHERE r.game = $1 AND r.ended > $2 AND r.ended <= $3
ORDER BY r.ended, r.table_id, r.seat"""
REWRITTEN = """
INSERT INTO keys (name, value) VALUES ('results', $1)
ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
TOUCH = "UPDATE tables SET changed = changed WHERE id = $1"
GET_REWRITTEN = "SELECT value FROM keys WHERE name = 'results'"
ADD_PLAYER = """
INSERT INTO players (id, name, language, created) VALUES ($1, $2, $3, $4)
ON CONFLICT DO NOTHING"""
ADD_TOKEN = "INSERT INTO tokens (hash, player, created) VALUES ($1, $2, $3)"  # noqa: S105
NOTE_HEALTH = """
INSERT INTO health (name, written) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET written = excluded.written"""
GET_HEALTH = "SELECT written FROM health WHERE name = $1"
DROP_TOKEN = "DELETE FROM tokens WHERE hash = $1"  # noqa: S105 - SQL, no token
_COLUMNS = """
SELECT p.id, p.name, p.language, p.login, p.password, p.email, p.emblem, p.role,
    COALESCE(b.ends, 0)"""
_PLAYERS = "FROM players p LEFT JOIN penalties b ON b.player = p.id AND b.kind = 'ban'"
_PLAYER = f"{_COLUMNS} {_PLAYERS}"
BY_TOKEN = f"""{_COLUMNS}, t.created {_PLAYERS}
JOIN tokens t ON t.player = p.id WHERE t.hash = $1 AND t.created > $2"""
RENEW_TOKEN = "UPDATE tokens SET created = $2 WHERE hash = $1"  # noqa: S105 - SQL
BY_LOGIN = f"{_PLAYER} WHERE p.login = $1"
BY_RECOVERY = f"""{_PLAYER} JOIN recoveries r ON r.player = p.id
WHERE r.hash = $1 AND r.ends > $2"""
BY_OLD_RECOVERY = (
    f"{_PLAYER} WHERE p.recovery = $1"  # the column in which older versions kept a link
)
GET_NAMES = "SELECT id, name FROM players WHERE login IS NOT NULL AND id IN ({})"
GET_UNSHAPED = """
SELECT id, name FROM players WHERE login IS NOT NULL AND skeleton IS NULL"""
SHAPE = """
UPDATE players SET skeleton = $2 WHERE id = $1
AND NOT EXISTS (SELECT 1 FROM players WHERE skeleton = $2)"""
BY_ID = f"{_PLAYER} WHERE p.id = $1"
BY_SKELETON = f"{_PLAYER} WHERE p.skeleton = $1"
RENAME = "UPDATE players SET name = $2, language = $3 WHERE id = $1"
RENAME_ACCOUNT = """
UPDATE players SET name = $2, language = $3, login = $4, skeleton = $5 WHERE id = $1
AND NOT EXISTS (SELECT 1 FROM players
    WHERE id <> $1 AND (skeleton = $5 OR login = $4))"""
DRESS = "UPDATE players SET emblem = $2 WHERE id = $1"
ADD_RECOVERY = "INSERT INTO recoveries (hash, player, ends) VALUES ($1, $2, $3)"
USE_RECOVERY = "DELETE FROM recoveries WHERE hash = $1"
USE_OLD_RECOVERY = "UPDATE players SET recovery = NULL WHERE id = $1 AND recovery = $2"
# Deletes all but a player's latest recovery links, and those that have ended.
DROP_SOME_RECOVERIES = """
DELETE FROM recoveries WHERE player = $1 AND (ends < $2 OR hash NOT IN
    (SELECT hash FROM recoveries WHERE player = $1 ORDER BY ends DESC LIMIT 5))"""
DROP_RECOVERIES = "DELETE FROM recoveries WHERE player = $1"
DROP_OLD_RECOVERY = "UPDATE players SET recovery = NULL WHERE id = $1"
CLAIM = """
UPDATE players SET name = $2, login = $3, skeleton = $4, password = $5, claimed = $6,
    recovery = NULL
WHERE id = $1 AND login IS NULL
AND NOT EXISTS (SELECT 1 FROM players WHERE skeleton = $4 OR login = $3)"""
SET_PASSWORD = "UPDATE players SET password = $2 WHERE id = $1"  # noqa: S105 - SQL
DROP_OTHER_TOKENS = "DELETE FROM tokens WHERE player = $1 AND hash <> $2"

LAST = 1 << 53  # later than any time stamp
REREAD = 0  # the number in the notification of a table that was rewritten
SLICE = 20  # events folded before other tasks get a turn


class Summary(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    settings: TableSettings
    state: str
    changed: int
    asked: list[int]
    places: Sequence[Any]
    due: int | None  # when its next automatic action is due, such as the end of a clock

    @property
    def seats(self) -> int:
        """The number of seats."""
        return registry.load(self.settings.game).check_seats(self.settings.seats)


class Store:
    """Reads and writes the rows of a database."""

    def __init__(self, database: Database):
        self.database = database

    async def add_table(self, table: OnlineTable, request: str, at: int) -> None:
        """Store a new table with its first events.

        Raises:
            Conflict: The same request has made a table already.
        """
        settings = msgspec.json.encode(table.settings).decode()
        row = (table.id, table.rules, table.seed, settings, table.host)
        made = (*row, request, at, int(table.settings.public), table.game.name)
        statements = [(ADD_TABLE, made), *self._append(table)]
        notification = f"{table.id} {table.number} " if self.database.shared else ""
        await self.database.write(Job(statements, notification))

    async def append(self, table: OnlineTable) -> None:
        """Append a table's uncommitted events to its log, durably.

        Raises:
            Conflict: Another process committed first; nothing was written.
        """
        notification = notification_of(table) if self.database.shared else ""
        await self.database.write(Job(self._append(table), notification))

    def _append(self, table: OnlineTable) -> list[Statement]:
        statements: list[Statement] = [
            (ADD_EVENT, (table.id, *logged.row(), logged.digest))
            for logged in table.uncommitted
        ]
        asked = ",".join(map(str, table.actors))
        due = autopilot.due(table)
        statements.append((SUM_UP, (table.id, table.state, table.at, asked, due)))
        if any(isinstance(logged.event, Changed) for logged in table.uncommitted):
            settings = msgspec.json.encode(table.settings).decode()
            statements.append(
                (CHANGE, (table.id, settings, int(table.settings.public)))
            )
        for seat in table.reseated:
            if seat >= table.seats:
                statements.append((UNSEAT, (table.id, seat)))
                continue
            place = table.places[seat]
            player, name = place.player, place.name
            if place.invited:  # so that it is listed among the guest's tables
                player, name = place.invited, place.guest
            emblem = place.emblem if place.player else ""
            row = (table.id, seat, player, name, place.bot, emblem)
            statements.append((SEAT, row))
        moved = any(isinstance(logged.event, Moved) for logged in table.uncommitted)
        if moved and table.state == "over":
            statements += results_of(table)
        return statements

    async def load(self, name: str) -> tuple[OnlineTable, int]:
        """Return a table folded from its event log, and the time it was made.

        Raises:
            RequestRefused: There is no such table, or its rules are not known here.
        """
        rows = await self.database.read(GET_TABLE, name)
        if not rows:
            raise RequestRefused("unknown_table")
        settings, seed, host, rules, created = rows[0]
        try:
            chosen = msgspec.json.decode(settings, type=TableSettings)
            _check_rules(registry.load(chosen.game), rules)
            made = OnlineTable(name, chosen, seed, host, rules)
        except (BadSetup, msgspec.ValidationError) as error:
            raise RequestRefused("bad_setup", reason=str(error)) from None
        for number, logged in enumerate(await self.events(name, 0), 1):
            made.apply(logged)
            if number % SLICE == 0:
                await asyncio.sleep(0)  # other tasks get a turn
        made.reseated.clear()
        return made, created

    async def announce_rewritten(self, name: str) -> None:
        """Notify other processes to reload a table whose events were rewritten."""
        if self.database.shared:
            await self.database.write(Job([(TOUCH, (name,))], f"{name} {REREAD} "))

    async def events(self, name: str, since: int) -> list[LoggedEvent]:
        """Return the events of a table after a number."""
        rows = await self.database.read(GET_EVENTS, name, since)
        return [read_row(row) for row in rows]

    async def digest(self, table: str, player: str, request: str) -> str | None:
        """Return the digest of a request whose events are in a table's log."""
        rows = await self.database.read(GET_DIGEST, table, player, request)
        return rows[0][0] if rows else None

    async def made_by(self, host: str, request: str) -> str | None:
        """Return the table that a request has made."""
        rows = await self.database.read(GET_MADE, host, request)
        return rows[0][0] if rows else None

    async def due(self, at: int, most: int) -> list[str]:
        """Return at most this many tables with a due automatic action and rules known here."""
        await self._name_games()
        known = [
            BY_KNOWN_RULES.format(game.name, game.oldest, game.version)
            for game in registry.games().values()
        ]
        sql = GET_DUE.format(" OR ".join(known))
        return [row[0] for row in await self.database.read(sql, at, most)]

    async def _name_games(self) -> None:
        """Fill in the game of tables made by older versions, which may still be running."""
        while rows := await self.database.read(GET_NAMELESS):
            found = [(name, msgspec.json.decode(given)["game"]) for name, given in rows]
            await asyncio.gather(*(self.write((NAME_GAME, one)) for one in found))

    async def open_tables(self, host: str) -> int:
        """Return the number of unfinished tables that a player has made."""
        count: int = (await self.database.read(COUNT_OPEN, host))[0][0]
        return count

    async def table(self, name: str) -> Summary | None:
        """Return a table's summary."""
        found = await self._summaries(GET_ONE, name)
        return found[0] if found else None

    async def lobby(
        self, since: int, waiting: int = 100, playing: int = 100
    ) -> list[Summary]:
        """Return some public tables: first those waiting for players, then running games."""
        found = []
        for state, most in (("waiting", waiting), ("playing", playing)):
            if most:
                found += await self._summaries(GET_LOBBY, since, state, most)
        return found

    async def tables(self, names: Sequence[str]) -> list[Summary]:
        """Return the summaries of these tables."""
        numbers = ", ".join(f"${number}" for number in range(1, len(names) + 1))
        return await self._summaries(GET_SOME.format(numbers), *names)

    async def tables_of(
        self,
        player: str,
        before: int = LAST,
        game: str = "",
        name: str = "",
        most: int = 100,
    ) -> list[Summary]:
        """Return a player's tables, latest first; `game` and a seated `name` filter them."""
        named = f"%{name.lower()}%"
        return await self._summaries(GET_OWN, player, before, game, named, most)

    async def _summaries(self, sql: str, *arguments: Any) -> list[Summary]:
        found = []
        rows = await self.database.read(sql, *arguments)
        grouped: Any = groupby(rows, key=lambda row: tuple(row)[:6])
        for table, seats in grouped:
            name, settings, state, changed, asked, due = table
            given = msgspec.json.decode(settings, type=TableSettings)
            may_act = [*map(int, filter(None, asked.split(",")))]
            places = [tuple(row)[6:] for row in seats if row[6] is not None]
            found.append(Summary(name, given, state, changed, may_act, places, due))
        return found

    async def results(
        self, game: str, since: int, until: int
    ) -> Sequence[Sequence[Any]]:
        """Return the results of a game's finished tables, in order of time."""
        return await self.database.read(GET_RESULTS, game, since, until)

    async def rewritten(self) -> str:
        """Return a value that changes whenever stored results move to other players."""
        return "".join(row[0] for row in await self.database.read(GET_REWRITTEN))

    async def names(self, players: Sequence[str]) -> dict[str, str]:
        """Return the names of players who have an account, by id."""
        if not players:
            return {}
        numbers = ", ".join(f"${number}" for number in range(1, len(players) + 1))
        rows = await self.database.read(GET_NAMES.format(numbers), *players)
        return {row[0]: row[1] for row in rows}

    async def player(self, sql: str, *values: Any) -> PlayerRow | None:
        """Return the player that a query such as `BY_TOKEN` finds."""
        rows = await self.database.read(sql, *values)
        return PlayerRow(*rows[0]) if rows else None

    async def open(self, notified: Notified) -> None:
        """Open the database, and complete rows that older versions have written."""
        await self.database.open(notified)
        await self._name_games()
        for player, name in await self.database.read(GET_UNSHAPED):
            with contextlib.suppress(Conflict):  # the older account keeps its name
                await self.write((SHAPE, (player, skeleton(name))))

    async def note_health(self, at: int) -> None:
        """Write a dummy row, to check that the database is writable."""
        await self.write((NOTE_HEALTH, ("health", at)))

    async def note_backup(self, at: int) -> None:
        """Record when a backup was made that could be opened again."""
        await self.write((NOTE_HEALTH, ("backup", at)))

    async def last_backup(self) -> int:
        """Return when the last backup that could be opened was made; 0 if there is none."""
        rows = await self.database.read(GET_HEALTH, "backup")
        return int(rows[0][0]) if rows else 0

    async def write(self, *statements: Statement) -> None:
        """Execute statements in one transaction; the first must change a row."""
        await self.database.write(Job(list(statements)))

    async def write_if(self, *statements: Statement) -> bool:
        """Execute statements if the first changes a row; return whether it did."""
        try:
            await self.write(*statements)
        except Conflict:
            return False
        return True


def _check_rules(game: Game, rules: int) -> None:
    """Refuse a table whose rules are newer than this server, or no longer supported."""
    if not game.oldest <= rules <= game.version:
        age = "newer" if rules > game.version else "older"
        raise RequestRefused("old_rules", found=rules, expected=game.version, age=age)
