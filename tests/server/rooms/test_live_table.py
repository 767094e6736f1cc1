"""A table in memory over its event log: what was not committed never happened."""

import asyncio

import pytest

import server_kit as kit
from comptoir.server.domain.acting import commands
from comptoir.server.domain.acting.seating import Sender
from comptoir.server.domain.settings import TableSettings
from comptoir.server.domain.state.events import SentRequest
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage import notifications, store
from comptoir.server.storage.database import BadDatabase
from comptoir.server.storage.postgres import Postgres
from comptoir.server.storage.rows import PlayerRow
from comptoir.server.storage.sqlite import SQLite

HOST = PlayerRow("p", "Ada", "en")


class Counting(Postgres):
    """A real database that counts reads of events and commits with notifications."""

    reads = 0
    notified = 0

    async def open(self, notified):
        def counted(said):
            self.notified += 1
            notified(said)

        await super().open(counted)

    async def read(self, sql, *args):
        self.reads += sql == store.GET_EVENTS
        return await super().read(sql, *args)


class Unsteady(SQLite):
    """A real file whose connection fails now and then."""

    lost = False

    async def read(self, sql, *args):
        if self.lost:
            raise BadDatabase("lost")
        return await super().read(sql, *args)

    async def write(self, job):
        if self.lost:
            raise BadDatabase("lost")
        await super().write(job)


def say(room, text, request=None):
    ada = Sender("p", "Ada")
    sent = request and SentRequest.of(request, text)
    return room.run(lambda table: commands.say(table, ada, text), "p", sent)


def texts(room):
    return [getattr(entry.logged.event, "text", "") for entry in room.table.log]


async def until(happens):
    """Wait until a condition holds, while the event loop runs."""
    await asyncio.to_thread(kit.wait_until, happens)


def test_what_a_lost_database_refused_does_not_come_true_later(tmp_path):
    """Not even if the table could not be read again at once."""
    database = Unsteady(tmp_path / "x.sqlite3")

    async def run():
        rooms = Rooms(database)
        await rooms.open()
        room = await rooms.create(HOST, TableSettings(game="osaka"), "r", {0: HOST})
        database.lost = True
        with pytest.raises(BadDatabase):
            await say(room, "refused", "one")
        database.lost = False
        await say(room, "kept", "two")
        kept = [s.event for s in await rooms.store.events(room.table.id, 0)]
        await rooms.close()
        return texts(room), [getattr(event, "text", "") for event in kept]

    told, kept = asyncio.run(run())
    assert told == kept == ["", "kept"]


@pytest.mark.parametrize("longest", [notifications.LONGEST_NOTIFICATION, 1])
def test_notifications_bring_the_events_along_unless_they_are_too_long(
    postgres, monkeypatch, longest
):
    """Then, or when a notification was missed, they are read from the database."""
    monkeypatch.setattr(notifications, "LONGEST_NOTIFICATION", longest)
    where = kit.new_postgres(postgres)
    first, second = Postgres(where), Counting(where)

    async def run():
        here, there = Rooms(first), Rooms(second)
        await here.open()
        await there.open()
        one = await here.create(HOST, TableSettings(game="osaka"), "r", {0: HOST})
        other = await there.room(one.table.id)
        second.reads = 0
        for text in "abc":
            await say(one, text)
            await until(lambda: one.table.number == other.table.number)
        told, heard = second.reads, second.notified
        there.open_rooms.clear()  # the next commit finds no open room
        await say(one, "d")
        await until(lambda: second.notified > heard)
        there.open_rooms[one.table.id] = other
        await say(one, "e")
        await until(lambda: one.table.number == other.table.number)
        await here.close()
        await there.close()
        return told, second.reads - told, texts(other)

    told, missed, heard = asyncio.run(run())
    assert (0 if longest > 1 else 3) == told
    assert 1 == missed
    assert ["", *"abcde"] == heard


def test_the_same_request_is_carried_out_once(tmp_path):
    """However often, and at the same time; also by a room opened anew."""

    async def run():
        rooms = Rooms(SQLite(tmp_path / "x.sqlite3"))
        await rooms.open()
        room = await rooms.create(HOST, TableSettings(game="osaka"), "r", {0: HOST})
        numbers = await asyncio.gather(*(say(room, "once", "one") for _ in range(5)))
        rooms.open_rooms.clear()
        again = await rooms.room(room.table.id)
        numbers.append(await say(again, "once", "one"))
        await rooms.close()
        return numbers, texts(again)

    numbers, told = asyncio.run(run())
    assert [2] * 6 == numbers
    assert ["", "once"] == told
