"""Stored data about players besides their identity: relations, reports, finished games."""

import secrets
from typing import Any, Literal

import msgspec

from comptoir.server.domain.state.events import LoggedEvent, Renamed, Sat, read_row

from .database import Statement
from .erasing import NAMED, TALK, nameless, rewritten
from .passkeys import GET_PASSKEYS
from .rows import PlayerRow
from .store import DROP_OLD_RECOVERY, DROP_RECOVERIES, REWRITTEN, Store

Kind = Literal["friend", "mute", "block"]
Aversion = Literal["mute", "block"]

RELATE = """
INSERT INTO relations (player, other, kind, created) VALUES ($1, $2, $3, $4)
ON CONFLICT DO NOTHING"""
UNRELATE = "DELETE FROM relations WHERE player = $1 AND other = $2 AND kind = $3"
GET_RELATIONS = """
SELECT r.player, r.other, r.kind, p.name, p.emblem, p.login IS NULL, p.seen
FROM relations r
JOIN players p ON p.id = CASE WHEN r.player = $1 THEN r.other ELSE r.player END
WHERE r.player = $1 OR r.other = $1"""
NOTE_PRESENT = "UPDATE players SET seen = $1 WHERE login IS NOT NULL AND id IN ({})"
MOST_NAMES = 500  # players in one statement
REPORT = """
INSERT INTO reports (player, other, table_id, reason, created, line, said)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (player, other, table_id) DO UPDATE
SET reason = excluded.reason, line = excluded.line, said = excluded.said, closed = 0"""
GET_REPORTS = """
SELECT r.created, p.name, o.name, r.other, o.login IS NOT NULL, r.table_id, r.said,
    r.line IS NOT NULL, r.reason, r.closed
FROM reports r
LEFT JOIN players p ON p.id = r.player LEFT JOIN players o ON o.id = r.other
ORDER BY r.created"""
GET_PLAYED = """
SELECT r.table_id, r.ended, r.game, r.place, r.points, t.public, o.seat, o.who, o.place
FROM (SELECT * FROM results mine WHERE who = $1 AND ended < $2
    AND (counts = 1 OR (counts = -1 AND place > 1))
    AND EXISTS (SELECT 1 FROM results other WHERE other.table_id = mine.table_id
        AND other.who <> $1 AND other.counts <> -2 AND NOT EXISTS (
            SELECT 1 FROM players WHERE id = other.who AND login IS NULL))
    ORDER BY ended DESC LIMIT $3) r
JOIN tables t ON t.id = r.table_id JOIN results o ON o.table_id = r.table_id
ORDER BY r.ended DESC, r.table_id, o.seat"""
GET_TABLES = "SELECT DISTINCT table_id FROM places WHERE player = $1"
GET_SAID = """
SELECT number, at, player, request, body, table_id FROM entries
WHERE player = $1 ORDER BY table_id, number"""
EXPORTED = {  # data that `export` returns as plain rows
    "results": """
        SELECT table_id, ended, game, place, points FROM results
        WHERE who = $1 ORDER BY ended""",
    "devices": "SELECT created FROM tokens WHERE player = $1 ORDER BY created",
    "penalties": "SELECT kind, since, ends, reason FROM penalties WHERE player = $1",
    "browsers": "SELECT endpoint, created FROM pushes WHERE player = $1",
    "reports": "SELECT table_id, reason, created FROM reports WHERE player = $1",
}
REMEMBER_GUEST = """
INSERT INTO guests (guest, player, adopted) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"""
GET_GUESTS = """
SELECT g.guest, p.name, p.emblem, p.created, g.adopted
FROM guests g LEFT JOIN players p ON p.id = g.guest WHERE g.player = $1 ORDER BY g.adopted"""
FORGET_GUESTS = "DELETE FROM guests WHERE player = $1"
HAND_OVER: list[str] = [  # moves a guest's data to an account
    "UPDATE results SET who = $2 WHERE who = $1",
    "UPDATE tables SET host = $2 WHERE host = $1",
    "UPDATE pushes SET player = $2 WHERE player = $1",
    """
    UPDATE reports SET other = $2 WHERE other = $1 AND player <> $2 AND NOT EXISTS (
        SELECT 1 FROM reports r WHERE r.player = reports.player AND r.other = $2
        AND r.table_id = reports.table_id)""",
    """
    INSERT INTO penalties (player, kind, since, ends, reason)
    SELECT $2, kind, since, ends, reason FROM penalties WHERE player = $1
    ON CONFLICT (player, kind) DO UPDATE SET ends = CASE
        WHEN excluded.ends > penalties.ends THEN excluded.ends ELSE penalties.ends END""",
    """
    INSERT INTO relations (player, other, kind, created)
    SELECT $2, other, kind, created FROM relations WHERE player = $1 AND other <> $2
    ON CONFLICT DO NOTHING""",
    """
    INSERT INTO relations (player, other, kind, created)
    SELECT player, $2, kind, created FROM relations WHERE other = $1 AND player <> $2
    ON CONFLICT DO NOTHING""",
]
DROP_RELATIONS = "DELETE FROM relations WHERE player = $1 OR other = $1"
DROP_TOKENS = "DELETE FROM tokens WHERE player = $1"
FORGET: list[str] = [
    "DELETE FROM players WHERE id = $1",
    "DELETE FROM tokens WHERE player = $1",
    "DELETE FROM passkeys WHERE player = $1",
    "DELETE FROM challenges WHERE player = $1",
    "DELETE FROM recoveries WHERE player = $1",
    DROP_RELATIONS,
    "DELETE FROM reports WHERE player = $1 OR other = $1",
    "DELETE FROM penalties WHERE player = $1",
    "DELETE FROM pushes WHERE player = $1",
    "DELETE FROM announcements WHERE player = $1",
    "UPDATE places SET name = '–', player = '', emblem = '' WHERE player = $1",
]


class Known(msgspec.Struct, frozen=True):
    """Another player with relations to the reader, in both directions."""

    id: str
    name: str
    emblem: str  # as chosen
    mine: set[str]
    theirs: set[str]
    guest: bool  # a guest: others may have the same name
    seen: int  # when they were last here, to within a minute; 0: not lately

    @property
    def friend(self) -> bool:
        """True if both want to be friends."""
        return "friend" in self.mine and "friend" in self.theirs

    @property
    def asks(self) -> bool:
        """True if the other wants to be a friend, and the reader has not answered."""
        return "friend" in self.theirs - self.mine and not self.apart

    @property
    def apart(self) -> bool:
        """True if one has blocked the other."""
        return "block" in self.mine | self.theirs


class Reported(msgspec.Struct, frozen=True):
    """The subject of a report: a player, with their words or their name at the time."""

    player: str
    said: str
    line: int | None = None  # the number of the words in the table's log


class PlayedTable(msgspec.Struct, frozen=True):
    """A rated game that a player has finished."""

    table: str
    ended: int
    game: str
    place: int
    points: int
    public: bool
    others: list[tuple[str, int]]  # players' ids or bots, and their places


class People:
    """Relations between players, their reports and their finished games."""

    def __init__(self, store: Store):
        self.store = store

    async def known_to(self, player: str) -> dict[str, Known]:
        """Return all players with relations to a player, by id."""
        found: dict[str, Known] = {}
        rows = await self.store.database.read(GET_RELATIONS, player)
        for who, other, kind, name, emblem, guest, seen in rows:
            them = other if who == player else who
            new = Known(them, name, emblem, set(), set(), bool(guest), seen)
            one = found.setdefault(them, new)
            (one.mine if who == player else one.theirs).add(kind)
        return found

    async def requests(self, player: str) -> int:
        """Return how many players wait for an answer to a friend request."""
        known = await self.known_to(player)
        return sum(one.asks for one in known.values())

    async def apart_from(self, player: str) -> set[str]:
        """Return the players who have blocked a player or whom they have blocked."""
        known = await self.known_to(player) if player else {}
        return {other for other, one in known.items() if one.apart}

    async def muted_by(self, player: str) -> frozenset[str]:
        """Return the players whose chat a player has muted or blocked."""
        known = await self.known_to(player) if player else {}
        return frozenset(who for who, one in known.items() if one.mine - {"friend"})

    async def relate(
        self, player: str, other: str, kind: Kind, at: int, *, on: bool
    ) -> None:
        """Add or remove a relation: friend, mute or block.

        Removing a friend also declines or withdraws a request, whoever made it.
        """
        if on:
            await self.store.write_if((RELATE, (player, other, kind, at)))
            return
        await self.store.write_if((UNRELATE, (player, other, kind)))
        if kind == "friend":
            await self.store.write_if((UNRELATE, (other, player, kind)))

    async def report(
        self, player: str, about: Reported, table: str, reason: str, at: int
    ) -> None:
        """Store a player's report about another one, for the moderators."""
        row = (player, about.player, table, reason, at, about.line, about.said)
        await self.store.write((REPORT, row))

    async def played(self, player: str, before: int, most: int) -> list[PlayedTable]:
        """Return one page of a player's rated games, the latest first."""
        found: dict[str, PlayedTable] = {}
        for row in await self.store.database.read(GET_PLAYED, player, before, most):
            table, ended, game, place, points, public, _, who, other = tuple(row)
            one = found.setdefault(
                table, PlayedTable(table, ended, game, place, points, bool(public), [])
            )
            if who != player:
                one.others.append((who, other))
        return list(found.values())

    async def tables_of(self, player: str) -> list[str]:
        """Return the tables where a player has a seat."""
        return [row[0] for row in await self.store.database.read(GET_TABLES, player)]

    async def adopt(self, guest: str, player: str, at: int) -> None:
        """Move a guest's finished games and relations to an account; the guest ends.

        Players whom the guest muted stay muted, and players who muted the guest have muted the
        account. The account remembers the guest, so both are exported and deleted together.
        Every process recomputes its ratings.
        """
        over: list[Statement] = [(sql, (guest, player)) for sql in HAND_OVER]
        await self.store.write(
            (REMEMBER_GUEST, (guest, player, at)),
            (DROP_TOKENS, (guest,)),
            (DROP_RECOVERIES, (guest,)),
            (DROP_OLD_RECOVERY, (guest,)),
            *over,
            (DROP_RELATIONS, (guest,)),
            (REWRITTEN, (secrets.token_hex(8),)),
        )

    async def forget(self, player: str) -> set[str]:
        """Delete an account and its former guests; return the tables that have changed.

        Their names and chat are removed from every log.
        """
        blank: list[Statement] = []
        drop: list[Statement] = []
        changed: set[str] = set()
        for one in await self.identities(player):
            changed.update(await self.tables_of(one))
            drop += [(sql, (one,)) for sql in FORGET]
            for table, logged in await self.named(one):
                blank.append(rewritten(table, logged, nameless(logged.event)))
                changed.add(table)
        await self.store.write(*drop, *blank, (FORGET_GUESTS, (player,)))
        for table in changed:
            await self.store.announce_rewritten(table)
        return changed

    async def named(self, player: str) -> list[tuple[str, LoggedEvent]]:
        """Return the logged events that hold a player's name, each with its table."""
        found = []
        for *row, table in await self.store.database.read(GET_SAID, player):
            logged = read_row(row)
            if isinstance(logged.event, NAMED):
                found.append((table, logged))
        return found

    async def identities(self, player: str) -> list[str]:
        """Return the ids of an account: its own, and those of its former guests."""
        guests = await self.store.database.read(GET_GUESTS, player)
        return [player, *(row[0] for row in guests)]

    async def export(self, player: PlayerRow) -> dict[str, Any]:
        """Return all data stored about a player, except games and hashes."""
        read = self.store.database.read
        identities = await self.identities(player.id)
        logged = [
            ({"table": row[5], "at": row[1], **msgspec.json.decode(row[4])}, row)
            for one in identities
            for row in await read(GET_SAID, one)
        ]
        said, names = (
            [told for told, row in logged if isinstance(read_row(row[:5]).event, kinds)]
            for kinds in (TALK, Sat | Renamed)
        )
        known = await self.known_to(player.id)
        rows = {
            what: [row for one in identities for row in await read(sql, one)]
            for what, sql in EXPORTED.items()
        }
        return {
            "id": player.id,
            "name": player.name,
            "emblem": player.emblem,
            "language": player.language,
            "email": player.email,
            "passkeys": [
                {"id": row[0], "created": row[1]}
                for row in await read(GET_PASSKEYS, player.id)
            ],
            "guests": [
                dict(
                    zip(
                        ("id", "name", "emblem", "created", "adopted"), row, strict=True
                    )
                )
                for row in await read(GET_GUESTS, player.id)
            ],
            "people": [  # without those who have muted or blocked the player
                {"name": one.name, "kinds": sorted(one.mine)}
                for one in known.values()
                if one.mine
            ],
            "said": said,
            "names": names,
            **{what: [tuple(row) for row in found] for what, found in rows.items()},
        }


async def note_present(store: Store, players: list[str], at: int) -> None:
    """Record that these players are here; guests are left out."""
    for start in range(0, len(players), MOST_NAMES):
        some = players[start : start + MOST_NAMES]
        numbers = ", ".join(f"${number}" for number in range(2, len(some) + 2))
        await store.write_if((NOTE_PRESENT.format(numbers), (at, *some)))
