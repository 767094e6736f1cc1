"""Quotas that all processes of a server share, stored in the database."""

from collections.abc import Callable
from hashlib import sha256

import msgspec

from comptoir.server.domain.refusals import RequestRefused

from .store import Store

# `until` is the time at which the quota will be full again at its rate.
TAKE = """
INSERT INTO quotas (name, until) VALUES ($1, CAST($2 AS BIGINT) + CAST($3 AS BIGINT))
ON CONFLICT (name) DO UPDATE SET until = CASE WHEN quotas.until > CAST($2 AS BIGINT)
    THEN quotas.until ELSE CAST($2 AS BIGINT) END + CAST($3 AS BIGINT)
WHERE quotas.until <= CAST($2 AS BIGINT) + CAST($4 AS BIGINT)"""
# `until` is the time at which the next attempt is allowed, `count` the attempts in a row.
ATTEMPT = """
INSERT INTO quotas (name, until, count) VALUES ($1, CAST($2 AS BIGINT), 1)
ON CONFLICT (name) DO UPDATE SET count = quotas.count + 1,
    until = CAST($2 AS BIGINT) + CASE
        WHEN quotas.count < CAST($3 AS BIGINT) THEN 0
        WHEN quotas.count >= CAST($3 AS BIGINT) + 20 THEN CAST($5 AS BIGINT)
        WHEN CAST($4 AS BIGINT) << CAST(quotas.count - CAST($3 AS BIGINT) AS INTEGER)
            > CAST($5 AS BIGINT) THEN CAST($5 AS BIGINT)
        ELSE CAST($4 AS BIGINT) << CAST(quotas.count - CAST($3 AS BIGINT) AS INTEGER) END
WHERE quotas.until <= CAST($2 AS BIGINT)"""
CHARGE = "UPDATE quotas SET until = until + $2 WHERE name = $1"
DROP = "DELETE FROM quotas WHERE name = $1"
FORGET = "DELETE FROM quotas WHERE until < $1"

SECOND, HOUR, DAY = 1000, 3_600_000, 86_400_000


class Quota(msgspec.Struct, frozen=True):
    """A quota: `burst` uses at once, and after that one use every `each` milliseconds."""

    what: str
    burst: int
    each: int

    @classmethod
    def of(cls, what: str, rate: float, burst: int) -> "Quota":
        """Return the quota of a limit: so many uses a second, and a burst."""
        return cls(what, burst, round(1000 / rate))


class Backoff(msgspec.Struct, frozen=True):
    """Exponential backoff: `free` attempts, then a wait of `first` milliseconds that doubles.

    A day after the last attempt, the count starts again.
    """

    what: str
    free: int
    first: int
    most: int = HOUR


# Wrong passwords for an account: those of one client, and of all together. A client who
# guesses is stopped long before the owner is locked out.
PASSWORDS = Backoff("password", 5, 30 * SECOND)
PASSWORDS_OF_ALL = Quota("passwords", 50, 5 * 60 * SECOND)
RECOVERIES = Backoff("recovery", 1, 600 * SECOND, DAY)  # links requested for an account
CONFIRMATIONS_BY = Quota(
    "confirm by", 3, HOUR
)  # addresses that a player wants confirmed
CONFIRMATIONS_AT = Quota("confirm at", 10, HOUR)  # the same, by a client
CONFIRMATIONS_TO = Quota(
    "confirm to", 2, DAY
)  # e-mails to an address nobody has confirmed
CONFIRMATIONS = Quota("confirm", 200, DAY // 500)  # sent by the server in all
RECOVERY_MAILS = Quota("recover", 200, DAY // 500)
ALARMS = Quota("alarm", 1, DAY)  # e-mails to an owner whose password is guessed at


class Quotas:
    """Counts uses of quotas in the database."""

    def __init__(self, store: Store):
        self.store = store

    async def take(self, quota: Quota, whose: str, at: int) -> None:
        """Count one use of a quota by a person.

        Raises:
            RequestRefused: The quota is used up for now.
        """
        spare = (quota.burst - 1) * quota.each
        await self._write(TAKE, (_name(quota, whose), at, quota.each, spare), at)

    async def attempt(self, quota: Backoff, whose: str, at: int) -> None:
        """Count an attempt of a person.

        Raises:
            RequestRefused: The wait after the last attempt is not over.
        """
        row = (_name(quota, whose), at, quota.free, quota.first, quota.most)
        await self._write(ATTEMPT, row, at)

    async def charge(self, quota: Quota, whose: str, count: int) -> None:
        """Count more uses by a person who has just used a quota."""
        row = (_name(quota, whose), count * quota.each)
        await self.store.write_if((CHARGE, row))

    async def give_back(self, quota: Quota | Backoff, whose: str) -> None:
        """Refill a person's quota."""
        await self.store.write_if((DROP, (_name(quota, whose),)))

    async def _write(self, sql: str, row: tuple[object, ...], at: int) -> None:
        if not await self.store.write_if((sql, row), (FORGET, (at - DAY,))):
            raise RequestRefused("too_fast")


class SharedLimit:
    """A limit of each client, counted in the database for all processes of a server."""

    FREE = 1  # milliseconds: limits with a shorter wait are not enforced

    def __init__(self, quotas: Quotas, quota: Quota, now: Callable[[], int]):
        self._quotas = quotas
        self._quota = quota
        self._now = now

    async def take(self, client: str) -> None:
        """Count one use by a client.

        Raises:
            RequestRefused: The client has used up its limit for now.
        """
        if self._quota.each > self.FREE:
            await self._quotas.take(self._quota, client, self._now())

    async def charge(self, client: str, count: int) -> None:
        """Count more uses by a client that has just been counted."""
        await self._quotas.charge(self._quota, client, count)


def _name(quota: Quota | Backoff, whose: str) -> str:
    """Return the name of a person's quota, hashed to protect the person."""
    return f"{quota.what} {sha256(whose.casefold().encode()).hexdigest()[:32]}"
