"""The database rows of sent turn notifications and of push subscriptions."""

import contextlib
import hmac
import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from comptoir.server.storage.database import Conflict
from comptoir.server.storage.store import Store

from .push import Subscription, Vapid, packed

ANNOUNCE = """
INSERT INTO announcements (player, table_id, asked, created, mailed)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (player, table_id) DO UPDATE
SET asked = excluded.asked, created = excluded.created, mailed = excluded.mailed
WHERE announcements.asked <> excluded.asked"""
GET_DUE = """
SELECT p.id, p.email, p.language, a.table_id, a.created FROM announcements a
JOIN players p ON p.id = a.player
WHERE p.email IS NOT NULL AND a.mailed = 0 AND a.player IN
    (SELECT player FROM announcements WHERE mailed = 0 AND created <= $1)
AND a.player NOT IN (SELECT player FROM announcements WHERE mailed > $2)
ORDER BY p.id, a.created"""
MAILED = "UPDATE announcements SET mailed = $3 WHERE player = $1 AND table_id = $2"
ANSWERED = """
UPDATE announcements SET mailed = 1 WHERE player = $1 AND table_id = $2 AND mailed = 0"""
GET_PUSHES = "SELECT endpoint, key, auth FROM pushes WHERE player = $1"
ADD_PUSH = """
INSERT INTO pushes (endpoint, player, key, auth, created) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (endpoint) DO UPDATE
SET player = excluded.player, key = excluded.key, auth = excluded.auth,
    created = excluded.created"""
# Deletes all but a player's latest subscriptions, so the oldest browsers get no more push.
DROP_OLD_PUSHES = """
DELETE FROM pushes WHERE player = $1 AND endpoint NOT IN
    (SELECT endpoint FROM pushes WHERE player = $1 ORDER BY created DESC LIMIT 10)"""
DROP_PUSH = "DELETE FROM pushes WHERE endpoint = $1"
DROP_OWN_PUSH = "DELETE FROM pushes WHERE endpoint = $1 AND player = $2"
GET_KEY = "SELECT value FROM keys WHERE name = $1"
ADD_KEY = "INSERT INTO keys (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"
SET_MAIL = "UPDATE players SET email = $2 WHERE id = $1"
SIGNED = 18  # bytes of a signature
NO_MAIL = 1  # the value of `mailed` in rows for which no e-mail is due


class Due(msgspec.Struct, frozen=True):
    """A person who is due an e-mail, and the tables that wait for this person."""

    player: str
    email: str
    language: str
    tables: list[str]


class AnnouncementRows:
    """Reads and writes announcements and push subscriptions."""

    def __init__(self, store: Store):
        self.store = store

    async def new(
        self, player: str, table: str, asked: int, at: int, *, mail: bool
    ) -> bool:
        """Record that a player is notified of a turn; return False if they already were."""
        row = (player, table, asked, at, 0 if mail else NO_MAIL)
        try:
            await self.store.write((ANNOUNCE, row))
        except Conflict:
            return False
        return True

    async def due(self, before: int, after: int) -> list[Due]:
        """Return the due e-mails: a turn announced by `before`, none mailed since `after`."""
        found: dict[str, Due] = {}
        rows = await self.store.database.read(GET_DUE, before, after)
        for player, email, language, table, _ in rows:
            found.setdefault(player, Due(player, email, language, [])).tables.append(
                table
            )
        return list(found.values())

    async def mailed(self, player: str, tables: list[str], at: int) -> None:
        """Record that an e-mail about these tables is being sent."""
        await self.store.write(*((MAILED, (player, table, at)) for table in tables))

    async def answered(self, player: str, tables: list[str]) -> None:
        """Record that these tables no longer wait for a player, so no e-mail is due."""
        if not tables:
            return
        with contextlib.suppress(Conflict):
            await self.store.write(*((ANSWERED, (player, table)) for table in tables))

    async def subscriptions(self, player: str) -> list[Subscription]:
        """Return a player's push subscriptions."""
        rows = await self.store.database.read(GET_PUSHES, player)
        return [Subscription(*row) for row in rows]

    async def subscribe(self, player: str, to: Subscription, at: int) -> None:
        """Store a push subscription; only a player's latest ones are kept."""
        row = (to.endpoint, player, to.key, to.auth, at)
        await self.store.write((ADD_PUSH, row), (DROP_OLD_PUSHES, (player,)))

    async def unsubscribe(self, endpoint: str, player: str | None = None) -> None:
        """Delete a push subscription; with a player, only if it is theirs."""
        args: tuple[Any, ...] = (endpoint, player) if player else (endpoint,)
        with contextlib.suppress(Conflict):
            await self.store.write((DROP_OWN_PUSH if player else DROP_PUSH, args))

    async def vapid_key(self) -> str:
        """Return the private VAPID key that all processes of this server share."""
        return await self._key("vapid", Vapid.new)

    async def unsubscribing(self, player: str) -> str:
        """Return the token with which a player's e-mails are turned off without logging in."""
        key = await self._key("mail", secrets.token_hex)
        signed = hmac.digest(key.encode(), player.encode(), "sha256")
        return f"{player}.{packed(signed[:SIGNED])}"

    async def unsubscriber(self, token: str) -> str | None:
        """Return the player of such a token, if it is genuine."""
        player = token.rpartition(".")[0]
        genuine = await self.unsubscribing(player)
        same = hmac.compare_digest(genuine.encode(), token.encode())
        return player if same else None

    async def _key(self, name: str, new: Callable[[], str]) -> str:
        """Return a secret of this server by its name; it is made once."""
        rows = await self.store.database.read(GET_KEY, name)
        if not rows:
            with contextlib.suppress(Conflict):  # another process was first
                await self.store.write((ADD_KEY, (name, new())))
            rows = await self.store.database.read(GET_KEY, name)
        return str(rows[0][0])

    async def set_mail(self, player: str, email: str | None) -> None:
        """Set the address for a player's e-mails; None turns e-mails off."""
        await self.store.write((SET_MAIL, (player, email)))
