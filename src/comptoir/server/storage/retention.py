"""Deletes old guests, tables, reports and logins, after the days that the host has set."""

import msgspec

from .database import Statement
from .people import People
from .quotas import DAY
from .store import Store

SOME = 50  # guests or tables deleted in one go, so that moves never wait long
SESSION = 365 * DAY  # the time after which an unused login ends

GET_GUESTS = """
SELECT id FROM players WHERE login IS NULL AND created < $1
AND NOT EXISTS (SELECT 1 FROM tokens WHERE player = players.id AND created >= $1)
AND NOT EXISTS (SELECT 1 FROM guests WHERE guest = players.id)
AND NOT EXISTS (SELECT 1 FROM penalties WHERE player = players.id AND kind <> 'warn'
    AND ends > $2)
LIMIT $3"""
GET_TABLES = {
    "finished": "SELECT id FROM tables WHERE state = 'over' AND changed < $1 LIMIT $2",
    "unfinished": """
        SELECT id FROM tables WHERE state IN ('playing', 'paused') AND changed < $1
        LIMIT $2""",
    "unstarted": """
        SELECT id FROM tables WHERE state = 'waiting' AND changed < $1 LIMIT $2""",
}
DROP_TABLE: list[str] = [
    "DELETE FROM tables WHERE id = $1",
    "DELETE FROM entries WHERE table_id = $1",
    "DELETE FROM places WHERE table_id = $1",
    "DELETE FROM reviews WHERE table_id = $1",
    "DELETE FROM announcements WHERE table_id = $1",
]
DROP_REPORTS = "DELETE FROM reports WHERE closed > 0 AND closed < $1"
DROP_AUDIT = "DELETE FROM audit WHERE at < $1"
DROP_SESSIONS = "DELETE FROM tokens WHERE created < $1"
DROP_RECOVERIES = "DELETE FROM recoveries WHERE ends < $1"
DROP_PENALTIES = "DELETE FROM penalties WHERE ends < $1"


class Retention(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of days for which a host keeps unused data; 0: forever."""

    guests: float = (
        400  # guests who have been away for so long, with their names and chat
    )
    finished: float = 0  # finished tables; their results stay, for ratings
    unfinished: float = 400  # tables where nobody has moved for so long
    unstarted: float = 60  # tables that wait for players
    reports: float = 365  # reports, after they were closed
    audit: float = 730  # what moderators have done


class Cleaning:
    """Deletes what is older than its retention."""

    def __init__(self, store: Store, retention: Retention):
        self.retention = retention
        self._store = store
        self._people = People(store)

    async def clean(self, at: int) -> tuple[set[str], bool]:
        """Delete some of the old data.

        Return the tables that were deleted or rewritten, and whether old data may be left.
        """
        changed: set[str] = set()
        guests = await self._old_guests(at)
        for guest in guests:
            changed |= await self._people.forget(guest)
        for kind, sql in GET_TABLES.items():
            if before := self._before(kind, at):
                rows = await self._store.database.read(sql, before, SOME)
                for (table,) in rows:
                    statements: list[Statement] = [
                        (one, (table,)) for one in DROP_TABLE
                    ]
                    await self._store.write_if(*statements)
                    changed.add(table)
        for kind, sql in (("reports", DROP_REPORTS), ("audit", DROP_AUDIT)):
            if before := self._before(kind, at):
                await self._store.write_if((sql, (before,)))
        await self._store.write_if((DROP_SESSIONS, (at - SESSION,)))
        for sql in (DROP_RECOVERIES, DROP_PENALTIES):
            await self._store.write_if((sql, (at,)))
        return changed, bool(changed or guests)

    async def _old_guests(self, at: int) -> list[str]:
        before = self._before("guests", at)
        if not before:
            return []
        rows = await self._store.database.read(GET_GUESTS, before, at, SOME)
        return [row[0] for row in rows]

    def _before(self, kind: str, at: int) -> int:
        """Return the time before which data of a kind is too old; 0: never."""
        days: float = getattr(self.retention, kind)
        return at - int(days * DAY) if days else 0
