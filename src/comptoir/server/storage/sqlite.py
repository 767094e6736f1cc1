"""SQLite: one file and one writer thread; many jobs share a commit.

Jobs that arrive while the disk is busy are committed together, so that each pays only part
of the wait. Rows of one kind are inserted with one statement: after each statement the
writer waits for the interpreter lock, which a busy event loop holds for a while.
"""

import asyncio
import re
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any, ClassVar

from . import database
from .database import BadDatabase, Conflict, Job, Notified, Row, Statement, Waiting

MOST = 200  # maximum number of jobs in one commit
ROWS = 500  # maximum rows in one statement, which may have 32,766 arguments
VALUES = re.compile(r"VALUES (\((?:[^()]|\([^()]*\))*\))")
BUSY = 5.0  # seconds to wait for another program that uses the file


class SQLite:
    """A SQLite database in one file."""

    shared = False

    def __init__(self, path: Path):
        self.path = path
        self._jobs: SimpleQueue[Waiting | None] = SimpleQueue()
        self._reader = ThreadPoolExecutor(1, "comptoir-read")
        self._writer: Thread | None = None
        self._lock: Lock | None = None

    async def open(self, notified: Notified) -> None:
        """Connect, migrate, and start the writer."""
        self._loop = asyncio.get_running_loop()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = Lock(self.path)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise BadDatabase(f"{self.path}: {reason}") from None
        try:
            self._connection = connect(self.path)
            try:
                migrate(self._connection)
            except BaseException:
                self._connection.close()
                raise
        except sqlite3.Error as error:
            self._lock.close()
            raise BadDatabase(f"{self.path}: {error}") from None
        except BaseException:
            self._lock.close()
            raise
        await self._begin()

    async def visit(self) -> None:
        """Connect beside the server that may be running, to read and write a few rows.

        Raises:
            BadDatabase: There is no such file, or no server of this version has opened it.
        """
        self._loop = asyncio.get_running_loop()
        if not self.path.is_file():
            raise BadDatabase(f"{self.path}: there is no such file")
        try:
            self._connection = connect(self.path)
            version = self._connection.execute(database.READ_VERSION).fetchone()[0]
        except sqlite3.Error as error:
            raise BadDatabase(f"{self.path}: {error}") from None
        if database.missing(version):
            self._connection.close()
            raise BadDatabase(
                f"{self.path}: start the server once, to bring it up to date"
            )
        await self._begin()

    async def _begin(self) -> None:
        """Start to read and to write."""
        self._reading = await self._loop.run_in_executor(
            self._reader, connect, self.path
        )
        self._writer = Thread(target=self._write_all, name="comptoir-write")
        self._writer.start()

    async def read(self, sql: str, *args: Any) -> Sequence[Row]:
        """Return the rows of a query."""

        def fetch() -> Sequence[Row]:
            return self._reading.execute(sql, _named(args)).fetchall()

        return await self._loop.run_in_executor(self._reader, fetch)

    async def write(self, job: Job) -> None:
        """Commit a job, durably."""
        done = self._loop.create_future()
        self._jobs.put((job, done))
        await done

    async def claim(self, *names: str) -> set[str]:
        """Return the tables: the file is locked, so no other process can own any."""
        return set(names)

    async def release(self, name: str) -> None:
        """Release a claim."""

    async def close(self) -> None:
        """Finish running jobs, and close the file."""
        if self._writer:
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
            await self._loop.run_in_executor(self._reader, self._reading.close)
            self._connection.close()
        self._reader.shutdown()
        if self._lock:
            self._lock.close()

    def _write_all(self) -> None:
        """Commit jobs until the queue is closed."""
        while (first := self._jobs.get()) is not None:
            waiting = [first]
            while len(waiting) < MOST:
                try:
                    more = self._jobs.get_nowait()
                except Empty:
                    break
                if more is None:
                    self._jobs.put(None)
                    break
                waiting.append(more)
            outcomes = self._commit([job for job, _ in waiting])
            self._loop.call_soon_threadsafe(database.resolve, waiting, outcomes)

    def _commit(self, jobs: list[Job]) -> list[Exception | None]:
        """Commit jobs together; if that fails, one by one."""
        try:
            outcomes = self._commit_batch(jobs)
        except Exception as error:  # noqa: BLE001 - the waiting callers must get it
            if len(jobs) == 1:
                return [error]
            return [self._commit([job])[0] for job in jobs]
        return outcomes

    def _commit_batch(self, jobs: list[Job]) -> list[Exception | None]:
        """Commit jobs in one transaction; after a conflict, execute them one by one."""
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        try:
            if _carry_out_together(execute, jobs):
                outcomes: list[Exception | None] = [None] * len(jobs)
            else:
                execute("ROLLBACK")
                execute("BEGIN IMMEDIATE")
                outcomes = [_carry_out(execute, job.statements) for job in jobs]
            execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                execute("ROLLBACK")
            raise
        return outcomes


def _carry_out_together(execute: Any, jobs: list[Job]) -> bool:
    """Execute all jobs; stop and return False if a job's first statement changes no row."""
    for sql, rows in database.by_sql(job.statements[0] for job in jobs).items():
        if _execute_many(execute, sql, rows) != len(rows):
            return False
    rest = database.by_sql(step for job in jobs for step in job.statements[1:])
    for sql, rows in rest.items():
        _execute_many(execute, sql, rows)
    return True


def _execute_many(execute: Any, sql: str, rows: list[tuple[Any, ...]]) -> int:
    """Execute a statement for many rows, in one go if all its arguments are in `VALUES`."""
    head, *listed = VALUES.split(sql, maxsplit=1)
    if len(rows) == 1 or not listed or "$" in head + listed[1]:
        return sum(execute(sql, _named(row)).rowcount for row in rows)
    group, tail = listed
    changed = 0
    for start in range(0, len(rows), ROWS):
        some, width = rows[start : start + ROWS], len(rows[0])
        groups = ", ".join(_numbered(group, width * n) for n in range(len(some)))
        values = [value for row in some for value in row]
        changed += execute(f"{head}VALUES {groups}{tail}", values).rowcount
    return changed


def _numbered(group: str, before: int) -> str:
    return re.sub(r"\$(\d+)", lambda found: f"?{before + int(found[1])}", group)


def _carry_out(execute: Any, statements: list[Statement]) -> Exception | None:
    for number, (sql, args) in enumerate(statements):
        changed = execute(sql, _named(args)).rowcount
        if number == 0 and changed == 0:
            return Conflict("somebody else was first")
    return None


def _named(args: tuple[Any, ...]) -> dict[str, Any]:
    return {str(number): value for number, value in enumerate(args, 1)}


def connect(path: Path) -> sqlite3.Connection:
    """Open a file so that commits survive a loss of power."""
    connection = sqlite3.connect(
        path, timeout=BUSY, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def migrate(connection: sqlite3.Connection, until: int | None = None) -> int:
    """Bring a file up to the newest version, one transaction per step; return the version."""
    connection.execute(database.VERSION_TABLE)
    version: int = connection.execute(database.READ_VERSION).fetchone()[0]
    for number, statements in database.missing(version, until):
        connection.execute("BEGIN IMMEDIATE")
        for statement in statements:
            connection.execute(statement)
        connection.execute(database.WRITE_VERSION, {"1": number})
        connection.execute("COMMIT")
        version = number
    return version


class Lock:
    """A lock on a database file, released when the process ends.

    The lock is on the file itself, so it also holds through links. The `.lock` file beside it
    is what servers of the previous version check.

    Raises:
        BadDatabase: Another server uses the file.
    """

    _held: ClassVar[set[tuple[int, int]]] = set()  # files locked by this process

    def __init__(self, path: Path):
        path = path.resolve()
        path.touch(mode=0o600)  # private: it holds password hashes and seeds
        status = path.stat()
        self._file = status.st_dev, status.st_ino
        self._locks: list[IO[Any]] = []
        if self._file in self._held:  # a second close would release SQLite's locks
            raise _in_use(path)
        try:
            for one in (path, Path(f"{path}.lock")):
                self._locks.append(one.open("a"))
                _flock(self._locks[-1])
        except BlockingIOError:
            self.close()
            raise _in_use(path) from None
        self._held.add(self._file)

    def close(self) -> None:
        """Release the file; call it after all connections are closed."""
        for lock in self._locks:
            lock.close()
        self._held.discard(self._file)


def _flock(file: IO[Any]) -> None:
    """Lock a file for this process; Windows has only SQLite's own locks."""
    try:
        import fcntl  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _in_use(path: Path) -> BadDatabase:
    return BadDatabase(
        f"{path}: another server uses it; for several processes use PostgreSQL"
    )
