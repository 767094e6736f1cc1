"""Two versions of the server on one PostgreSQL, as in a rolling upgrade."""

import asyncio
import logging
import subprocess
import tarfile
from pathlib import Path

import asyncpg
import msgspec
import pytest

import server_kit as kit
from comptoir.cli.serving.hosting import open_database
from comptoir.server.domain.settings import TableSettings
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.rows import PlayerRow

HERE = Path(__file__).parent
COMMIT = (HERE / "last_release").read_text().strip()
NEWER = '{"kind": "flown", "seat": 0}'


@pytest.fixture(scope="module")
def last_release(tmp_path_factory):
    """The source of the last release."""
    folder = tmp_path_factory.mktemp("release")
    command = [
        "git",
        "-C",
        str(HERE.parents[1]),
        "archive",
        "--output",
        str(folder / "tar"),
        COMMIT,
    ]
    done = subprocess.run([*command, "src"], capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"the history of this checkout does not reach back to {COMMIT[:7]}")
    with tarfile.open(folder / "tar") as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"


def test_the_last_release_and_this_one_play_at_one_table(postgres, last_release):
    """Moves at one server are sent to readers of the other, also bots' moves and chat."""
    where = kit.new_postgres(postgres)
    with (
        kit.serve(where, source=last_release) as old,
        kit.serve_by(where) as new,
    ):
        assert 404 == kit.get(f"{new}/metrics").status_code  # there are two servers
        assert 200 == kit.get(f"{old}/metrics").status_code
        ada, bo = kit.Person(old, "Ada"), kit.Person(new, "Bo")
        table = ada.make("batavia", seats=3, bots=[None, None, "house"])
        bo.sit(table, 1)

        async def run():
            async with ada.at(table) as at_old, bo.at(table) as at_new:
                await kit.play_on([at_old, at_new], 30)
                for place in (at_old, at_new):
                    await place.ask("say", text="hello")
                last = max(at_old.number, at_new.number)
                for place in (at_old, at_new):
                    while place.number < last:
                        await place.hear()
                return at_old, at_new

        places = asyncio.run(run())
    numbers = [[line["number"] for line in place.lines] for place in places]
    movers = {line["what"]["seat"] for line in places[0].lines if "moved" in str(line)}
    assert numbers[0] == numbers[1]
    assert {0, 1, 2} == movers
    assert places[0].state["moves"] == places[1].state["moves"] >= 30


async def write_as_newer(where, table, number):
    """Write what a newer server would write, and notify others of it."""
    other = await asyncpg.connect(where)
    row = (table, number, 1, "", None, NEWER)
    await other.execute("INSERT INTO entries VALUES ($1, $2, $3, $4, $5, $6)", *row)
    rows = msgspec.json.encode([row[1:]]).decode()
    said = f"{table} {number} {rows}"
    await other.execute("SELECT pg_notify('comptoir', $1)", said)
    await other.close()


def test_what_a_newer_server_writes_is_left_to_it(postgres):
    """Listeners are sent to the newer server; other tables go on."""
    where = kit.new_postgres(postgres)
    with kit.serve_by(where, *kit.GENEROUS) as server:
        ada = kit.Person(server)
        table, other = ada.make(), ada.make("osaka", seats=2, bots=[None, "house"])

        async def run():
            async with ada.at(table) as place, ada.at(other) as beside:
                await write_as_newer(where, table, 2)
                while (said := await place.hear())["type"] != "bye":
                    pass
                await kit.play_on([beside], 4)
                return said["key"], await place.closed()

        assert ("elsewhere", 4503) == asyncio.run(run())
        answer = ada.http.get(f"/api/tables/{table}")
    assert (503, "elsewhere") == (answer.status_code, answer.json()["error"])


def test_a_table_that_is_left_is_told_of_once_and_claimed_by_others(postgres, caplog):
    where = kit.new_postgres(postgres)
    ada = PlayerRow("a", "Ada", "en")
    settings = TableSettings("osaka", 2)

    async def run():
        rooms, other = Rooms(open_database(where)), open_database(where)
        await rooms.open()
        await other.open(lambda _: None)
        room = await rooms.create(ada, settings, "r", {0: ada})
        name = room.table.id
        await write_as_newer(where, name, 2)
        async with asyncio.timeout(kit.PATIENCE):
            while not await other.claim(name):
                pass
        await other.read(f"UPDATE tables SET due = 0 WHERE id = '{name}'")
        for _ in range(3):
            await rooms._open_due()
        await rooms.close()
        await other.close()

    with caplog.at_level(logging.WARNING, "comptoir"):
        asyncio.run(run())
    told = [record.getMessage() for record in caplog.records]
    assert ["left", "due"] == told
