"""How much one client may ask for, so that nobody takes the table from the others."""

import contextlib
import time
from collections import Counter
from collections.abc import Iterator

import msgspec

from comptoir.bots.budget import Budget
from comptoir.server.domain.refusals import RequestRefused

DEBT = 100  # refused requests after which a client is not even heard, for a while
CROWD = 5  # players that an address may stand for
ITERATIONS_A_SECOND = 1000  # what a search is taken to do, to compare budgets


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's limits; a client is an address, and on sockets a player besides."""

    requests: float = 20.0  # HTTP requests a second of one address
    burst: int = 200
    messages: float = 10.0  # messages a second of one player, on all sockets together
    message_burst: int = 60
    talk: float = 1.0  # of these, chat and phrases
    talk_burst: int = 10
    strikes: int = 20  # messages that make no sense, on one socket
    sockets: int = 100  # of one address
    player_sockets: int = 60  # of one player
    tables: int = 50  # open ones that one player has made
    new_tables: float = 0.2  # tables made a second, of one address
    new_table_burst: int = 60
    sign_ups: float = 0.5  # new players and passwords tried a second, of one address
    sign_up_burst: int = 20
    thought: float = 3.0  # seconds a bot may think
    unwatched: float = 20.0  # bots' moves a second at all tables where nobody plays
    head: int = 32 * 1024  # bytes of a request's headers
    patience: float = 20.0  # seconds for a request to arrive, for a reader to take some

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

    @property
    def owes(self) -> bool:
        """Whether so much more was taken than it holds that a while must pass."""
        return self._left + (time.monotonic() - self._at) * self._rate < -DEBT

    def charge(self, count: int) -> None:
        """Take more out, whether it is there or not; the debt has an end."""
        self._left = max(self._left - count, -2 * DEBT)


class Buckets:
    """One bucket a client; full ones are forgotten."""

    MOST = 10_000

    def __init__(self, rate: float, most: int):
        self._rate = rate
        self._most = most
        self._of: dict[str, Bucket] = {}
        self._room = self.MOST

    def take(self, client: str) -> None:
        """Take one out of a client's bucket."""
        bucket = self._of.get(client)
        if bucket is None:
            if len(self._of) >= self._room:
                self._of = {who: b for who, b in self._of.items() if not b.full}
                self._room = max(self.MOST, 2 * len(self._of))
            bucket = self._of[client] = Bucket(self._rate, self._most)
        bucket.take()

    def owes(self, client: str) -> bool:
        """Whether a client went on for long after it was refused."""
        return client in self._of and self._of[client].owes

    def charge(self, client: str, count: int) -> None:
        """Take more out of the bucket of a client that has just taken."""
        if client in self._of:
            self._of[client].charge(count)


class Crowd:
    """A bucket a player, whatever their sockets, and a larger one an address.

    Without a name, a client is known by its address.
    """

    def __init__(self, rate: float, most: int):
        self._players = Buckets(rate, most)
        self._addresses = Buckets(rate * CROWD, most * CROWD)

    def take(self, player: str, address: str) -> None:
        """Take one out of both."""
        self._players.take(player or address)
        self._addresses.take(address)


class Sockets:
    """Counts the open sockets of each address, or of each player."""

    def __init__(self, most: int):
        self._most = most
        self._of: Counter[str] = Counter()

    @contextlib.contextmanager
    def one(self, client: str) -> Iterator[None]:
        """Count one more for a while.

        Raises:
            RequestRefused: There are too many.
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
    """What is left of the limits to each client of one server."""

    def __init__(self, limits: Limits):
        self.requests = Buckets(limits.requests, limits.burst)
        self.messages = Crowd(limits.messages, limits.message_burst)
        self.talk = Crowd(limits.talk, limits.talk_burst)
        self.sockets = Sockets(limits.sockets)
        self.player_sockets = Sockets(limits.player_sockets)
        self.new_tables = Buckets(limits.new_tables, limits.new_table_burst)
        self.sign_ups = Buckets(limits.sign_ups, limits.sign_up_burst)
