"""Old data is deleted after the number of days the host sets, and nothing else."""

import asyncio
import contextlib
import sqlite3

import pytest

import server_kit as kit
from command import call
from comptoir.cli.serving.hosting import open_database
from comptoir.engine.text.words import LANGUAGES
from comptoir.server.bots.pool import BotPool
from comptoir.server.operations.limits import Limits
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.retention import Retention
from seat_kit import account, log_in, sit

DAY = 24 * 3600
KEPT = Retention(guests=30, finished=60, unfinished=90, unstarted=10)


class Attic:
    """A server that keeps things for some days, with a clock."""

    def __init__(self, where, stack, retention=KEPT):
        self.clock = kit.HandClock()
        limits = Limits(sign_ups=1e9, unwatched=1e9, messages=1e9)
        database = open_database(where)
        self.rooms = Rooms(
            database, BotPool(1), limits, clock=self.clock, retention=retention
        )
        self.server = stack.enter_context(kit.serve_rooms(self.rooms))

    def pass_by(self, days):
        """Let some days pass, and delete what is old then."""
        self.clock.pass_by(days * DAY)
        loop = self.rooms._sweeper.get_loop()
        asyncio.run_coroutine_threadsafe(self.rooms.clean(), loop).result(kit.PATIENCE)

    def status(self, table):
        return kit.get(f"{self.server}/api/tables/{table}").status_code


@pytest.fixture
def attic(anywhere):
    with contextlib.ExitStack() as stack:
        yield Attic(anywhere, stack)


def speak(person, table, text):
    async def run():
        async with person.at(table) as place:
            await place.ask("say", text=text)

    asyncio.run(run())


def test_guests_who_do_not_come_back_are_forgotten(attic):
    """With their names and chat. Recent guests, accounts and accounts' guests are kept."""
    gone, back, ada = (kit.Person(attic.server, name) for name in ("Gone", "Back", "A"))
    account(attic.server, "Ada")
    table = ada.make("osaka", seats=4)
    for seat, guest in ((1, gone), (2, back)):
        guest.sit(table, seat)
        speak(guest, table, f"words of {guest.http.get('/api/me').json()['name']}")
    log_in(ada, "Ada")
    attic.pass_by(9)
    assert 200 == back.http.get("/api/me").status_code
    attic.pass_by(0.5)
    log = kit.get(f"{attic.server}/api/tables/{table}/log").text
    assert all(name in log for name in ("words of Gone", "words of Back", "Ada"))
    sit(back, table, 3)  # so that the table is not too old; the seat stays as it was
    speak(back, table, "here again")
    for _ in range(3):
        attic.pass_by(9)
        speak(back, table, "here again")

    log = kit.get(f"{attic.server}/api/tables/{table}/log").text
    assert "Gone" not in log
    assert all(name in log for name in ("words of Back", "Ada"))
    assert 401 == gone.http.get("/api/me").status_code
    assert 200 == back.http.get("/api/me").status_code


def test_old_tables_are_deleted_and_young_ones_are_not(attic):
    """Ratings stay: they are read off results."""
    ada = account(attic.server, "Ada")
    waiting = ada.make("osaka", seats=2)
    running = ada.make("osaka", seats=2, bots=[None, "house"])
    over = ada.make("osaka", seats=2, bots=[None, "house"])

    async def finish():
        async with ada.at(over) as place:
            await kit.play_on([place], 10_000)

    asyncio.run(finish())
    found = []
    for days in (9, 2, 48, 2, 28, 2):
        attic.pass_by(days)
        ada.http.get("/api/me")  # the account is in use
        found.append([attic.status(t) for t in (waiting, running, over)])

    assert [200, 200, 200] == found[0]
    assert [404, 200, 200] == found[1] == found[2]
    assert [404, 200, 404] == found[3] == found[4]
    assert [404, 404, 404] == found[5]
    (rated,) = ada.http.get("/api/people/Ada").json()["ratings"]
    assert ("osaka", 1) == (rated["game"], rated["games"])
    assert [] == ada.http.get("/api/me/tables").json()


def test_nothing_stays_of_a_deleted_table(tmp_path):
    with contextlib.ExitStack() as stack:
        attic = Attic(str(tmp_path / "x.sqlite3"), stack)
        ada = account(attic.server, "Ada")
        table = ada.make("osaka", seats=2)
        speak(ada, table, "forgotten words")
        attic.pass_by(11)
    with contextlib.closing(sqlite3.connect(tmp_path / "x.sqlite3")) as file:
        dump = "\n".join(file.iterdump())

    assert table not in dump
    assert "forgotten words" not in dump


def test_for_ever_is_for_ever(anywhere):
    kept = Retention(**dict.fromkeys(Retention.__struct_fields__, 0))
    with contextlib.ExitStack() as stack:
        attic = Attic(anywhere, stack, kept)
        table = kit.Person(attic.server, "Ada").make("osaka", seats=2)
        attic.pass_by(10_000)
        assert 200 == attic.status(table)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_privacy_page_tells_the_days_in_force(tmp_path, language):
    """In both languages, without a script; `for ever` where nothing is deleted."""
    flags = [
        "--keep",
        "guests=33",
        "--keep",
        "audit=0",
        "--contact",
        "host@example.org",
    ]
    with kit.serve_by(tmp_path / "x.sqlite3", *flags) as server:
        page = kit.get(f"{server}/privacy?language={language}").text
        security = kit.get(f"{server}/.well-known/security.txt").text
    days, ever = {"en": ("33 days", "for ever"), "fr": ("33 jours", "sans limite")}[
        language
    ]

    assert 1 == page.count(days)
    assert page.count(ever) >= 3  # finished games, what moderators did, results
    assert "mailto:host@example.org" in page
    assert "<script" not in page
    assert "Contact: mailto:host@example.org" in security


def test_without_a_contact_no_contact_is_told(server):
    assert "mailto:" not in kit.get(f"{server}/privacy").text
    assert 404 == kit.get(f"{server}/.well-known/security.txt").status_code


@pytest.mark.parametrize("wrong", ["guests=-1", "guests=many", "cats=9"])
def test_a_wrong_number_of_days_is_told(wrong):
    done = call("serve", "--no-browser", "--keep", wrong)

    assert (2, 1) == (done.returncode, len(done.stderr.splitlines()))
    assert "--keep" in done.stderr
