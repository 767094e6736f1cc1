"""Rate limits and quotas per client, so that no client slows down the others."""

import contextlib
import time
from collections import Counter
from collections.abc import Iterator

import msgspec

from comptoir.bots.budget import Budget
from comptoir.server.domain.refusals import RequestRefused

DEBT = 100  # refused requests after which a client is cut off for a while
CROWD = 5  # an address may make this many times as many requests as a player
ITERATIONS_A_SECOND = 1000  # assumed speed of a search, to convert budgets


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's limits. A client is an address; on sockets, limits also apply per player."""

    requests: float = 20.0  # HTTP requests a second of one address
    burst: int = 200
    messages: float = 10.0  # messages a second of one player, on all sockets together
    message_burst: int = 60
    talk: float = 1.0  # chat messages and phrases a second of one player
    talk_burst: int = 10
    strikes: int = 20  # invalid messages on one socket
    sockets: int = 100  # open sockets of one address
    player_sockets: int = 60  # open sockets of one player
    tables: int = 50  # open tables that one player has made
    new_tables: float = 0.2  # tables made a second, of one address
    new_table_burst: int = 60
    sign_ups: float = 0.5  # new players and password attempts a second, of one address
    sign_up_burst: int = 20
    thought: float = 3.0  # the largest budget of a seated bot, in seconds
    unwatched: float = 20.0  # bots' moves a second, at all tables without people
    head: int = 32 * 1024  # bytes of a request's headers
    patience: float = 20.0  # seconds for a request to arrive, or a reader to read

    def allows(self, budget: Budget) -> bool:
        """Return True if a bot with this budget may be seated."""
        seconds = budget.seconds or (budget.iterations or 0) / ITERATIONS_A_SECOND
        return seconds <= self.thought


class Bucket:
    """A token bucket: it fills at a rate up to a maximum; each request takes one token."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: int):
        self._rate = rate
        self._most = most
        self._left = float(most)
        self._at = time.monotonic()

    @property
    def full(self) -> bool:
        """True if the bucket is full again because no requests came for a while."""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most

    def take(self) -> None:
        """Take one token.

        Raises:
            RequestRefused: The bucket is empty.
        """
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            raise RequestRefused("too_fast")
        self._left -= 1

    @property
    def owes(self) -> bool:
        """True if the bucket is so far overdrawn that the client is cut off for a while."""
        return self._left + (time.monotonic() - self._at) * self._rate < -DEBT

    def charge(self, count: int) -> None:
        """Take tokens even if there are none; the debt is limited."""
        self._left = max(self._left - count, -2 * DEBT)


class Buckets:
    """A token bucket per client; full ones are dropped."""

    MOST = 10_000

    def __init__(self, rate: float, most: int):
        self._rate = rate
        self._most = most
        self._of: dict[str, Bucket] = {}
        self._room = self.MOST

    def take(self, client: str) -> None:
        """Take one token from a client's bucket."""
        bucket = self._of.get(client)
        if bucket is None:
            if len(self._of) >= self._room:
                self._of = {who: b for who, b in self._of.items() if not b.full}
                self._room = max(self.MOST, 2 * len(self._of))
            bucket = self._of[client] = Bucket(self._rate, self._most)
        bucket.take()

    def owes(self, client: str) -> bool:
        """Return True if a client sent many more requests after it was refused."""
        return client in self._of and self._of[client].owes

    def charge(self, client: str, count: int) -> None:
        """Take more tokens from the bucket of a client that has just taken one."""
        if client in self._of:
            self._of[client].charge(count)


class Crowd:
    """A bucket for each player, shared by their sockets, and a larger one for each address.

    A client without a player is limited by its address alone.
    """

    def __init__(self, rate: float, most: int):
        self._players = Buckets(rate, most)
        self._addresses = Buckets(rate * CROWD, most * CROWD)

    def take(self, player: str, address: str) -> None:
        """Take a token from both buckets."""
        self._players.take(player or address)
        self._addresses.take(address)


class Sockets:
    """Counts the open sockets of each address, or of each player."""

    def __init__(self, most: int):
        self._most = most
        self._of: Counter[str] = Counter()

    @contextlib.contextmanager
    def one(self, client: str) -> Iterator[None]:
        """Count one more socket while the context is open.

        Raises:
            RequestRefused: The client has too many.
        """
        if self._of[client] >= self._most:
            raise RequestRefused("too_many_sockets")
        self._of[client] += 1
        try:
            yield
        finally:
            self._of[client] -= 1
            if not self._of[client]:
                del self._of[client]


class Allowances:
    """The remaining allowance of each client under each limit of a server."""

    def __init__(self, limits: Limits):
        self.requests = Buckets(limits.requests, limits.burst)
        self.messages = Crowd(limits.messages, limits.message_burst)
        self.talk = Crowd(limits.talk, limits.talk_burst)
        self.sockets = Sockets(limits.sockets)
        self.player_sockets = Sockets(limits.player_sockets)
