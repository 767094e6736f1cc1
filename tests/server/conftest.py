"""Real databases and real servers for the tests of the online table."""

import pytest
from argon2 import PasswordHasher

import server_kit as kit
from comptoir.server.storage import players


@pytest.fixture(autouse=True)
def hung_up():
    """Close all clients after each test."""
    yield
    while kit.Person.lines:
        kit.Person.lines.pop().close()


@pytest.fixture(scope="session", autouse=True)
def quick_passwords():
    """Hash passwords in a millisecond; `test_players.py` tests the real settings."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(players, "_hasher", quick)
        patch.setattr(players, "_NOBODY", quick.hash("nobody's"))
        yield


@pytest.fixture(scope="session")
def postgres(tmp_path_factory):
    """The address of a PostgreSQL server that runs as long as the tests."""
    if kit.postgres_binaries() is None:
        pytest.skip("PostgreSQL is not here: apt install postgresql")
    with kit.postgres_server(tmp_path_factory.mktemp("postgres")) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def where(request, tmp_path):
    """Where a new, empty database is, of either kind: for what depends on the database."""
    return _new(request, tmp_path)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.nightly)])
def anywhere(request, tmp_path):
    """Where a new, empty database is: a file by day, for what only keeps things in it."""
    return _new(request, tmp_path)


def _new(request, folder):
    if request.param == "sqlite":
        return str(folder / "tables.sqlite3")
    return kit.new_postgres(request.getfixturevalue("postgres"))


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server on SQLite with generous limits, shared by tests that use their own tables."""
    folder = tmp_path_factory.mktemp("server")
    flags = ("--bot-workers", "2", *kit.GENEROUS)
    with kit.serve(folder / "tables.sqlite3", *flags) as address:
        yield address
