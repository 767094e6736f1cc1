"""SQLite and PostgreSQL behind one interface: durable, ordered, migrated, notifying."""

import asyncio
import contextlib
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

import server_kit as kit
from comptoir.cli.serving.hosting import open_database
from comptoir.engine.errors import BadSetup
from comptoir.server.storage import database, sqlite
from comptoir.server.storage import postgres as backend
from comptoir.server.storage.database import BadDatabase, Conflict, Job

ADD = "INSERT INTO tokens (hash, player, created) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
ALL = "SELECT hash, player FROM tokens ORDER BY hash"
VERSIONS = [number for number, _ in database.migrations()]


@contextlib.asynccontextmanager
async def opened(where, heard=lambda _: None):
    place = open_database(where)
    await place.open(heard)
    try:
        yield place
    finally:
        await place.close()


def rows(found):
    return [tuple(row) for row in found]


def test_what_was_written_is_there_after_a_restart(where):
    async def run():
        async with opened(where) as place:
            await place.write(Job([(ADD, ("a", "Ada", 1))]))
        async with opened(where) as place:
            return rows(await place.read(ALL))

    assert [("a", "Ada")] == asyncio.run(run())


def test_the_second_of_two_conflicts_and_writes_nothing(where):
    async def run():
        async with opened(where) as place:
            await place.write(Job([(ADD, ("a", "Ada", 1))]))
            with pytest.raises(Conflict):
                await place.write(Job([(ADD, ("a", "Bo", 1)), (ADD, ("b", "Bo", 1))]))
            return rows(await place.read(ALL))

    assert [("a", "Ada")] == asyncio.run(run())


def test_jobs_committed_together_fail_alone(where):
    """A job that fails takes none of its neighbours with it, and leaves nothing behind."""

    async def run():
        async with opened(where) as place:
            jobs = [Job([(ADD, (f"k{n:02}", "x", 1))], f"k{n:02}") for n in range(50)]
            jobs[20] = Job(
                [(ADD, ("broken", "x", 1)), ("INSERT INTO nowhere VALUES (1)", ())]
            )
            jobs[30] = jobs[10]
            done = await asyncio.gather(*map(place.write, jobs), return_exceptions=True)
            return done, rows(await place.read(ALL))

    done, kept = asyncio.run(run())
    wrong = [n for n, outcome in enumerate(done) if outcome is not None]
    assert 20 in wrong
    assert {10, 30} & set(wrong)
    assert 2 == len(wrong)
    assert 48 == len(kept)


def test_many_rows_and_few_are_written_alike(where):
    """Statements with arguments in `VALUES` alone, also elsewhere, or without `VALUES`."""
    upsert = (
        f"{ADD.split(' ON ', maxsplit=1)[0]} ON CONFLICT (hash) DO UPDATE SET player ="
    )
    steps = [
        (ADD, lambda n: (f"k{n:03}", f"a{n}", 1)),
        (f"{upsert} excluded.player", lambda n: (f"k{n:03}", f"b{n}", 1)),
        (f"{upsert} $2", lambda n: (f"k{n:03}", f"c{n}", 1)),
        (
            "UPDATE tokens SET player = $2 WHERE hash = $1",
            lambda n: (f"k{n:03}", f"d{n}"),
        ),
    ]

    async def run():
        found = []
        async with opened(where) as place:
            for sql, args in steps:
                jobs = [Job([(sql, args(n))], f"k{n:03}") for n in range(600)]
                await asyncio.gather(*map(place.write, jobs))
                found.append(rows(await place.read(ALL)))
        return found

    for (_, args), kept in zip(steps, asyncio.run(run()), strict=True):
        assert [args(n)[:2] for n in range(600)] == kept


@pytest.mark.parametrize("version", [0, *VERSIONS])
def test_every_earlier_version_is_brought_up_to_date(where, version):
    """Rows written by an old version are still there, and all columns exist."""

    async def run():
        place = open_database(where)
        if isinstance(place, sqlite.SQLite):
            old = sqlite.connect(Path(where))
            assert sqlite.migrate(old, version) == version
            execute = old.execute
        else:
            old = await asyncpg.connect(where)
            assert await backend.migrate(old, version) == version
            execute = old.execute
        if version:
            done = execute("INSERT INTO players (id, name, language, created) "
                           "VALUES ('p', 'Ada', 'en', 1)")  # fmt: skip
            if asyncio.iscoroutine(done):
                await done
        closed = old.close()
        if asyncio.iscoroutine(closed):
            await closed
        async with opened(where) as place:
            found = await place.read("SELECT id, name, recovery, login FROM players")
            await place.read("SELECT who FROM results")
            (newest,) = await place.read(database.READ_VERSION)
            return rows(found), newest[0]

    found, newest = asyncio.run(run())
    assert ([("p", "Ada", None, None)] if version else []) == found
    assert VERSIONS[-1] == newest


def test_a_database_of_a_newer_comptoir_is_left_alone(where):
    """If servers share it, one step ahead is allowed: the next version is being started."""

    async def run():
        async with opened(where) as place:
            ahead = VERSIONS[-1] + 1
            await place.write(Job([(database.WRITE_VERSION, (ahead,))]))
        if place.shared:
            async with opened(where) as place:
                await place.write(Job([(database.WRITE_VERSION, (ahead + 1,))]))
        with pytest.raises(BadDatabase, match="newer Comptoir"):
            async with opened(where):
                pass

    asyncio.run(run())


def test_a_sqlite_file_has_one_server(tmp_path):
    async def run():
        where = str(tmp_path / "one.sqlite3")
        async with opened(where):
            with pytest.raises(BadDatabase, match="another server uses it"):
                async with opened(where):
                    pass

    asyncio.run(run())


@pytest.mark.parametrize("name", ["link", "hard link", "without its lock"])
def test_a_sqlite_file_has_one_server_by_whatever_name(tmp_path, name):
    """Two servers on one file would have two different states."""
    file, other = tmp_path / "one.sqlite3", tmp_path / "other" / "name.sqlite3"
    other.parent.mkdir()
    with kit.serve_by(file):
        if name == "link":
            other.symlink_to(file)
        elif name == "hard link":
            other.hardlink_to(file)
        else:
            (tmp_path / "one.sqlite3.lock").unlink()
            other = file
        command = ["serve", "--no-browser", "--port", "0", "--database", str(other)]
        said = subprocess.run(
            [sys.executable, "-m", "comptoir.cli", *command],
            capture_output=True, text=True, check=False, timeout=kit.PATIENCE,
        )  # fmt: skip

    assert 2 == said.returncode
    assert "another server uses it" in said.stderr
    assert 1 == len(said.stderr.splitlines())


def test_sqlite_commits_survive_a_loss_of_power(tmp_path):
    connection = sqlite.connect(tmp_path / "x.sqlite3")

    assert 2 == connection.execute("PRAGMA synchronous").fetchone()[0]
    assert "wal" == connection.execute("PRAGMA journal_mode").fetchone()[0]
    connection.close()


def test_a_file_that_is_no_database_is_named(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("not a database, but long enough to look like one " * 50)

    async def run():
        with pytest.raises(BadDatabase, match=r"notes\.txt"):
            async with opened(str(path)):
                pass

    asyncio.run(run())
    with pytest.raises(BadSetup, match="expected a file or postgresql"):
        open_database("mysql://x")


def test_other_processes_hear_the_news_once_they_are_committed(postgres):
    where = kit.new_postgres(postgres)

    async def run():
        heard = asyncio.Queue()
        async with opened(where) as one, opened(where, heard.put_nowait) as other:
            with pytest.raises(Conflict):
                await one.write(Job([("DELETE FROM tokens", ())], "nothing"))
            await one.write(Job([(ADD, ("a", "Ada", 1))], "table 7"))
            said = await asyncio.wait_for(heard.get(), kit.PATIENCE)
            return said, rows(await other.read(ALL))

    assert ("table 7", [("a", "Ada")]) == asyncio.run(run())


def test_a_table_is_looked_after_by_one_process_and_inherited(postgres):
    where = kit.new_postgres(postgres)

    async def run():
        async with opened(where) as other:
            async with opened(where) as one:
                first = (
                    await one.claim("t", "u"),
                    await one.claim("t"),
                    await other.claim("t", "v", "u"),
                )
            return first, await other.claim("t", "u", "v")

    whose = ({"t", "u"}, {"t"}, {"v"}), {"t", "u", "v"}
    assert whose == asyncio.run(run())


class Relay:
    """A connection to PostgreSQL that may go silent: nothing passes, and nobody notices."""

    def __init__(self, address):
        self.there = urlsplit(address)
        self.first = None
        self._parts = []

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        there = self.there
        self.address = there._replace(
            netloc=f"{there.username}@127.0.0.1:{port}"
        ).geturl()
        return self

    async def __aexit__(self, *error):
        self._server.close()
        for part in self._parts:
            part.cancel()
        await asyncio.gather(*self._parts, return_exceptions=True)

    async def _pass_on(self, reader, writer):
        there = await asyncio.open_connection(self.there.hostname, self.there.port)
        deaf = asyncio.Event()
        self.first = self.first or deaf  # the listener's: it connects before the others
        for source, target in ((reader, there[1]), (there[0], writer)):
            copy = self._copy(source, target, deaf)
            self._parts.append(asyncio.create_task(copy))

    async def _copy(self, source, target, deaf):
        try:
            while data := await source.read(65536):
                if deaf.is_set():
                    await asyncio.Event().wait()
                target.write(data)
        finally:
            target.close()


@pytest.mark.parametrize("how", ["killed", "silent"])
def test_a_listening_connection_that_dies_unheard_is_replaced(
    postgres, monkeypatch, how
):
    """Missed notifications are reported as missed, and claims are free again."""
    monkeypatch.setattr(backend, "BEAT", 0.05)
    monkeypatch.setattr(backend, "SILENCE", 1.0)
    where = kit.new_postgres(postgres)

    async def run():
        heard = asyncio.Queue()
        async with (
            Relay(where) as relay,
            opened(where) as one,
            opened(relay.address, heard.put_nowait) as other,
        ):
            assert await other.claim("t")
            if how == "silent":
                relay.first.set()
            else:
                pid = other._backend["pid"]
                await one.read(f"SELECT pg_terminate_backend({pid})")
            await one.write(Job([(ADD, ("a", "Ada", 1))], "missed"))
            while await asyncio.wait_for(heard.get(), kit.PATIENCE) != "":
                pass
            await one.write(Job([(ADD, ("b", "Bo", 1))], "heard"))
            said = await asyncio.wait_for(heard.get(), kit.PATIENCE)
            return said, await one.claim("t")

    assert ("heard", {"t"}) == asyncio.run(run())


def test_migrations_only_add():
    """Servers of the previous version go on beside those that have migrated."""
    adds = re.compile(
        r"CREATE (TABLE|(UNIQUE )?INDEX) |"
        r"ALTER TABLE \w+ ADD COLUMN \w+ \w+( NOT NULL DEFAULT \S+| DEFAULT \S+)?$"
    )
    for _, statements in database.migrations():
        assert all(adds.match(statement) for statement in statements)


def test_migrations_are_numbered_without_a_gap():
    assert list(range(1, len(VERSIONS) + 1)) == VERSIONS
    assert sqlite3.sqlite_version_info >= (3, 24)  # ON CONFLICT DO NOTHING
