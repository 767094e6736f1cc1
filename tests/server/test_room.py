"""A table in memory: what was not committed never comes true."""

import asyncio

import pytest

from comptoir.server.database import BadDatabase
from comptoir.server.hall import Hall
from comptoir.server.settings import Settings
from comptoir.server.sqlite import SQLite
from comptoir.server.store import PlayerRow
from comptoir.server.wishes import Player


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


def test_what_a_lost_database_refused_does_not_come_true_later(tmp_path):
    """Not even if the table could not be read again at once."""
    database = Unsteady(tmp_path / "x.sqlite3")
    ada = Player("p", "Ada")

    async def run():
        hall = Hall(database)
        await hall.open()
        host = PlayerRow("p", "Ada", "en")
        room = await hall.create(host, Settings(game="osaka"), "r", {0: host})
        database.lost = True
        with pytest.raises(BadDatabase):
            await room.act(ada.say("refused"), "p", "one")
        database.lost = False
        await room.act(ada.say("kept"), "p", "two")
        told = [getattr(line.stamped.entry, "text", "") for line in room.table.lines]
        kept = [s.entry for s in await hall.store.entries(room.table.id, 0)]
        await hall.close()
        return told, [getattr(entry, "text", "") for entry in kept]

    told, kept = asyncio.run(run())
    assert told == kept == ["", "kept"]
