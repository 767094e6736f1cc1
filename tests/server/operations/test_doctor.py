"""`comptoir doctor` reports what would trouble a server."""

import asyncio
import contextlib

from click.testing import CliRunner

import server_kit as kit
from comptoir.cli.commands.doctor import doctor
from comptoir.cli.serving.hosting import open_database
from comptoir.server.storage.database import migrations


def look(*flags):
    return CliRunner().invoke(doctor, flags, standalone_mode=False)


@contextlib.contextmanager
def in_use(where):
    """Return a database that has been opened, and so migrated."""
    with asyncio.Runner() as runner:
        database = open_database(where)
        runner.run(database.open(lambda _: None))
        try:
            yield
        finally:
            runner.run(database.close())


def test_a_healthy_place_has_no_fault(where):
    with in_use(where):
        pass
    seen = look("--database", where)

    assert 0 == seen.return_value
    assert f"schema version {migrations()[-1][0]} and 0 tables" in seen.output
    assert "bots answer" in seen.output


def test_a_file_in_use_and_a_folder_that_cannot_be_are_faults(tmp_path):
    where = str(tmp_path / "x.sqlite3")
    with in_use(where):
        used = look("--database", where)
    (tmp_path / "file").write_text("")
    lost = look("--database", str(tmp_path / "file" / "x.sqlite3"))

    assert (1, 1) == (used.return_value, lost.return_value)
    assert "another server uses it" in used.output
    assert "fault" in lost.output


def test_a_server_that_is_not_there_is_a_fault():
    seen = look("--database", f"postgresql://nobody@127.0.0.1:{kit.free_port()}/x")

    assert 1 == seen.return_value
    assert "PostgreSQL" in seen.output
