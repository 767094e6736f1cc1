"""PostgreSQL: several server processes on one database, which notify each other of commits.

Jobs that arrive during a commit are committed together in the next one, ordered by table,
so that two processes never deadlock. Jobs that execute the same SQL are sent together, so a
commit takes only a few messages, however many jobs it has.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from hashlib import sha256
from itertools import compress
from typing import Any

from . import database
from .database import BadDatabase, Conflict, Job, Notified, Row, Waiting

try:
    import asyncpg

    LOST: tuple[type[Exception], ...] = (OSError, asyncpg.InterfaceError)
except ImportError:  # an extra: pip install 'comptoir[postgres]'
    asyncpg = None

CHANNEL = "comptoir"
READERS = 4
MOST = 200  # maximum number of jobs in one commit
AHEAD = 1  # migrations by which a database may be newer than this program
MIGRATING = 2719  # the advisory lock for migrations
RETRY = 0.5  # seconds between two attempts to reconnect
PATIENCE = 20  # attempts before a write is given up
SLOW = 30.0  # seconds before a connection that does not answer counts as dead
BEAT = 2.0  # seconds between two checks of the listening connection
SILENCE = 5.0  # seconds before that connection counts as dead
SERVERS = """SELECT COUNT(*) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'comptoir serve'"""
GONE = {  # so that PostgreSQL soon notices lost clients and frees their locks
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "application_name": "comptoir serve",
}
WHO = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
END = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE pid = $1 AND backend_start = $2"""
COUNT = "WITH done AS ({} RETURNING 1) SELECT COUNT(*) FROM done"
CLAIM = """
SELECT COALESCE(array_agg(number), '{}') FROM unnest($1::bigint[]) AS number
WHERE pg_try_advisory_lock(number)"""
NOTIFY = "SELECT pg_notify('comptoir', told) FROM unnest($1::text[]) AS told"


class Postgres:
    """A PostgreSQL database that several processes share."""

    shared = True

    def __init__(self, address: str, password: str | None = None):
        if asyncpg is None:
            raise BadDatabase(
                "PostgreSQL needs an extra: pip install 'comptoir[postgres]'"
            )
        self.address = address
        self._password = password
        self._jobs: asyncio.Queue[Waiting | None] = asyncio.Queue()
        self._claims: set[str] = set()
        self._claiming = asyncio.Lock()

    async def open(self, notified: Notified) -> None:
        """Connect, migrate, and listen to other processes."""
        self._notified = notified
        try:
            self._keeper = await self._listen()
            try:
                await migrate(self._keeper)
            except BadDatabase:
                await self._keeper.close()
                raise
            self._pool = await asyncpg.create_pool(
                self.address,
                password=self._password,
                min_size=1,
                max_size=READERS,
                command_timeout=SLOW,
            )
            self._connection = await self._connect(SLOW)
        except (*LOST, asyncpg.PostgresError, ValueError) as error:
            raise BadDatabase(f"PostgreSQL: {error}") from None
        self._writer = asyncio.create_task(self._write_all())
        self._heart = asyncio.create_task(self._look_after_keeper())

    async def visit(self) -> None:
        """Connect beside the servers that may be running, to read and write a few rows."""
        await self.open(lambda _: None)

    async def read(self, sql: str, *args: Any) -> Sequence[Row]:
        """Return the rows of a query."""
        rows: Sequence[Row] = await self._pool.fetch(sql, *args)
        return rows

    async def write(self, job: Job) -> None:
        """Commit a job, durably."""
        done = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait((job, done))
        await done

    async def claim(self, *names: str) -> set[str]:
        """Claim tables for this process; return those that it owns now."""
        wanted = {_number(name): name for name in names if name not in self._claims}
        if wanted:
            free = await self._ask_keeper(CLAIM, list(wanted))
            self._claims |= {wanted[number] for number in free or ()}
        return self._claims.intersection(names)

    async def release(self, name: str) -> None:
        """Release a claim."""
        if name in self._claims:
            self._claims.discard(name)
            await self._ask_keeper("SELECT pg_advisory_unlock($1)", _number(name))

    async def close(self) -> None:
        """Finish running jobs, and disconnect."""
        if not hasattr(self, "_writer"):
            return
        self._heart.cancel()
        await asyncio.gather(self._heart, return_exceptions=True)
        self._jobs.put_nowait(None)
        await self._writer
        for connection in (self._connection, self._keeper, self._pool):
            with contextlib.suppress(*LOST):
                async with asyncio.timeout(SILENCE):
                    await connection.close()

    async def connect(self) -> Any:
        """Return a separate connection, for a program that is not a server.

        Raises:
            BadDatabase: The connection failed.
        """
        try:
            return await asyncpg.connect(self.address, password=self._password)
        except (*LOST, asyncpg.PostgresError, ValueError) as error:
            raise BadDatabase(f"PostgreSQL: {error}") from None

    async def _connect(self, patience: float) -> Any:
        return await asyncpg.connect(
            self.address,
            password=self._password,
            timeout=patience,
            command_timeout=patience,
            server_settings=GONE,
        )

    async def _listen(self) -> Any:
        """Return a connection for notifications and this process's advisory locks."""
        keeper = await self._connect(SILENCE)
        self._backend = await keeper.fetchrow(WHO)
        await keeper.add_listener(CHANNEL, lambda *said: self._notified(said[-1]))
        return keeper

    async def _look_after_keeper(self) -> None:
        """Check regularly that the listening connection is alive."""
        while True:
            await asyncio.sleep(BEAT)
            await self._ask_keeper("SELECT 1")

    async def _ask_keeper(self, sql: str, *args: Any) -> Any:
        """Query the listening connection; return None if it was dead and had to be replaced."""
        async with self._claiming:
            try:
                return await self._keeper.fetchval(sql, *args)
            except (*LOST, asyncpg.PostgresError):
                await self._listen_again()
                return None

    async def _listen_again(self) -> None:
        """Replace a lost listening connection, whose advisory locks are lost with it."""
        self._claims.clear()
        self._keeper.terminate()
        before = self._backend
        with contextlib.suppress(*LOST, asyncpg.PostgresError):
            self._keeper = await self._listen()
            try:
                await self._keeper.execute(END, *before)  # it may hold our locks
            finally:
                self._notified("")  # notifications sent meanwhile were missed

    async def _write_all(self) -> None:
        """Commit jobs until the queue is closed."""
        while (first := await self._jobs.get()) is not None:
            waiting = [first]
            while len(waiting) < MOST and not self._jobs.empty():
                more = self._jobs.get_nowait()
                if more is None:
                    self._jobs.put_nowait(None)
                    break
                waiting.append(more)
            waiting.sort(key=lambda item: item[0].notification)
            outcomes = await self._commit([job for job, _ in waiting])
            database.resolve(waiting, outcomes)

    async def _commit(self, jobs: list[Job]) -> list[Exception | None]:
        """Commit jobs together; if that fails, one by one."""
        for _ in range(PATIENCE):
            try:
                return await self._commit_batch(jobs)
            except (*LOST, asyncpg.PostgresConnectionError, asyncpg.AdminShutdownError):
                await self._reconnect()
            except Exception as error:  # noqa: BLE001 - the waiting callers must get it
                if len(jobs) == 1:
                    return [error]
                return [(await self._commit([job]))[0] for job in jobs]
        return [BadDatabase("PostgreSQL does not answer")] * len(jobs)

    async def _commit_batch(self, jobs: list[Job]) -> list[Exception | None]:
        firsts = database.by_sql(job.statements[0] for job in jobs)
        async with self._connection.transaction():
            changed = {
                sql: iter(await self._connection.fetchmany(COUNT.format(sql), args))
                for sql, args in firsts.items()
            }
            written = [next(changed[job.statements[0][0]])[0] > 0 for job in jobs]
            done = list(compress(jobs, written))
            rest = database.by_sql(step for job in done for step in job.statements[1:])
            for sql, args in rest.items():
                await self._connection.executemany(sql, args)
            notifications = [job.notification for job in done if job.notification]
            if notifications:
                await self._connection.execute(NOTIFY, notifications)
        return [None if ok else Conflict("somebody else was first") for ok in written]

    async def _reconnect(self) -> None:
        await asyncio.sleep(RETRY)
        self._connection.terminate()
        with contextlib.suppress(*LOST, asyncpg.PostgresError):
            self._connection = await self._connect(SLOW)


def _number(name: str) -> int:
    return int.from_bytes(sha256(name.encode()).digest()[:8], "big", signed=True)


async def migrate(connection: Any, until: int | None = None) -> int:
    """Bring a database up to the newest version, one process at a time; return the version."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
        await connection.execute(database.VERSION_TABLE)
        version: int = await connection.fetchval(database.READ_VERSION)
        for number, statements in database.missing(version, until, AHEAD):
            for statement in statements:
                await connection.execute(statement)
            await connection.execute(database.WRITE_VERSION, number)
            version = number
    return version
