"""How much one client may ask for, so that nobody takes the table from the others."""

import time
from collections import Counter

import msgspec

from comptoir.bots.budget import Budget
from comptoir.server.tables.refusals import RequestRefused

ITERATIONS_A_SECOND = 1000  # what a search is taken to do, to compare budgets


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's limits; a client is an address, and on a socket a player."""

    requests: float = 20.0  # HTTP requests a second of one address
    burst: int = 200
    messages: float = 10.0  # messages a second on one socket
    message_burst: int = 60
    strikes: int = 20  # messages that make no sense, on one socket
    sockets: int = 100  # of one address
    tables: int = 50  # open ones that one player has made
    sign_ups: float = 0.5  # new players and passwords tried a second, of one address
    sign_up_burst: int = 20
    thought: float = 3.0  # seconds a bot may think

    def allows(self, budget: Budget) -> bool:
        """Whether a bot with this budget may be seated."""
        seconds = budget.seconds or (budget.iterations or 0) / ITERATIONS_A_SECOND
        return seconds <= self.thought


class Bucket:
    """Fills at a rate and holds so much; each request takes one out."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: int):
        self._rate = rate
        self._most = most
        self._left = float(most)
        self._at = time.monotonic()

    @property
    def full(self) -> bool:
        """Whether nothing was taken for a while."""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most

    def take(self) -> None:
        """Take one out.

        Raises:
            RequestRefused: It is empty.
        """
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            raise RequestRefused("too_fast")
        self._left -= 1


class Buckets:
    """One bucket a client; full ones are forgotten."""

    MOST = 10_000

    def __init__(self, rate: float, most: int):
        self._rate = rate
        self._most = most
        self._of: dict[str, Bucket] = {}

    def take(self, client: str) -> None:
        """Take one out of a client's bucket."""
        if len(self._of) >= self.MOST:
            self._of = {who: b for who, b in self._of.items() if not b.full}
        self._of.setdefault(client, Bucket(self._rate, self._most)).take()


class Sockets:
    """Counts the open sockets of each address."""

    def __init__(self, most: int):
        self._most = most
        self._of: Counter[str] = Counter()

    def add(self, client: str) -> None:
        """Count one more.

        Raises:
            RequestRefused: There are too many.
        """
        if self._of[client] >= self._most:
            raise RequestRefused("too_many_sockets")
        self._of[client] += 1

    def drop(self, client: str) -> None:
        """Count one less."""
        self._of[client] -= 1
        if self._of[client] <= 0:
            del self._of[client]
