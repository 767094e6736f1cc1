"""A table in memory: what was not committed never comes true."""

import asyncio

import pytest

import server_kit as kit
from comptoir.server.storage import store
from comptoir.server.storage.database import BadDatabase
from comptoir.server.storage.postgres import Postgres
from comptoir.server.storage.sqlite import SQLite
from comptoir.server.storage.store import PlayerRow
from comptoir.server.tables.commands import Player
from comptoir.server.tables.rooms import Hall
from comptoir.server.tables.settings import Settings

HOST = PlayerRow("p", "Ada", "en")
ADA = Player("p", "Ada")


class Counting(Postgres):
    """A real database that counts how often entries are read."""

    count = 0

    async def read(self, sql, *args):
        self.count += sql == store.GET_ENTRIES
        return await super().read(sql, *args)


class Unsteady(SQLite):
    """A real file, to which the connection is lost now and then."""

    lost = False

    async def read(self, sql, *args):
        if self.lost:
            raise BadDatabase("lost")
        return await super().read(sql, *args)

    async def write(self, job):
        if self.lost:
            raise BadDatabase("lost")
        await super().write(job)


def number(room):
    return room.table.number


def texts(room):
    return [getattr(line.stamped.entry, "text", "") for line in room.table.lines]


def test_what_a_lost_database_refused_does_not_come_true_later(tmp_path):
    """Not even if the table could not be read again at once."""
    database = Unsteady(tmp_path / "x.sqlite3")

    async def run():
        hall = Hall(database)
        await hall.open()
        room = await hall.create(HOST, Settings(game="osaka"), "r", {0: HOST})
        database.lost = True
        with pytest.raises(BadDatabase):
            await room.act(ADA.say("refused"), "p", "one")
        database.lost = False
        await room.act(ADA.say("kept"), "p", "two")
        kept = [s.entry for s in await hall.store.entries(room.table.id, 0)]
        await hall.close()
        return texts(room), [getattr(entry, "text", "") for entry in kept]

    told, kept = asyncio.run(run())
    assert told == kept == ["", "kept"]


@pytest.mark.parametrize("longest", [store.LONGEST_NEWS, 1])
def test_news_bring_the_entries_along_unless_they_are_too_long(
    postgres, monkeypatch, longest
):
    """Then, or when some of the news were missed, they are read from the database."""
    monkeypatch.setattr(store, "LONGEST_NEWS", longest)
    where = kit.new_postgres(postgres)
    first, second = Postgres(where), Counting(where)

    async def run():
        here, there = Hall(first), Hall(second)
        await here.open()
        await there.open()
        one = await here.create(HOST, Settings(game="osaka"), "r", {0: HOST})
        other = await there.room(one.table.id)
        second.count = 0
        for text in "abc":
            await one.act(ADA.say(text))
            await asyncio.to_thread(
                kit.wait_until, lambda: number(one) == number(other)
            )
        told = second.count
        there.rooms.clear()  # it hears nothing of the next
        await one.act(ADA.say("d"))
        await asyncio.sleep(0.2)
        there.rooms[one.table.id] = other
        await one.act(ADA.say("e"))
        await asyncio.to_thread(kit.wait_until, lambda: number(one) == number(other))
        await here.close()
        await there.close()
        return told, second.count - told, texts(other)

    told, missed, heard = asyncio.run(run())
    assert (0 if longest > 1 else 3) == told
    assert 1 == missed
    assert ["", *"abcde"] == heard
