"""Who somebody is: a secret token, a recovery link, and an account for those who want one."""

import asyncio
import secrets
from hashlib import sha256

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from comptoir.server.tables.names import LONGEST, clean
from comptoir.server.tables.refusals import RequestRefused

from . import store as sql
from .database import Conflict
from .store import PlayerRow, Store

LEAST, MOST = 8, 200  # signs of a password

_hasher = PasswordHasher()
_NOBODY = _hasher.hash(secrets.token_hex())  # so that an unknown name takes as long


class Players:
    """Makes and finds players."""

    def __init__(self, store: Store):
        self.store = store

    async def create(self, name: str, language: str, at: int) -> tuple[PlayerRow, str]:
        """Return a new guest and the token that is theirs alone."""
        row = PlayerRow(secrets.token_hex(8), clean(name, LONGEST), language)
        token = secrets.token_urlsafe(32)
        await self.store.write(
            (sql.ADD_PLAYER, (row.id, row.name, language, at)),
            (sql.ADD_TOKEN, (_hash(token), row.id, at)),
        )
        return row, token

    async def by_token(self, token: str) -> PlayerRow | None:
        """Return whose token this is."""
        return await self.store.player(sql.BY_TOKEN, _hash(token)) if token else None

    async def rename(self, player: PlayerRow, name: str, language: str) -> PlayerRow:
        """Give somebody another name or language."""
        name = clean(name, LONGEST)
        await self.store.write((sql.RENAME, (player.id, name, language)))
        return PlayerRow(player.id, name, language, player.login)

    async def new_recovery(self, player: PlayerRow) -> str:
        """Return a secret that makes another device this player's; the one before ends."""
        secret = secrets.token_urlsafe(24)
        await self.store.write((sql.SET_RECOVERY, (player.id, _hash(secret))))
        return secret

    async def recover(self, secret: str, at: int) -> tuple[PlayerRow, str]:
        """Return the player of a recovery secret, with a new token; it works once."""
        hashed, token = _hash(secret), secrets.token_urlsafe(32)
        player = await self.store.player(sql.BY_RECOVERY, hashed)
        if player is None:
            raise RequestRefused("wrong_recovery")
        try:
            await self.store.write(
                (sql.USE_RECOVERY, (player.id, hashed)),
                (sql.ADD_TOKEN, (_hash(token), player.id, at)),
            )
        except Conflict:  # somebody else was faster with it
            raise RequestRefused("wrong_recovery") from None
        return player, token

    async def claim(self, player: PlayerRow, login: str, password: str) -> PlayerRow:
        """Give a guest an account."""
        login = _login(login)
        if not LEAST <= len(password) <= MOST:
            raise RequestRefused("bad_password", least=LEAST, most=MOST)
        if player.login is not None:
            raise RequestRefused("claimed")
        hashed = await asyncio.to_thread(_hasher.hash, password)
        try:
            await self.store.write((sql.CLAIM, (player.id, login, hashed)))
        except Conflict:
            raise RequestRefused("login_taken") from None
        return PlayerRow(player.id, player.name, player.language, login)

    async def log_in(self, login: str, password: str, at: int) -> tuple[PlayerRow, str]:
        """Return the player of an account, with a new token."""
        found = await self.store.player(sql.BY_LOGIN, _login(login))
        hashed = found.password if found and found.password else _NOBODY
        fits = await asyncio.to_thread(_fits, hashed, password[:MOST])
        if not found or not fits:
            raise RequestRefused("wrong_login")
        token = secrets.token_urlsafe(32)
        await self.store.write((sql.ADD_TOKEN, (_hash(token), found.id, at)))
        return found, token

    async def log_out(self, token: str) -> None:
        """End a token."""
        try:
            await self.store.write((sql.DROP_TOKEN, (_hash(token),)))
        except Conflict:
            raise RequestRefused("who") from None


def _login(name: str) -> str:
    """Return the name of an account as it is kept, however it was typed."""
    return clean(name, LONGEST).casefold()


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def _fits(hashed: str, password: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except (VerifyMismatchError, InvalidHashError):
        return False
