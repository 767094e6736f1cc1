"""Backups: a snapshot of a running server's database, restored into either kind."""

import asyncio
import contextlib
import shutil
import sqlite3

import pytest

import server_kit as kit
from command import call
from comptoir.cli.commands.backup import keep_backing_up


def comptoir(*words):
    """Run a command, and return what it said and whether it went well."""
    run = call(*words)
    assert "Traceback" not in run.stderr
    return run.returncode, run.stdout + run.stderr


def logs(file):
    """Return the numbers of the events at each table."""
    found = {}
    with contextlib.closing(sqlite3.connect(file)) as held:
        for table, number in held.execute("SELECT table_id, number FROM entries"):
            found.setdefault(table, []).append(number)
        states = dict(held.execute("SELECT id, changed FROM tables"))
    assert states.keys() == found.keys()
    return found


@pytest.fixture(params=["sqlite", "postgres"])
def elsewhere(request, tmp_path):
    """Another, empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "elsewhere" / "tables.sqlite3")
    return kit.new_postgres(request.getfixturevalue("postgres"))


@pytest.mark.parametrize(
    ("where", "elsewhere"),
    [
        ("sqlite", "postgres"),
        ("postgres", "sqlite"),
        pytest.param("sqlite", "sqlite", marks=pytest.mark.nightly),
        pytest.param("postgres", "postgres", marks=pytest.mark.nightly),
    ],
    indirect=True,
)
def test_a_game_goes_on_while_it_is_backed_up_and_from_the_backup(
    where, elsewhere, tmp_path
):
    """All that was acknowledged before is there, no log has a gap, and the game can go on."""
    file = tmp_path / "copy"
    with kit.serve_by(where, *kit.GENEROUS) as server:
        ada = kit.Person(server)
        busy = [
            ada.make(seat=None, seats=4, bots=["random"] * 4, pace=0.001)
            for _ in range(3)
        ]
        table = ada.make("osaka", seats=2, bots=[None, "house"])

        async def play(moves):
            async with ada.at(table) as place:
                await kit.play_on([place], moves)
                return place.state["moves"]

        before = asyncio.run(play(4))
        kit.wait_until(lambda: all(ada.state(one)["moves"] for one in busy))
        code, said = comptoir("backup", file, "--database", where)
        assert 0 == code, said
        assert "compared with the database" in said
        after = asyncio.run(play(before + 4))
    kept = logs(file)
    assert {table, *busy} == kept.keys()
    assert all(numbers == [*range(1, len(numbers) + 1)] for numbers in kept.values())

    code, said = comptoir("restore", file, "--database", elsewhere)
    assert 0 == code, said
    with kit.serve_by(elsewhere, *kit.GENEROUS) as again:
        ada.move_to(again)
        assert before <= ada.state(table)["moves"] <= after
        assert asyncio.run(play(after + 2)) >= after + 2


def test_a_drill_opens_every_table_of_a_backup(where, tmp_path):
    """And names one that cannot be opened; a backup is its owner's alone."""
    file, damaged = tmp_path / "copy", tmp_path / "damaged"
    with kit.serve_by(where, *kit.GENEROUS) as server:
        ada = kit.Person(server)
        tables = [ada.make("osaka", seats=2, bots=[None, "house"]) for _ in range(3)]
        assert 0 == comptoir("backup", file, "--database", where)[0]
    assert 0o600 == file.stat().st_mode & 0o777
    code, said = comptoir("restore", file, "--drill")
    assert (0, f"{file}: 3 tables opened from it") == (code, said.strip())

    shutil.copy(file, damaged)
    with contextlib.closing(sqlite3.connect(damaged)) as held:
        held.execute(
            "UPDATE entries SET body = 'x' WHERE table_id = ? AND number = 2",
            tables[:1],
        )
        held.commit()
    code, said = comptoir("restore", damaged, "--drill")
    assert 2 == code
    assert tables[0] in said


def test_scheduled_backups_are_drilled_and_the_oldest_deleted(tmp_path, capsys):
    """A backup that fails costs no older one."""
    where, folder = tmp_path / "x.sqlite3", tmp_path / "backups"
    kept, clock = [], kit.HandClock()

    def wait(seconds):
        kept.append(sorted(one.name[9:19] for one in folder.iterdir()))
        clock.pass_by(seconds)
        if len(kept) == 4:
            where.unlink()  # nothing to back up any more
        if len(kept) == 5:
            raise KeyboardInterrupt

    with kit.serve_by(where, *kit.GENEROUS) as server:
        kit.Person(server).make("osaka", seats=2)
    with pytest.raises(KeyboardInterrupt):
        keep_backing_up(folder, str(where), 24, 3, wait, lambda: clock() / 1000)
    said = capsys.readouterr()

    days = [f"2025-10-{day:02}" for day in (9, 10, 11, 12)]
    assert [days[:1], days[:2], days[:3], days[1:], days[1:]] == kept
    assert 4 == said.out.count("1 tables opened")
    assert "there is no such file" in said.err


def test_nothing_is_overwritten_unless_told(where, tmp_path):
    file = tmp_path / "copy"
    with kit.serve_by(where, *kit.GENEROUS) as server:
        ada = kit.Person(server)
        first = ada.make()
        assert 0 == comptoir("backup", file, "--database", where)[0]
        code, said = comptoir("backup", file, "--database", where)
        assert (2, True) == (code, "exists already" in said)
        second = ada.make()
        code, said = comptoir("restore", file, "--database", where, "--replace")
        assert (2, True) == (code, "uses" in said)
    code, said = comptoir("restore", file, "--database", where)
    assert (2, True) == (code, "holds tables already" in said)
    code, said = comptoir("restore", file, "--database", where, "--replace")
    assert 0 == code, said
    with kit.serve_by(where, *kit.GENEROUS) as server:
        ada.move_to(server)
        assert 200 == ada.http.get(f"/api/tables/{first}").status_code
        assert 404 == ada.http.get(f"/api/tables/{second}").status_code


@pytest.mark.parametrize("content", [None, b"no database " * 999, b""])
def test_what_is_no_backup_is_named(where, tmp_path, content):
    file = tmp_path / "notes"
    if content is not None:
        file.write_bytes(content)
    code, said = comptoir("restore", file, "--database", where)

    assert 2 == code
    assert "notes" in said


def test_a_backup_of_a_newer_comptoir_is_left_alone(where, tmp_path):
    file = tmp_path / "copy"
    with kit.serve_by(where):
        assert 0 == comptoir("backup", file, "--database", where)[0]
    with contextlib.closing(sqlite3.connect(file)) as held, held:
        held.execute("INSERT INTO schema_version (number) VALUES (999)")
    code, said = comptoir("restore", file, "--database", where)

    assert (2, True) == (code, "newer Comptoir" in said)
