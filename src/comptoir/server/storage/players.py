"""Players' identities: secret tokens, recovery links, and accounts for those who want one."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable
from hashlib import sha256

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from comptoir.server.domain.names import LONGEST, clean, skeleton
from comptoir.server.domain.refusals import RequestRefused

from . import store as sql
from .database import Conflict, Statement
from .moderation import refused
from .quotas import DAY, PASSWORDS, PASSWORDS_OF_ALL, Quotas
from .retention import SESSION
from .rows import PlayerRow
from .store import Store

LEAST, MOST = 8, 200  # minimum and maximum length of a password
RECOVERY = 365 * DAY  # the time for which a recovery link is valid
RENEWED = 7 * DAY  # using a token older than this extends its validity

_hasher = PasswordHasher()
# The hash of a discarded password, checked when a name is unknown, so that a login then
# takes as long as with a known name.
_NOBODY = (
    "$argon2id$v=19$m=65536,t=3,p=4"
    "$W4VkXjnMXmJHVv5zuL0qSw$598A69u9TdbUn9jn4/q7eWs2KjQ7v4bLV91wpz4Idao"
)


class Players:
    """Creates and finds players.

    A guest may use any name that does not look like an account's; an account's name is unique,
    and it is also its login.
    """

    def __init__(self, store: Store, now: Callable[[], int] | None = None):
        self.store = store
        self.quotas = Quotas(store)
        self.now = now or (lambda: int(time.time() * 1000))

    async def create(self, name: str, language: str, at: int) -> tuple[PlayerRow, str]:
        """Create a guest; return it with its secret token."""
        name = clean(name, LONGEST)
        await self.check_free(name)
        row = PlayerRow(secrets.token_hex(8), name, language)
        token = secrets.token_urlsafe(32)
        await self.store.write(
            (sql.ADD_PLAYER, (row.id, row.name, language, at)),
            (sql.ADD_TOKEN, (_hash(token), row.id, at)),
        )
        return row, token

    async def by_token(self, token: str) -> PlayerRow | None:
        """Return the player with this token, unless it has been unused for a year."""
        if not token:
            return None
        at, hashed = self.now(), _hash(token)
        rows = await self.store.database.read(sql.BY_TOKEN, hashed, at - SESSION)
        if not rows:
            return None
        *row, created = rows[0]
        if created < at - RENEWED:
            await self.store.write_if((sql.RENEW_TOKEN, (hashed, at)))
        return PlayerRow(*row)

    def check_not_banned(self, player: PlayerRow) -> None:
        """Refuse a player who is banned."""
        if player.banned > self.now():
            raise refused("banned", player.banned)

    async def by_name(self, name: str) -> PlayerRow:
        """Return the account with a name.

        Raises:
            RequestRefused: There is none.
        """
        found = await self.store.player(sql.BY_SKELETON, skeleton(clean(name, LONGEST)))
        if found is None:
            raise RequestRefused("unknown_player")
        return found

    async def check_free(self, name: str, but: str = "") -> None:
        """Refuse a name that looks like another player's account."""
        found = await self.store.player(sql.BY_SKELETON, skeleton(name))
        if found and found.id != but:
            raise RequestRefused("login_taken")

    async def rename(self, player: PlayerRow, name: str, language: str) -> PlayerRow:
        """Change a player's name and language."""
        name = clean(name, LONGEST)
        renamed = msgspec.structs.replace(player, name=name, language=language)
        if player.login is None:
            await self.check_free(name, player.id)
            await self.store.write((sql.RENAME, (player.id, name, language)))
            return renamed
        login, shape = name.casefold(), skeleton(name)
        row = (player.id, name, language, login, shape)
        try:
            await self.store.write((sql.RENAME_ACCOUNT, row))
        except Conflict:
            raise RequestRefused("login_taken") from None
        return msgspec.structs.replace(renamed, login=login)

    async def dress(self, player: PlayerRow, emblem: str) -> PlayerRow:
        """Change a player's emblem; an empty text selects the default for the name."""
        await self.store.write((sql.DRESS, (player.id, emblem)))
        return msgspec.structs.replace(player, emblem=emblem)

    async def new_recovery(self, player: PlayerRow, at: int) -> str:
        """Return a recovery secret for another device, valid for a year."""
        return await self.add_recovery(player, at, at + RECOVERY)

    async def add_recovery(self, player: PlayerRow, at: int, ends: int) -> str:
        """Return an additional recovery secret, valid for a while; the latest five work."""
        secret = secrets.token_urlsafe(24)
        await self.store.write(
            (sql.ADD_RECOVERY, (_hash(secret), player.id, ends)),
            (sql.DROP_SOME_RECOVERIES, (player.id, at)),
        )
        return secret

    async def recover(self, secret: str, at: int) -> tuple[PlayerRow, str]:
        """Return the player of a recovery secret, with a new token; a secret works once."""
        hashed, token = _hash(secret), secrets.token_urlsafe(32)
        player = await self.store.player(sql.BY_RECOVERY, hashed, at)
        use: Statement = (sql.USE_RECOVERY, (hashed,))
        if player is None:
            player = await self.store.player(sql.BY_OLD_RECOVERY, hashed)
            use = (sql.USE_OLD_RECOVERY, (player.id if player else "", hashed))
        if player is None:
            raise RequestRefused("wrong_recovery")
        try:
            await self.store.write(use, (sql.ADD_TOKEN, (_hash(token), player.id, at)))
        except Conflict:  # another request used the secret first
            raise RequestRefused("wrong_recovery") from None
        return player, token

    async def claim(
        self,
        player: PlayerRow,
        name: str,
        password: str | None,
        at: int,
        *more: Statement,
    ) -> PlayerRow:
        """Turn a guest into an account, with a password or statements that store a passkey.

        The guest's recovery links become void.
        """
        name = clean(name, LONGEST)
        if player.login is not None:
            raise RequestRefused("claimed")
        hashed = None if password is None else await _hashed(password)
        row = (player.id, name, name.casefold(), skeleton(name), hashed, at)
        try:
            await self.store.write(
                (sql.CLAIM, row), *more, (sql.DROP_RECOVERIES, (player.id,))
            )
        except Conflict:
            raise RequestRefused("login_taken") from None
        return msgspec.structs.replace(
            player, name=name, login=name.casefold(), password=hashed
        )

    async def set_password(
        self, player: PlayerRow, old: str, new: str, token: str, client: str, at: int
    ) -> None:
        """Set an account's password, the first one or a new one.

        All devices but the one with this token are logged out, and recovery links become void.
        """
        if player.login is None:
            raise RequestRefused("no_account")
        await self._count_guess(player.login, client, at)
        if player.password and not await _fits(player.password, old):
            raise RequestRefused("wrong_login")
        await self._forget_guesses(player.login, client)
        await self.store.write(
            (sql.SET_PASSWORD, (player.id, await _hashed(new))),
            (sql.DROP_OTHER_TOKENS, (player.id, _hash(token))),
            (sql.DROP_RECOVERIES, (player.id,)),
            (sql.DROP_OLD_RECOVERY, (player.id,)),
        )

    async def log_in(
        self, login: str, password: str, client: str, at: int
    ) -> tuple[PlayerRow, str]:
        """Return the player of an account, with a new token.

        After some wrong passwords, a client must wait longer and longer. After many, from any
        clients, the account accepts passwords only every few minutes.
        """
        name = clean(login, LONGEST).casefold()
        await self._count_guess(name, client, at)
        found = await self.store.player(sql.BY_LOGIN, name)
        hashed = found.password if found and found.password else _NOBODY
        fits = await _fits(hashed, password)
        if not found or not fits:
            raise RequestRefused("wrong_login")
        await self._forget_guesses(name, client)
        return await self.enter(found.id, at)

    async def _count_guess(self, login: str, client: str, at: int) -> None:
        await self.quotas.attempt(PASSWORDS, f"{login} {client}", at)
        try:
            await self.quotas.take(PASSWORDS_OF_ALL, login, at)
        except RequestRefused:
            raise RequestRefused("guessed") from None

    async def _forget_guesses(self, login: str, client: str) -> None:
        await self.quotas.give_back(PASSWORDS, f"{login} {client}")
        await self.quotas.give_back(PASSWORDS_OF_ALL, login)

    async def renew(self, player: PlayerRow, at: int) -> str:
        """Return a new token for a player; all others become void."""
        new = secrets.token_urlsafe(32)
        await self.store.write((sql.ADD_TOKEN, (_hash(new), player.id, at)))
        await self.log_out_elsewhere(player, new)
        return new

    async def enter(self, player: str, at: int) -> tuple[PlayerRow, str]:
        """Return an authenticated player with a new token."""
        found = await self.store.player(sql.BY_ID, player)
        if found is None:
            raise RequestRefused("unknown_player")
        token = secrets.token_urlsafe(32)
        await self.store.write((sql.ADD_TOKEN, (_hash(token), found.id, at)))
        return found, token

    async def log_out(self, token: str) -> None:
        """Delete a token."""
        try:
            await self.store.write((sql.DROP_TOKEN, (_hash(token),)))
        except Conflict:
            raise RequestRefused("who") from None

    async def log_out_elsewhere(self, player: PlayerRow, token: str) -> None:
        """Delete all tokens of a player but this one, if there are others."""
        with contextlib.suppress(Conflict):
            await self.store.write((sql.DROP_OTHER_TOKENS, (player.id, _hash(token))))


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


async def _hashed(password: str) -> str:
    if not LEAST <= len(password) <= MOST:
        raise RequestRefused("bad_password", least=LEAST, most=MOST)
    return await asyncio.to_thread(_hasher.hash, password)


async def _fits(hashed: str, password: str) -> bool:
    try:
        return await asyncio.to_thread(_hasher.verify, hashed, password[:MOST])
    except (VerifyMismatchError, InvalidHashError):
        return False
