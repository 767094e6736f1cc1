"""One tree of a search and the arrays it grows in, plain or compiled."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from comptoir.engine.kernels.search import (
    CHILD,
    MOVE,
    MOVES,
    NEXT,
    NODE,
    ROOT,
    SEAT,
    STATE,
    USED,
    VISITS,
    search,
)
from comptoir.engine.model.game import Game
from comptoir.engine.rules.rng import DICE_WORDS
from comptoir.engine.rules.table import Plain, new_tables, pack

if TYPE_CHECKING:
    from comptoir.engine.backends.compiled import Compiled

ROOM = 1 << 17  # nodes, where time ends a search and not their number
PLAIN_ROOM = 1 << 12
DEEPEST = 256


class Settings(msgspec.Struct, frozen=True):
    """How a tree is grown; `search` says what each does, docs/bots.md what was measured."""

    guided: int = 100
    whose: int = 0
    explore: float = 0.7
    trust: float = 0.4


class Branch(msgspec.Struct, frozen=True):
    """A move that was tried, the node under it, and what came of it, added up."""

    node: int
    move: int
    visits: int
    wins: float = 0.0
    points: float = 0.0


class Tree:
    """A search for one seat: plant it at a table, grow it, look at its branches."""

    def __init__(
        self, game: Game, seats: int, room: int, kernels: "Compiled | None" = None
    ):
        self.seat = 0
        self.plain = kernels is None
        self._kernel = kernels.search if kernels else game.plain(search)
        self._tables: Any = new_tables(game.table, 2)
        self._boxes: Any = new_tables(game.box, 1)
        room = min(room, PLAIN_ROOM) if self.plain else room
        actions = len(game.actions)
        self._arrays: dict[str, Any] = {
            "moves": np.zeros(actions, np.int64),
            "marks": np.zeros(actions, np.int64),
            "path": np.zeros(DEEPEST, np.int64),
            "dice": np.zeros(DICE_WORDS, np.int64),
            "nodes": np.zeros((room + 1, NODE), np.int32),
            "values": np.zeros((room + 1, seats), np.float64),
            "tallies": np.zeros((actions, 2), np.float64),
            "state": np.zeros(STATE, np.int64),
            "rewards": np.zeros(seats, np.float64),
            "points": np.zeros(seats, np.int64),
            "ranks": np.zeros(seats, np.int64),
        }
        self._work = self._arrays

    def plant(self, table: Plain, box: Plain, seat: int, dice: Sequence[int]) -> None:
        """Begin a search for a seat; the table must be one that it imagined."""
        self.seat = seat
        arrays = self._arrays
        for name in ("marks", "tallies", "state"):
            arrays[name][:] = 0
        arrays["nodes"][ROOT] = arrays["values"][ROOT] = 0
        arrays["dice"][:] = dice
        arrays["state"][USED] = 1
        if self.plain:
            self._tables, self._boxes = [table, table], [box]
            self._work = {name: array.tolist() for name, array in arrays.items()}
        else:
            pack(table, self._tables[0])
            pack(box, self._boxes[0])

    def grow(self, iterations: int, settings: Settings) -> None:
        """Go on for some iterations."""
        self._kernel(
            self._tables,
            self._boxes,
            self.seat,
            iterations,
            settings.guided,
            settings.whose,
            settings.explore,
            settings.trust,
            *self._work.values(),
        )

    @property
    def iterations(self) -> int:
        """How often the game was played to its end."""
        return int(self._work["nodes"][ROOT][VISITS])

    @property
    def played(self) -> int:
        """How many moves were played in all."""
        return int(self._work["state"][MOVES])

    def branches(self, node: int = ROOT, seat: int | None = None) -> Iterator[Branch]:
        """Return the moves a seat tried after a node; the searching seat's at the root."""
        nodes, tallies = self._work["nodes"], self._work["tallies"]
        child = nodes[node][CHILD]
        while child != ROOT:
            row = nodes[child]
            if row[SEAT] == (self.seat if seat is None else seat):
                wins, points = tallies[row[MOVE]]
                counts = int(row[MOVE]), int(row[VISITS])
                yield Branch(int(child), *counts, float(wins), float(points))
            child = row[NEXT]

    def usual(self, node: int, seat: int, legal: Collection[int]) -> Branch | None:
        """Return the legal move that a seat took most often after a node, if any."""
        tried = [b for b in self.branches(node, seat) if b.move in legal and b.visits]
        return max(tried, key=lambda b: (b.visits, -b.move), default=None)
