"""Moderation: temporary penalties, removal of chat and names, and an audit log.

Every act is stored with its line of the audit log in one transaction. Every process of a
server reads the log once a second (`Moderation.since`), so that acts of other processes and
of the terminal take effect there too.
"""

import secrets
from datetime import UTC, datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from comptoir.server.domain.names import skeleton
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.state.events import Said, read_row

from .database import Conflict, Statement
from .erasing import renamed, silenced
from .people import GET_REPORTS, People
from .quotas import DAY
from .rows import PlayerRow
from .store import BY_ID, Store

MODERATOR = "moderator"
LONGEST_DAYS = 3650  # longest mute or ban, in days
LINES = 100  # lines of the audit log on a page

Act = Literal["warn", "mute", "ban", "unmute", "unban", "line", "name", "close"]
Appointment = Literal["appoint", "dismiss"]  # only by the host, in a terminal
PENALTIES: dict[str, str] = {"warn": "warn", "mute": "mute", "ban": "ban"}
LIFTED: dict[str, str] = {"unmute": "mute", "unban": "ban"}

ADD_AUDIT = """
INSERT INTO audit (id, at, moderator, act, player, table_id, ends, reason)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"""
PUNISH = """
INSERT INTO penalties (player, kind, since, ends, reason) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (player, kind) DO UPDATE
SET since = excluded.since, ends = excluded.ends, reason = excluded.reason"""
LIFT = "DELETE FROM penalties WHERE player = $1 AND kind = $2"
GET_PENALTIES = """
SELECT kind, since, ends, reason FROM penalties WHERE player = $1 AND ends > $2
ORDER BY since"""
CLOSE = (
    "UPDATE reports SET closed = $3 WHERE other = $1 AND table_id = $2 AND closed = 0"
)
CLOSE_ALL = "UPDATE reports SET closed = $2 WHERE other = $1 AND closed = 0"
GET_AUDIT = """
SELECT a.at, m.name, a.act, a.player, p.name, a.table_id, a.ends, a.reason
FROM audit a LEFT JOIN players m ON m.id = a.moderator
LEFT JOIN players p ON p.id = a.player
WHERE a.at < $1 AND ($2 = '' OR a.player = $2) ORDER BY a.at DESC, a.id LIMIT $3"""
GET_SINCE = "SELECT id, act, player, table_id FROM audit WHERE at > $1"
GET_CALLED = """
SELECT id, name, login IS NOT NULL, role, created FROM players
WHERE id = $1 OR skeleton = $2 OR LOWER(name) = $3
ORDER BY login IS NULL, created DESC LIMIT 50"""
SET_ROLE = "UPDATE players SET role = $2 WHERE id = $1 AND login IS NOT NULL"
RENAME = "UPDATE players SET name = $2, skeleton = $3 WHERE id = $1"
RENAME_PLACES = "UPDATE places SET name = $2 WHERE player = $1"
GET_LINE = """
SELECT number, at, player, request, body FROM entries
WHERE table_id = $1 AND player = $2 ORDER BY number"""

Reason = Annotated[str, Meta(min_length=1, max_length=300)]


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action of a moderator.

    A warning is shown once. A muted player cannot chat or change their name; a banned one can
    only watch, export their data and delete their account. `line` removes the words of a
    line of chat at a table, `name` replaces a name in every log, `close` closes the reports
    about somebody.
    """

    act: Act
    player: Annotated[str, Meta(max_length=40)]  # as in a report, or `find`
    reason: Reason
    days: Annotated[float, Meta(gt=0, le=LONGEST_DAYS)] | None = None
    """The duration of a mute or ban."""
    table: Annotated[str, Meta(max_length=40)] = ""
    said: Annotated[str, Meta(max_length=1000)] = ""
    """The words to remove, as they stand in the log."""


class Penalty(msgspec.Struct, frozen=True):
    """A warning that has not been read, or a mute or a ban in force."""

    kind: str
    since: int
    ends: int
    reason: str


class FiledReport(msgspec.Struct, frozen=True):
    """A player's report about another one."""

    at: int
    by: str
    name: str  # of the reported player, now
    player: str
    account: bool
    table: str
    said: str  # the reported words, or the name at the time
    line: bool  # whether `said` is a line of chat
    reason: str
    closed: int


class AuditLine(msgspec.Struct, frozen=True):
    """A line of the audit log."""

    at: int
    moderator: str  # empty: the host, in a terminal
    act: str
    player: str
    name: str
    table: str
    ends: int
    reason: str


class Suspect(msgspec.Struct, frozen=True):
    """A player found by name or id, with the penalties in force."""

    player: str
    name: str
    account: bool
    moderator: bool
    created: int
    penalties: list[Penalty]


class Moderation:
    """Reads reports and the audit log, and carries out what moderators decide."""

    def __init__(self, store: Store):
        self.store = store
        self.people = People(store)

    async def penalties(self, player: str, at: int) -> list[Penalty]:
        """Return the penalties of a player that are in force."""
        rows = await self.store.database.read(GET_PENALTIES, player, at)
        return [Penalty(*row) for row in rows]

    async def check_may_speak(self, player: str, at: int) -> None:
        """Refuse chat from a player who is muted."""
        for penalty in await self.penalties(player, at):
            if penalty.kind == "mute":
                raise refused("silenced", penalty.ends)

    async def read_warning(self, player: str) -> None:
        """Record that a player has read a warning."""
        await self.store.write_if((LIFT, (player, "warn")))

    async def reports(self, *, closed: bool) -> list[FiledReport]:
        """Return the open reports, oldest first; or the closed ones too."""
        found = [
            FiledReport(at, by or "", of or "", player, bool(account), *rest)
            for at, by, of, player, account, *rest in (
                tuple(row) for row in await self.store.database.read(GET_REPORTS)
            )
        ]
        return [report for report in found if closed or not report.closed]

    async def audit(self, before: int, player: str = "") -> list[AuditLine]:
        """Return a page of the audit log, the latest first."""
        rows = await self.store.database.read(GET_AUDIT, before, player, LINES)
        return [
            AuditLine(at, by or "", act, who, name or "", table, ends, reason)
            for at, by, act, who, name, table, ends, reason in map(tuple, rows)
        ]

    async def find(self, name: str, at: int) -> list[Suspect]:
        """Return the account and the guests with a name, or the player with an id."""
        rows = await self.store.database.read(
            GET_CALLED, name, skeleton(name), name.lower()
        )
        return [
            Suspect(
                who, called, bool(account), role == MODERATOR, created,
                await self.penalties(who, at),
            )
            for who, called, account, role, created in map(tuple, rows)
        ]  # fmt: skip

    async def since(self, at: int) -> list[tuple[str, str, str, str]]:
        """Return what was done after a time: id, act, player and table."""
        rows = await self.store.database.read(GET_SINCE, at)
        return [tuple(row) for row in rows]

    async def appoint(self, player: PlayerRow, act: Appointment, at: int) -> None:
        """Give an account the role of moderator, or take it away."""
        role = MODERATOR if act == "appoint" else ""
        try:
            await self.store.write(
                (SET_ROLE, (player.id, role)), audited("", act, player.id, at=at)
            )
        except Conflict:
            raise RequestRefused("no_account") from None

    async def carry_out(
        self, measure: Measure, at: int, moderator: PlayerRow | None = None
    ) -> None:
        """Carry out a moderator's action; `moderator` is None for the host, in a terminal.

        Raises:
            RequestRefused: There is no such player, or it is a moderator, whom only the host
                may punish; or the text to remove is not found.
        """
        player = await self.store.player(BY_ID, measure.player)
        if player is None:
            raise RequestRefused("unknown_player")
        if moderator and player.role == MODERATOR:
            raise RequestRefused("moderators")
        ends = 0
        if measure.act in ("mute", "ban"):
            if measure.days is None:
                raise RequestRefused("bad_message", reason="days")
            ends = at + int(measure.days * DAY)
        statements = await self._statements(measure, player, at, ends)
        line = audited(
            moderator.id if moderator else "", measure.act, player.id,
            at=at, table=measure.table, ends=ends, reason=measure.reason,
        )  # fmt: skip
        await self.store.write(line, *statements)

    async def _statements(
        self, measure: Measure, player: PlayerRow, at: int, ends: int
    ) -> list[Statement]:
        """Return what an action changes besides the audit log."""
        who = player.id
        match measure.act:
            case "warn" | "mute" | "ban":
                until = ends or at + LONGEST_DAYS * DAY  # a warning: until it is read
                row = (who, PENALTIES[measure.act], at, until, measure.reason)
                done: list[Statement] = [(PUNISH, row)]
            case "unmute" | "unban":
                return [(LIFT, (who, LIFTED[measure.act]))]
            case "line":
                done = await self._silence(measure.table, who, measure.said)
            case "name":
                done = await self._rename(player)
            case "close":
                return [(CLOSE_ALL, (who, at))]
        return [*done, (CLOSE, (who, measure.table, at))] if measure.table else done

    async def _silence(self, table: str, player: str, said: str) -> list[Statement]:
        """Return the statements that remove a player's chat lines with this text at a table."""
        rows = await self.store.database.read(GET_LINE, table, player)
        found = [
            silenced(table, logged)
            for logged in map(read_row, rows)
            if isinstance(logged.event, Said) and logged.event.text == said
        ]
        if not found:
            raise RequestRefused("nothing_said")
        return found

    async def _rename(self, player: PlayerRow) -> list[Statement]:
        """Return the statements that replace a player's name everywhere but in the login."""
        french = player.language == "fr"
        name = f"{'Anonyme' if french else 'Anonymous'} {secrets.randbelow(10**6):06d}"
        shape = skeleton(name) if player.login else None
        done: list[Statement] = [
            (RENAME, (player.id, name, shape)),
            (RENAME_PLACES, (player.id, name)),
        ]
        for one in await self.people.identities(player.id):
            done += [
                renamed(table, logged, name)
                for table, logged in await self.people.named(one)
            ]
        return done


def audited(
    moderator: str, act: str, player: str, *, at: int, table: str = "",
    ends: int = 0, reason: str = "",
) -> Statement:  # fmt: skip
    """Return the statement that writes a line of the audit log."""
    row = (secrets.token_hex(8), at, moderator, act, player, table, ends, reason)
    return ADD_AUDIT, row


def refused(why: str, ends: int) -> RequestRefused:
    """Return the refusal for a muted or banned player, with the end of the penalty."""
    until = f"{datetime.fromtimestamp(ends / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    return RequestRefused(why, until=until)
