"""Live chances of winning: delayed for spectators, immediate for the only person at a table.

Players with human opponents see no chances. Spectators of a public game see chances computed
from public information, as of a moment before the oldest decision that a person still has
to make. So a player who also watches as a spectator, in another tab or from another
address, learns nothing useful.
"""

import asyncio
import secrets

import msgspec

from comptoir import bots
from comptoir.engine.play.match import Match, replay
from comptoir.engine.play.record import Record
from comptoir.review.answers import Chances
from comptoir.server.bots.pool import Asker
from comptoir.server.bots.worker import ChancesQuestion
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.state.events import Advised, Moved
from comptoir.server.domain.state.table import OnlineTable
from comptoir.server.rooms.room import Room
from comptoir.server.rooms.services import Services

DELAY = 60_000  # milliseconds by which spectators are behind
TABLES = 4  # tables to sample
SWEEPS = 4  # times that hidden information is resampled from each seat's view
KEPT = 500  # tables whose latest chances are cached


class LiveChances:
    """The live chances of running games, computed once per move."""

    def __init__(self, services: Services):
        self._services = services
        self._known: dict[str, Chances] = {}

    async def seen_by(self, room: Room, player: str) -> Chances:
        """Return the chances that a reader may see.

        Raises:
            RequestRefused: The reader plays with others here, the table is not public, or
                there are no chances to show yet.
        """
        table = room.table
        seat = table.seat_of(player)
        if table.match is None or table.state == "over":
            raise RequestRefused("over" if table.match else "not_started")
        if seat is None:
            if player in table.seen or not table.settings.public:
                raise RequestRefused("no_chances")
            return await self._late(table)
        if {*table.seen} != {player}:  # others play here, or did and may come back
            raise RequestRefused("no_chances")
        await room.run(lambda table: [] if table.unrated else [Advised(seat)])
        return await self._alone(table, table.match, seat)

    async def _alone(self, table: OnlineTable, match: Match, seat: int) -> Chances:
        """Return the chances from the knowledge of the only person at a table."""
        about = (table.id, seat, len(match.moves))
        dice = bots.new_dice(self._services.entropy.dice(*about))
        tables = [match.imagine(seat, dice).packed().tobytes() for _ in range(TABLES)]
        return await self._weigh(table, match, len(match.moves), [seat], tables)

    async def _late(self, table: OnlineTable) -> Chances:
        """Return the delayed chances from public information."""
        assert table.match
        move = _late_move(table, self._services.now())
        if move is None:
            raise RequestRefused("chances_later")
        known = self._known.get(table.id)
        if known and known.move == move:
            return known
        match, record = table.match, table.match.record(move)
        tables = await asyncio.to_thread(public_tables, record)
        return await self._weigh(table, match, move, [*range(match.seats)], tables)

    async def _weigh(
        self,
        table: OnlineTable,
        match: Match,
        move: int,
        viewers: list[int],
        tables: list[bytes],
    ) -> Chances:
        options = msgspec.to_builtins(match.options)
        about = (match.game.name, match.seats, options, match.rules)
        seed = self._services.entropy.dice(table.id, move)
        asked = ChancesQuestion(*about, viewers, tables, seed)
        asker = Asker(f"chances {table.id}", table.id, person=False)
        choice = await self._services.bots.choose(asked, asker)
        if choice.error or not choice.glances:
            raise RequestRefused("broken")
        glance = choice.glances[0]
        found = Chances(move, glance.chances)
        if len(viewers) > 1:
            if len(self._known) > KEPT:
                self._known.clear()
            self._known[table.id] = found
        return found


def public_tables(record: Record) -> list[bytes]:
    """Sample tables that are consistent with public information only."""
    match = replay(record)
    dice, found = bots.new_dice(secrets.token_hex(16)), []
    for _ in range(TABLES):
        position = match.position
        for seat in [*range(match.seats)] * SWEEPS:
            position = position.imagine(seat, dice)
        found.append(position.packed().tobytes())
    return found


def _late_move(table: OnlineTable, now: int) -> int | None:
    """Return how many moves spectators may be shown by now; None if there are none.

    A move is shown a minute after it was made, but not while a person still has to make a
    decision that the table asked for before that move.
    """
    assert table.match
    asked = (
        table.asked_at[seat] - 1
        for seat, place in enumerate(table.places)
        if place.player and table.asked[seat] is not None
    )
    until = min([now - DELAY, *asked])
    moves = [e for e in table.log if isinstance(e.logged.event, Moved)]
    made = sum(1 for entry in moves if entry.logged.at <= until)
    late = len(table.match.moves) - (len(moves) - made)
    return late if late > 0 else None
