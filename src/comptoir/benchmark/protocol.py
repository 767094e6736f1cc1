"""Benchmark protocols: which games an agent plays, against whom, and with which seeds.

A protocol is a JSON file in this folder and never changes. It pins its opponents by the rules'
version, by the digest of the game's network, and by a *witness*: a digest of the moves in one
game that the opponents play among themselves. When a game gets a better network, the old one
moves to `networks/DIGEST.npz`, and the opponents keep using it.
"""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Self

import msgspec

from comptoir.arena.contest import Contest, Slot
from comptoir.arena.played import Player
from comptoir.bots.names import POLICY
from comptoir.engine.backends import compiler
from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry
from comptoir.engine.runs.trained import FILE

FOLDER = Path(__file__).parent
NETWORKS = FOLDER / "networks"
NEWEST = "merchant-v1"
TUNING = "tuning"  # the seeds for tuning an agent; the others are for evaluation
KEY_LENGTH = 16


class BenchmarkTable(msgspec.Struct, frozen=True, order=True):
    """A game with a number of seats, and the versions that its opponents must have."""

    game: str
    seats: int
    rules: int
    network: str  # the digest of the game's network file
    witness: dict[str, str]  # by field: the digest of a game among the opponents


class BenchmarkRow(msgspec.Struct, frozen=True, order=True):
    """A table and a field of opponents: one row of results."""

    game: str
    seats: int
    field: str

    def __str__(self) -> str:
        return f"{self.game}/{self.seats}/{self.field}"


class Protocol(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that determines a benchmark, except the agent and the key of the seeds."""

    name: str
    games: int  # per row; rounded up so that every deal is played from every seat
    limit: float  # seconds an agent may think about one move
    fields: dict[str, list[str]]  # the opponents in order; the last one fills the seats
    tables: list[BenchmarkTable]

    @classmethod
    def load(cls, name: str = NEWEST) -> Self:
        """Return the protocol with a name.

        Raises:
            BadSetup: There is no such protocol.
        """
        path = FOLDER / f"{name}.json"
        if not path.is_file():
            known = ", ".join(sorted(each.stem for each in FOLDER.glob("*.json")))
            raise BadSetup(f"no protocol {name!r}: expected one of {known}")
        return msgspec.json.decode(path.read_bytes(), type=cls)

    @property
    def digest(self) -> str:
        """The digest of the protocol, for its results to refer to."""
        return sha256(msgspec.json.encode(self)).hexdigest()

    def rows(
        self,
        game: str | None = None,
        seats: int | None = None,
        field: str | None = None,
    ) -> list[BenchmarkRow]:
        """Return the rows, of one game, number of seats or field if given.

        Raises:
            BadSetup: The protocol has no such rows.
        """
        found = [
            row
            for table in self.tables
            for row in (
                BenchmarkRow(table.game, table.seats, each) for each in self.fields
            )
            if game in (None, row.game)
            and seats in (None, row.seats)
            and field in (None, row.field)
        ]
        if not found:
            asked = [str(one) for one in (game, seats, field) if one is not None]
            raise BadSetup(
                f"{self.name} has no row {'/'.join(asked)}: expected some of "
                f"{', '.join(map(str, self.rows()))}"
            )
        return found

    def table(self, row: BenchmarkRow) -> BenchmarkTable:
        """Return the table of a row."""
        return next(
            t for t in self.tables if (t.game, t.seats) == (row.game, row.seats)
        )

    def opponents(self, row: BenchmarkRow) -> list[str]:
        """Return the opponents of a row."""
        named = self.fields[row.field]
        return (named + named[-1:] * row.seats)[: row.seats - 1]

    def contest(self, row: BenchmarkRow, agent: str, key: str) -> Contest:
        """Return the games of a row; the agent begins in seat 0 and changes seats."""
        return Contest(
            game=row.game,
            rules=self.table(row).rules,
            seats=row.seats,
            bots=[agent, *(self._pinned(row, one) for one in self.opponents(row))],
            options={},
            seed=f"{self.name}/{key}",
            with_moves=True,
        )

    def check(self, row: BenchmarkRow) -> None:
        """Check that the opponents of a row play as they did when they were pinned.

        Raises:
            BadSetup: The network, the rules or a bot have changed.
        """
        table = self.table(row)
        registry.load(row.game).check_rules(table.rules)
        if self.witness(row) != table.witness.get(row.field):
            raise BadSetup(
                f"{self.name}: the opponents of {row} do not play as they did: another "
                "version of Comptoir has them"
            )

    def witness(self, row: BenchmarkRow) -> str:
        """Return a digest of the moves of one game among the opponents of a row.

        Searches are compiled first, because uncompiled ones choose different moves.
        """
        if compiler.available():
            compiler.kernels_of(registry.load(row.game)).warm("search")
        first = self._pinned(row, self.opponents(row)[0])
        contest = self.contest(row, first, "witness")
        played = Player(contest, [0.0] * 3).play(Slot(0, 0))
        if played.fault:
            raise BadSetup(f"{self.name}: the opponents of {row} fail: {played.fault}")
        return sha256(msgspec.json.encode(played.played)).hexdigest()[:KEY_LENGTH]

    def _pinned(self, row: BenchmarkRow, bot: str) -> str:
        """Return an opponent, which uses the pinned network if the game has a newer one."""
        digest = self.table(row).network
        if bot != POLICY or network_digest(row.game) == digest:
            return bot
        path = NETWORKS / f"{digest}.npz"
        if not path.is_file():
            raise BadSetup(
                f"{self.name} needs the network of {row.game} with the digest {digest}, "
                "which this version of Comptoir does not have"
            )
        return f"{POLICY}:{path}"

    def key(self, agent_digest: str) -> str:
        """Return the key of the seeds on which an agent is evaluated.

        It follows from the agent, so the seeds cannot be known before the agent is finished.
        """
        text = f"{self.digest}\n{agent_digest}"
        return sha256(text.encode()).hexdigest()[:KEY_LENGTH]


def network_digest(game: str) -> str:
    """Return the digest of the file of a game's network."""
    path = registry.load(game).folder / FILE
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def pinned(
    name: str, games: int, limit: float, fields: Mapping[str, list[str]]
) -> Protocol:
    """Return a new protocol that pins all games as they are now."""
    own = registry.own_names()
    empty: dict[str, str] = {}
    tables = [
        BenchmarkTable(
            each, seats, registry.load(each).version, network_digest(each), empty
        )
        for each in own
        for seats in registry.load(each).seats
    ]
    bare = Protocol(
        name=name, games=games, limit=limit, fields=dict(fields), tables=tables
    )
    full = [
        msgspec.structs.replace(
            table,
            witness={
                each: bare.witness(BenchmarkRow(table.game, table.seats, each))
                for each in fields
            },
        )
        for table in tables
    ]
    return msgspec.structs.replace(bare, tables=full)
