"""The lobby: open tables and running games for everybody, and each player's own tables.

Changes are collected for a moment and sent together; the message for everybody is encoded
once. A move is sent only to those who sit at its table.
"""

import asyncio
from collections.abc import Callable, Iterable

from comptoir.server.domain.protocol import wire
from comptoir.server.domain.protocol.cards import CardSeat, TableCard
from comptoir.server.domain.settings import has_usual_options
from comptoir.server.domain.state.events import Moved
from comptoir.server.domain.state.table import OnlineTable
from comptoir.server.operations import logs
from comptoir.server.storage.store import Store, Summary

TICK = 0.25  # seconds in which changes are collected
QUIET = 7 * 24 * 3600 * 1000  # milliseconds that an inactive table stays in the lobby
WAITING, PLAYING, MINE = 7, 6, 50  # tables sent first: the page shows six
WHOLE = 200  # tables of each kind, for readers who want them all
MOVED = '\\"kind\\":\\"moved\\"'  # how a `Moved` event appears in a notification


class Watcher:
    """A reader of the lobby: `apart` lists players to avoid, `send` takes messages."""

    def __init__(self, player: str, apart: set[str], send: Callable[[str], None]):
        self.player = player
        self.apart = apart
        self.send = send


class Lobby:
    """The readers of the lobby in this process, and the changes still to be sent to them."""

    def __init__(self, store: Store, now: Callable[[], int]):
        self.watchers: set[Watcher] = set()
        self._store = store
        self._now = now
        self._changed: set[str] = set()
        self._own: dict[str, set[str]] = {}  # the watchers' own tables, by player
        self._told: set[str] = set()  # public tables that watchers have been sent
        self._teller: asyncio.Task[None] | None = None

    async def welcome(self, watcher: Watcher, *, whole: bool = False) -> None:
        """Send a watcher the present lobby, and subscribe it to changes."""
        most = (WHOLE, WHOLE) if whole else (WAITING, PLAYING)
        public = await self._store.lobby(self._now() - QUIET, *most)
        own = []
        if watcher.player:
            own = await self._store.tables_of(watcher.player, most=MINE)
            self._own[watcher.player] = {table.id for table in own}
        self._told |= {table.id for table in public}
        self.watchers.add(watcher)
        watcher.send(_message(public, watcher.apart))
        watcher.send(wire.write(wire.MyTables([card(t, watcher.player) for t in own])))
        if self._teller is None:
            self._teller = asyncio.create_task(self._tell())

    def forget(self, watcher: Watcher) -> None:
        """Stop sending to a watcher."""
        self.watchers.discard(watcher)
        if not any(other.player == watcher.player for other in self.watchers):
            self._own.pop(watcher.player, None)

    def committed(self, table: OnlineTable, since: int) -> None:
        """Record a commit at a table that is open here."""
        if not self.watchers:
            return
        new = table.log[len(table.log) - (table.public - since) :]
        moves = all(isinstance(entry.logged.event, Moved) for entry in new)
        public = table.settings.public and (not moves or table.state == "over")
        if public or self._own.keys() & {place.player for place in table.places}:
            self._changed.add(table.id)

    def notified(self, table: str, rows: str) -> None:
        """Record a commit of another process."""
        if not self.watchers:
            return
        moves = rows and rows.count('\\"kind\\"') == rows.count(MOVED)
        if not moves or any(table in own for own in self._own.values()):
            self._changed.add(table)

    def made(self, table: str) -> None:
        """Record a new table."""
        if self.watchers:
            self._changed.add(table)

    def close(self) -> None:
        """Stop the lobby's task."""
        if self._teller:
            self._teller.cancel()

    async def _tell(self) -> None:
        """Publish the changes a few times a second."""
        while True:
            await asyncio.sleep(TICK)
            changed, self._changed = self._changed, set()
            if not changed or not self.watchers:
                continue
            try:
                self._publish(await self._store.tables(sorted(changed)))
            except Exception as error:  # noqa: BLE001 - no error ends the task
                logs.error("lobby", error)

    def _publish(self, tables: list[Summary]) -> None:
        public = [t for t in tables if t.settings.public and t.state != "over"]
        gone = [t.id for t in tables if t.state == "over" and t.id in self._told]
        self._told |= {table.id for table in public}
        self._told -= set(gone)
        everybody = _message(public, set(), gone) if public or gone else ""
        mine: dict[str, list[Summary]] = {}
        for table in tables:
            for who in {place[1] for place in table.places} & self._own.keys():
                mine.setdefault(who, []).append(table)
                self._own[who].add(table.id)
        for watcher in list(self.watchers):
            if everybody:
                apart = _message(public, watcher.apart, gone) if watcher.apart else ""
                watcher.send(apart or everybody)
            if watcher.player in mine:
                own = [card(table, watcher.player) for table in mine[watcher.player]]
                watcher.send(wire.write(wire.MyTables(own)))


def card(table: Summary, player: str = "") -> TableCard:
    """Return a table's entry in a list; only its players see whose turn it is."""
    places = table.places
    mine = [n for n, who, *_ in places if who and who == player]
    return TableCard(
        id=table.id,
        game=table.settings.game,
        state=table.state,  # type: ignore[arg-type]
        changed=table.changed,
        seats=[CardSeat(*place[2:]) for place in places],
        free=max(0, table.seats - sum(1 for place in places if place[1] or place[3])),
        asked=table.asked if mine else [],
        your_turn=any(seat in table.asked for seat in mine),
        clock=table.settings.clock,
        language=table.settings.language,
        level=table.settings.substitute,
        usual=has_usual_options(table.settings),
    )


def _message(
    tables: Iterable[Summary], apart: set[str], gone: Iterable[str] = ()
) -> str:
    shown = [
        card(table)
        for table in tables
        if apart.isdisjoint(place[1] for place in table.places)
    ]
    return wire.write(wire.LobbyTables(shown, list(gone)))
