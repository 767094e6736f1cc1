"""The timer of a table: set for what is due, and never for long."""

import asyncio

from comptoir.server.domain.settings import Clock, TableSettings
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.rooms.timer import EARLY, LONGEST
from comptoir.server.storage.rows import PlayerRow
from comptoir.server.storage.sqlite import SQLite
from server_kit import HandClock

ADA, BO = PlayerRow("a", "Ada", "en"), PlayerRow("b", "Bo", "en")


def test_a_timer_looks_again_every_minute(tmp_path):
    """However far away the end of a clock is: this machine may sleep meanwhile."""
    clock = HandClock()

    async def run():
        rooms = Rooms(SQLite(tmp_path / "x.sqlite3"), clock=clock)
        await rooms.open()
        settings = TableSettings(game="osaka", seats=2, clock=Clock(bank=3 * 86_400))
        room = await rooms.create(ADA, settings, "r", {0: ADA, 1: BO})
        waits = []
        for _ in range(2):
            handle = room._timer._handle
            waits.append(handle.when() - asyncio.get_running_loop().time())
            await room._timer._wake()
            assert room._timer._handle is not handle
        clock.pass_by(3 * 86_400)
        await room._timer._wake()
        bots = [place.bot for place in room.table.places]
        room.close()
        await room._timer._wake()
        closed = room._timer._handle
        await rooms.close()
        return waits, bots, closed

    waits, bots, closed = asyncio.run(run())
    assert all(0 < wait <= LONGEST + EARLY for wait in waits)
    assert ["", "casual"] == sorted(bots)
    assert closed is None
