"""All tables of a browser: made, opened, and found again; the device's people."""

import asyncio
import importlib
import secrets
from functools import partial
from hashlib import blake2b
from typing import Any, Protocol

import msgspec

from comptoir import bots
from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry
from comptoir.engine.model.seed import new_seed
from comptoir.engine.play.match import Match, replay
from comptoir.engine.play.record import Record
from comptoir.engine.runs import browser
from comptoir.server.domain.acting import creating
from comptoir.server.domain.acting.creating import Seating
from comptoir.server.domain.acting.seating import Sender
from comptoir.server.domain.protocol.bodies import TableState
from comptoir.server.domain.reading import projections
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.settings import (
    TableSettings,
    check_game,
    checked,
)
from comptoir.server.domain.state.table import OnlineTable

from .desk import Desk
from .reviewing import PageReviews
from .shelf import CONFLICT, KeptTable, TableShelf, summary
from .thinking import Thinker

ME = "me"  # the owner of the device
LOCAL = "local-"  # the ids of tables in a browser begin with it
ID_BYTES = 9


def player_at(seat: int) -> str:
    """Return the id of a person who shares the device, by their seat."""
    return f"seat-{seat}"


class Surroundings(Protocol):
    """What the browser gives to its tables: `web/src/local/worker.ts` in JavaScript."""

    @property
    def shelf(self) -> TableShelf:
        """Where tables are stored."""

    def now(self) -> float:
        """Return the time in milliseconds since 1970."""

    def stored(self, name: str) -> None:
        """Tell other tabs that a table was stored."""

    async def need(self, game: str) -> None:
        """Load the code of a game."""

    async def kernels(self, module: Any, description: str) -> Any:
        """Load a module: `Kernels` of `web/src/lib/kernels.ts`."""


class Host:
    """The tables of one browser."""

    def __init__(self, given: Surroundings):
        self.given = given
        self.shelf = given.shelf
        self.thinker = Thinker()
        self.reviews = PageReviews(self.thinker, self.shelf)
        self.me = Sender(ME, "")
        self._desks: dict[str, Desk] = {}
        self._opening = asyncio.Lock()

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        return int(self.given.now())

    async def need(self, game: str) -> None:
        """Load the code of a game, if it is one of ours."""
        await self.given.need(game)
        importlib.invalidate_caches()
        if game in registry.own_names():
            await browser.load(registry.load(game), self.given.kernels)

    async def desk(self, name: str) -> Desk:
        """Return an open table.

        Raises:
            RequestRefused: There is no such table in this browser.
        """
        async with self._opening:
            if name not in self._desks:
                text = await self.shelf.get(name)
                if not text:
                    raise RequestRefused("unknown_table")
                kept = KeptTable.read(text)
                await self.need(kept.settings.game)
                self._desks[name] = self._open(kept)
            return self._desks[name]

    async def changed(self, name: str) -> None:
        """Read what another tab has stored at a table that is open here."""
        if name in self._desks:
            await self._desks[name].catch_up()

    async def make(
        self,
        settings: TableSettings,
        seats: Seating,
        before: Match | None = None,
        name: str = "",
    ) -> Desk:
        """Make a table; `before` is a match to continue, `name` a table's id.

        Raises:
            RequestRefused: The settings or bots are not possible.
        """
        await self.need(settings.game)
        check_game(settings.game)
        for bot in (settings.substitute, *seats.values()):
            if isinstance(bot, str) and not bots.built_in(bot):
                raise RequestRefused("unknown_bot")
        seed, rules = (before.seed, before.rules) if before else (new_seed(), None)
        name = name or f"{LOCAL}{secrets.token_urlsafe(ID_BYTES)}"
        try:
            settings = settings if before else checked(settings)
            table = OnlineTable(name, settings, seed, ME, rules)
        except BadSetup as error:
            raise RequestRefused("bad_setup", reason=str(error)) from None
        table.at = at = self.now()
        creating.fill(table, self.me, seats, at)
        table.add(creating.replayed(before), at)
        return await self.add(table, at)

    async def add(self, table: OnlineTable, created: int) -> Desk:
        """Store and open a new table."""
        rows = [logged.row() for logged in table.uncommitted]
        kept = KeptTable.of(table, created, rows)
        desk = self._desks[table.id] = self._open(kept)
        about = msgspec.json.encode(summary(table)).decode()
        outcome = await self.shelf.put(table.id, 0, len(rows), kept.text(), about)
        if outcome == CONFLICT:
            raise RequestRefused("id_used")
        desk.stored_as(outcome)
        return desk

    async def continued(self, record: Record, settings: TableSettings | None) -> Desk:
        """Make a table that continues the game of a record, which is replayed to check it.

        The record names the players: a bot's name seats the bot, any other a person. A later
        record of a game that is already here continues it at its table.

        Raises:
            BadRecord: The record was changed, is damaged or for other rules.
            RequestRefused: The game has gone on differently here.
        """
        await self.need(record.game)
        match = replay(record)
        table = LOCAL + blake2b(record.seed.encode(), digest_size=ID_BYTES).hexdigest()
        if await self.shelf.get(table):
            desk = await self.desk(table)
            await desk.run(partial(creating.gone_on, match=match))
            return desk
        chosen = settings or TableSettings(record.game, record.seats, record.options)
        chosen = msgspec.structs.replace(chosen, seats=record.seats)
        seats: dict[int, Any] = {}
        people = [n for n, name in enumerate(record.players) if not bots.built_in(name)]
        for seat in range(record.seats):
            name = record.players[seat] if seat < len(record.players) else "casual"
            if bots.built_in(name):
                seats[seat] = name
            else:
                who = ME if [seat] == people else player_at(seat)
                seats[seat] = Sender(who, name)
        return await self.make(chosen, seats, match, table)

    async def remove(self, name: str) -> None:
        """Delete a table."""
        self._desks.pop(name, None)
        await self.shelf.remove(name)

    def viewer(self, desk: Desk, seat: str | None) -> Sender:
        """Return the seat, or spectator, as which a page connects to a table.

        A device that several people share shows hidden cards only to the seat that asks; the
        others connect as spectators. The only person at a table need not ask.
        """
        places, people = desk.table.places, []
        for number, place in enumerate(places):
            if place.player:
                people.append(number)
        wanted = int(seat) if seat and seat.isdecimal() else -1
        if wanted in people:
            return Sender(places[wanted].player, places[wanted].name)
        if desk.table.match is None or people == [desk.table.seat_of(ME)]:
            return self.me if self.me.name else Sender(ME, desk_name(desk))
        if len(people) == 1:
            return Sender(places[people[0]].player, places[people[0]].name)
        return Sender("", "")

    def state(self, desk: Desk) -> TableState:
        """Return a table as the owner of the device may see it."""
        table = desk.table
        seat = table.seat_of(ME)
        info = projections.info(table, ME, desk.created)
        return TableState(info, table.public, projections.state(table, seat))

    def _open(self, kept: KeptTable) -> Desk:
        return Desk(kept, self.shelf, self.thinker, self.now, self.given.stored)


def desk_name(desk: Desk) -> str:
    """Return the name under which the owner of the device sits at a table."""
    seat = desk.table.seat_of(ME)
    return "" if seat is None else desk.table.places[seat].name
