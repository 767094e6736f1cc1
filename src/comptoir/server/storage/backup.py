"""Backs a database up to one file, and restores it into a database of either kind.

The file is a SQLite database with the same tables, which a server can open directly. The
copy is a consistent snapshot, made while servers keep running, and is compared with the
original.
"""

import contextlib
import os
import secrets
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

import msgspec

from . import database, postgres, sqlite
from .database import BadDatabase, Database, Row
from .postgres import Postgres
from .sqlite import Lock, SQLite
from .store import Store

MANY = 5000  # rows of one batch
SKIPPED = "schema_version"  # not copied: migrations write it
GET_LATEST = "SELECT id FROM tables ORDER BY changed DESC LIMIT $1"
MARKS = ("players", "tables")  # a database without rows in these counts as empty

Progress = Callable[
    [str, int, int], None
]  # called with the table, the rows so far and the total


class TableCopy(msgspec.Struct, frozen=True):
    """A table's name, its columns and its number of rows."""

    name: str
    columns: list[str]
    count: int

    @property
    def select(self) -> str:
        """The SQL that reads all rows of the table."""
        return f"SELECT {', '.join(self.columns)} FROM {self.name}"  # noqa: S608 - ours


class Snapshot(Protocol):
    """The state of a database at one moment."""

    async def tables(self) -> tuple[int, list[TableCopy]]:
        """Return the version of the schema, and the tables."""

    def rows(self, table: TableCopy) -> AsyncIterator[Sequence[Row]]:
        """Yield a table's rows in batches."""

    async def read(self, sql: str) -> Sequence[Row]:
        """Return the rows of a query."""


class SQLiteSnapshot:
    """A snapshot of a SQLite file, read in one transaction."""

    def __init__(self, path: Path, connection: sqlite3.Connection):
        self._path = path
        self._connection = connection

    async def tables(self) -> tuple[int, list[TableCopy]]:
        """Return the version of the schema, and the tables."""
        execute = self._connection.execute
        try:
            execute("BEGIN")
            version = execute(database.READ_VERSION).fetchone()[0]
        except sqlite3.DatabaseError as error:
            raise BadDatabase(f"{self._path}: no tables of Comptoir: {error}") from None
        names = execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' "
            "AND name NOT LIKE 'sqlite%' ORDER BY name"
        ).fetchall()
        found = []
        for (name,) in names:
            columns = [row[1] for row in execute(f"PRAGMA table_info({name})")]
            (count,) = execute(f"SELECT COUNT(*) FROM {name}").fetchone()  # noqa: S608
            found.append(TableCopy(name, columns, count))
        return version, [table for table in found if table.name != SKIPPED]

    async def rows(self, table: TableCopy) -> AsyncIterator[Sequence[Row]]:
        """Yield a table's rows in batches."""
        cursor = self._connection.execute(table.select)
        while rows := cursor.fetchmany(MANY):
            yield rows

    async def read(self, sql: str) -> Sequence[Row]:
        """Return the rows of a query."""
        return self._connection.execute(sql).fetchall()


class PostgresSnapshot:
    """A snapshot of a PostgreSQL database, read in one transaction."""

    def __init__(self, connection: Any):
        self._connection = connection

    async def tables(self) -> tuple[int, list[TableCopy]]:
        """Return the version of the schema, and the tables."""
        held = await self.held()
        if SKIPPED not in [table.name for table in held]:
            raise BadDatabase("PostgreSQL: no tables of Comptoir")
        version = await self._connection.fetchval(database.READ_VERSION)
        return version, [table for table in held if table.name != SKIPPED]

    async def held(self) -> list[TableCopy]:
        """Return all tables of the schema."""
        fetch = self._connection.fetch
        rows = await fetch(
            "SELECT table_name, column_name FROM information_schema.columns "
            "WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position"
        )
        columns: dict[str, list[str]] = {}
        for name, column in rows:
            columns.setdefault(name, []).append(column)
        found = []
        for name, own in columns.items():
            ((count,),) = await fetch(f"SELECT COUNT(*) FROM {name}")  # noqa: S608
            found.append(TableCopy(name, own, count))
        return found

    async def rows(self, table: TableCopy) -> AsyncIterator[Sequence[Row]]:
        """Yield a table's rows in batches."""
        cursor = await self._connection.cursor(table.select)
        while rows := await cursor.fetch(MANY):
            yield rows

    async def read(self, sql: str) -> Sequence[Row]:
        """Return the rows of a query."""
        found: Sequence[Row] = await self._connection.fetch(sql)
        return found


class RowCounts:
    """A checksum of rows that does not depend on their order."""

    def __init__(self) -> None:
        self.rows = 0
        self.sum = 0

    def add(self, rows: Iterable[Row]) -> None:
        """Add rows to the checksum."""
        for row in rows:
            digest = sha256(msgspec.msgpack.encode(tuple(row))).digest()
            self.sum = (self.sum + int.from_bytes(digest, "big")) % 2**256
            self.rows += 1


async def back_up(source: Database, to: Path, tell: Progress) -> int:
    """Write a database to a new file; return its number of rows.

    Raises:
        BadDatabase: The file exists, or the copy differs.
    """
    _check_new(to)
    async with snapshot_of(source) as snapshot:
        return await _write_file(snapshot, to, tell)


async def restore(
    file: Path, target: Database, tell: Progress, *, replace: bool
) -> int:
    """Copy a file into a database that is empty or may be replaced.

    Raises:
        BadDatabase: The database is not empty, a server uses it, or the copy differs.
    """
    async with snapshot_of(SQLite(file)) as snapshot:
        if isinstance(target, Postgres):
            return await _write_postgres(snapshot, target, tell, replace=replace)
        assert isinstance(target, SQLite)
        path = target.path
        path.parent.mkdir(parents=True, exist_ok=True)
        existed = path.exists()
        lock = Lock(path)
        try:
            if existed:
                _check_replaced(path, replace=replace)
            return await _write_file(snapshot, path, tell)
        finally:
            lock.close()


async def drill(file: Path, most: int | None = None) -> int:
    """Test a backup: restore it to a temporary file and open its tables as a server would.

    Return the number of tables; `most` limits them to the latest.

    Raises:
        BadDatabase: The file is damaged, or a table cannot be opened.
    """
    with tempfile.TemporaryDirectory() as folder:
        target = SQLite(Path(folder) / "drill.sqlite3")
        await restore(file, target, lambda *_: None, replace=False)
        store = Store(target)
        await store.open(lambda _: None)
        try:
            rows = await target.read(GET_LATEST, most or -1)
            for (name,) in rows:
                try:
                    await store.load(name)
                except Exception as error:
                    raise BadDatabase(f"{file}: table {name}: {error}") from error
            await store.note_health(0)  # proves that it can be written to
        finally:
            await target.close()
    return len(rows)


@contextlib.asynccontextmanager
async def snapshot_of(source: Database) -> AsyncIterator[Snapshot]:
    """Open a snapshot of the present state of a database."""
    if isinstance(source, Postgres):
        connection = await source.connect()
        try:
            async with connection.transaction(
                isolation="repeatable_read", readonly=True
            ):
                yield PostgresSnapshot(connection)
        finally:
            await connection.close()
    else:
        assert isinstance(source, SQLite)
        if not source.path.is_file():
            raise BadDatabase(f"{source.path}: there is no such file")
        file = sqlite3.connect(source.path, sqlite.BUSY, isolation_level=None)
        with contextlib.closing(file):
            yield SQLiteSnapshot(source.path, file)


async def _write_file(snapshot: Snapshot, path: Path, tell: Progress) -> int:
    """Write a snapshot to a SQLite file, completely or not at all."""
    version, tables = await snapshot.tables()
    database.missing(version)  # raises if it is of a newer Comptoir
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    draft.touch(mode=0o600)  # it holds hashes of passwords, e-mail addresses and seeds
    try:
        connection = sqlite3.connect(draft, isolation_level=None)
        with contextlib.closing(connection):
            sqlite.migrate(connection, version)
            connection.execute("BEGIN")

            async def insert(table: TableCopy, rows: Sequence[Row]) -> None:
                marks = ", ".join("?" * len(table.columns))
                names = f"{table.name} ({', '.join(table.columns)})"
                sql = f"INSERT INTO {names} VALUES ({marks})"  # noqa: S608 - ours
                connection.executemany(sql, (tuple(row) for row in rows))

            own = SQLiteSnapshot(draft, connection)
            count = await _copy(snapshot, tables, insert, own, tell)
            connection.execute("COMMIT")
            (found,) = connection.execute("PRAGMA integrity_check").fetchone()
            if found != "ok":
                raise BadDatabase(f"{path}: {found}")
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return count


async def _write_postgres(
    snapshot: Snapshot, target: Postgres, tell: Progress, *, replace: bool
) -> int:
    """Write a snapshot into PostgreSQL, completely or not at all."""
    version, tables = await snapshot.tables()
    database.missing(version)  # raises if it is of a newer Comptoir
    connection = await target.connect()
    try:
        if await connection.fetchval(postgres.SERVERS):
            raise BadDatabase("PostgreSQL: a server uses this database; stop it first")
        async with connection.transaction():
            own = PostgresSnapshot(connection)
            held = await own.held()
            if (
                any(table.count for table in held if table.name in MARKS)
                and not replace
            ):
                raise _full("PostgreSQL")
            for table in held:
                await connection.execute(f"DROP TABLE {table.name}")
            await postgres.migrate(connection, version)

            async def insert(table: TableCopy, rows: Sequence[Row]) -> None:
                await connection.copy_records_to_table(
                    table.name, records=rows, columns=table.columns
                )

            return await _copy(snapshot, tables, insert, own, tell)
    finally:
        await connection.close()


async def _copy(
    snapshot: Snapshot,
    tables: list[TableCopy],
    insert: Any,
    own: Snapshot,
    tell: Progress,
) -> int:
    """Copy every table, and compare what arrived with what was sent."""
    total = 0
    for table in tables:
        sent, arrived = RowCounts(), RowCounts()
        async for rows in snapshot.rows(table):
            sent.add(rows)
            await insert(table, rows)
            tell(table.name, sent.rows, table.count)
        async for rows in own.rows(table):
            arrived.add(rows)
        if (sent.rows, sent.sum) != (arrived.rows, arrived.sum):
            raise BadDatabase(f"{table.name}: the copy differs from the original")
        total += sent.rows
    return total


def _check_new(path: Path) -> None:
    if path.exists():
        raise BadDatabase(f"{path}: exists already")


def _check_replaced(path: Path, *, replace: bool) -> None:
    """Check that a file may be replaced, and merge its write-ahead log into it."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as before:
        try:
            full = any(
                before.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone()  # noqa: S608
                for name in MARKS
            )
        except sqlite3.OperationalError:  # no such table
            full = False
        except sqlite3.DatabaseError as error:
            raise BadDatabase(f"{path}: {error}") from None
        if full and not replace:
            raise _full(str(path))
        before.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _full(where: str) -> BadDatabase:
    return BadDatabase(f"{where}: holds tables already; --replace overwrites them")
