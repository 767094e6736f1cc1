"""Quotas that all processes of a server share, stored in the database."""

import contextlib
from hashlib import sha256

import msgspec

from comptoir.server.domain.refusals import RequestRefused

from .database import Conflict
from .store import Store

# `until` is the time at which the quota will be full again at its rate.
TAKE = """
INSERT INTO quotas (name, until) VALUES ($1, CAST($2 AS BIGINT) + CAST($3 AS BIGINT))
ON CONFLICT (name) DO UPDATE SET until = CASE WHEN quotas.until > CAST($2 AS BIGINT)
    THEN quotas.until ELSE CAST($2 AS BIGINT) END + CAST($3 AS BIGINT)
WHERE quotas.until <= CAST($2 AS BIGINT) + CAST($4 AS BIGINT)"""
DROP = "DELETE FROM quotas WHERE name = $1"
FORGET = "DELETE FROM quotas WHERE until < $1"

SECOND, HOUR, DAY = 1000, 3_600_000, 86_400_000


class Quota(msgspec.Struct, frozen=True):
    """A quota: `burst` uses at once, and after that one use every `each` milliseconds."""

    what: str
    burst: int
    each: int

    def name(self, whose: str) -> str:
        """Return the name of a person's quota, hashed to protect the person."""
        return f"{self.what} {sha256(whose.casefold().encode()).hexdigest()[:32]}"


PASSWORDS = Quota("password", 10, 60 * SECOND)  # wrong passwords for an account
MAILS_OF = Quota("mail of", 3, HOUR)  # e-mails that an account requests
MAILS_TO = Quota("mail to", 3, HOUR)  # requested e-mails to an address
MAILS = Quota("mail", 500, DAY // 500)  # requested e-mails of a server


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
        try:
            row = (quota.name(whose), at, quota.each, spare)
            await self.store.write((TAKE, row), (FORGET, (at - DAY,)))
        except Conflict:
            raise RequestRefused("too_fast") from None

    async def give_back(self, quota: Quota, whose: str) -> None:
        """Refill a person's quota."""
        with contextlib.suppress(Conflict):
            await self.store.write((DROP, (quota.name(whose),)))
