"""The database interface of the server, and its numbered migrations.

SQL is written once for SQLite and PostgreSQL, with `$1` for the first argument.
"""

import asyncio
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from comptoir.engine.errors import ComptoirError

MIGRATIONS = Path(__file__).parents[1] / "migrations"
VERSION_TABLE = "CREATE TABLE IF NOT EXISTS schema_version (number BIGINT PRIMARY KEY)"
READ_VERSION = "SELECT COALESCE(MAX(number), 0) FROM schema_version"
WRITE_VERSION = "INSERT INTO schema_version (number) VALUES ($1)"

Row = Sequence[Any]
Statement = tuple[str, tuple[Any, ...]]
Notified = Callable[[str], None]


class Conflict(ComptoirError):
    """Another writer was first, so nothing of this job was written."""


class BadDatabase(ComptoirError):
    """The database cannot be opened, or belongs to a newer Comptoir."""


class Job(msgspec.Struct, frozen=True):
    """The statements of one transaction; if the first changes no row, it is a `Conflict`.

    After the commit, other processes on the same database receive `notification`.
    """

    statements: list[Statement]
    notification: str = ""


class Database(Protocol):
    """A database; once `write` returns, the job is stored durably."""

    shared: bool  # whether other processes may serve the same tables

    async def open(self, notified: Notified) -> None:
        """Connect, migrate, and listen to the notifications of other processes."""

    async def visit(self) -> None:
        """Connect beside the servers that may be running, to read and write a few rows."""

    async def read(self, sql: str, *args: Any) -> Sequence[Row]:
        """Return the rows of a query."""

    async def write(self, job: Job) -> None:
        """Commit a job, durably."""

    async def claim(self, *names: str) -> set[str]:
        """Claim tables for this process; return those that it owns now."""

    async def release(self, name: str) -> None:
        """Release a claim."""

    async def close(self) -> None:
        """Finish running jobs, and disconnect."""


Waiting = tuple[Job, asyncio.Future[None]]


def resolve(waiting: Sequence[Waiting], outcomes: Sequence[Exception | None]) -> None:
    """Set the results of the futures that wait for jobs."""
    for (_, done), error in zip(waiting, outcomes, strict=True):
        if done.cancelled():
            continue
        if error:
            done.set_exception(error)
        else:
            done.set_result(None)


def by_sql(statements: Iterable[Statement]) -> dict[str, list[tuple[Any, ...]]]:
    """Return the arguments of each distinct statement, in order."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for sql, args in statements:
        found.setdefault(sql, []).append(args)
    return found


def migrations() -> list[tuple[int, list[str]]]:
    """Return every migration's number and statements, in order."""
    found = []
    for file in sorted(MIGRATIONS.glob("*.sql")):
        text = re.sub(r"--[^\n]*", "", file.read_text(encoding="utf-8"))
        statements = [part.strip() for part in text.split(";") if part.strip()]
        found.append((int(file.name[:4]), statements))
    return found


def missing(
    version: int, until: int | None = None, ahead: int = 0
) -> list[tuple[int, list[str]]]:
    """Return the migrations that a database at a version still needs.

    A shared database may be `ahead` by a few migrations, because they only add to the schema.

    Raises:
        BadDatabase: The database belongs to a newer Comptoir.
    """
    known = migrations()
    if version > known[-1][0] + ahead:
        raise BadDatabase(
            f"the database has schema version {version}, this Comptoir knows "
            f"{known[-1][0]}: use a newer Comptoir"
        )
    last = known[-1][0] if until is None else until
    return [step for step in known if version < step[0] <= last]
