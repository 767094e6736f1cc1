"""Real databases and real servers for the tests of the online table."""

import pytest

import server_kit as kit


@pytest.fixture(autouse=True)
def hung_up():
    """Close all clients after each test."""
    yield
    while kit.Person.lines:
        kit.Person.lines.pop().close()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory):
    """The address of a PostgreSQL server that runs as long as the tests."""
    if kit.postgres_binaries() is None:
        pytest.skip("PostgreSQL is not here: apt install postgresql")
    with kit.postgres_server(tmp_path_factory.mktemp("postgres")) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def where(request, tmp_path):
    """The place of a new, empty database: a file, or an address."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite3")
    return kit.new_postgres(request.getfixturevalue("postgres"))


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server on SQLite with generous limits, shared by tests that use their own tables."""
    folder = tmp_path_factory.mktemp("server")
    flags = ("--bot-workers", "2", *kit.GENEROUS)
    with kit.serve(folder / "tables.sqlite3", *flags) as address:
        yield address
