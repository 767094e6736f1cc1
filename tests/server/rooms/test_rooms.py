"""The room registry: tables that are made, and made again."""

import asyncio
import gc
import weakref

from comptoir.server.bots.pool import BotPool
from comptoir.server.domain.acting import autopilot, commands
from comptoir.server.domain.acting.seating import Sender
from comptoir.server.domain.settings import TableSettings
from comptoir.server.domain.state.events import Moved
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.rows import PlayerRow
from comptoir.server.storage.sqlite import SQLite

ADA, BO = PlayerRow("a", "Ada", "en"), PlayerRow("b", "Bo", "en")


def to_the_end(table):
    """Yield moves until the game is over."""
    while table.actors:
        seat = table.actors[0]
        yield Moved(seat, autopilot.house(table.match, seat))


def test_a_rematch_that_was_named_and_not_made_is_made(tmp_path):
    """A server may stop between the two steps; the next request makes the table."""

    async def run():
        rooms = Rooms(SQLite(tmp_path / "x.sqlite3"), BotPool(1))
        await rooms.open()
        settings = TableSettings(game="osaka", seats=2)
        room = await rooms.create(ADA, settings, "r", {0: ADA, 1: BO})
        await room.run(to_the_end)
        ada = Sender("a", "Ada")
        await room.run(lambda table: commands.again(table, ada, "named"), "a")
        made = await rooms.rematch(room, BO, None)
        same = await rooms.rematch(room, ADA, None)
        await rooms.close()
        return made.table, same.table

    made, same = asyncio.run(run())
    assert made is same
    assert ("named", "b", "waiting") == (made.id, made.host, made.state)
    assert ["a", ""] == [place.invited for place in made.places]


def test_a_closed_table_leaves_no_memory_behind(tmp_path):
    """Without a garbage collection: full ones are rare while a server runs."""

    async def run():
        rooms = Rooms(SQLite(tmp_path / "x.sqlite3"), BotPool(1))
        await rooms.open()
        settings = TableSettings(game="osaka", seats=2)
        name = (await rooms.create(ADA, settings, "r", {0: ADA, 1: BO})).table.id
        await rooms.open_rooms[name].run(to_the_end)
        left = [weakref.ref(rooms.open_rooms[name].table)]
        await rooms._close(name)
        left.append(weakref.ref((await rooms.room(name)).table))  # read from its log
        await rooms._close(name)
        for _ in range(10):  # running tasks finish
            await asyncio.sleep(0)
        still = [table() for table in left]
        await rooms.close()
        return still

    gc.collect()
    gc.disable()
    try:
        assert [None, None] == asyncio.run(run())
    finally:
        gc.enable()
