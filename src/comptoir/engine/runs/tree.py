"""One tree of a search and the arrays it grows in, plain or compiled."""

from collections.abc import Collection, Iterator, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec

from comptoir.engine.kernels import KERNELS
from comptoir.engine.kernels.guided import guided_arguments
from comptoir.engine.kernels.kernel import as_lists
from comptoir.engine.kernels.loop import HOUSE, LEARNER, RANDOM, TOTAL, policy_at
from comptoir.engine.kernels.search import (
    CHILD,
    MOVE,
    NEXT,
    ROOT,
    SEAT,
    USED,
    VISITS,
    search,
    tree_arguments,
)
from comptoir.engine.model.game import Game
from comptoir.engine.rules.table import Plain, new_tables, pack

from .network import Network

if TYPE_CHECKING:
    from comptoir.engine.backends.compiler import Compiled

ROOM = 1 << 17  # nodes, where time ends a search and not their number
PLAIN_ROOM = 1 << 12


class SearchSettings(msgspec.Struct, frozen=True):
    """How a tree is grown; docs/search.md says what was measured.

    `house_share` is the percentage of moves outside the tree that the house bot makes, the
    others being random; `all_seats` keeps the decisions of all seats in the tree, not only
    those of the seat that searches; `explore` weighs what was tried little (PUCT), and
    `prior` is the share of it that the house bot's move begins with.

    The other settings are for trees that a network guides. Its policy hands out a share
    `trust` of that weight instead; the rest is even. The other seats move by the policy, at
    the temperature `others`, or in `strangers` cases of 100, each seat by its own lot in
    every iteration, by `house_share`. An untried action promises `fpu` less than its node.
    The tree is `deep` decisions deep; from a leaf on the policy makes `ahead` more before the
    network's value is asked. `mix` is the percentage of leaves that are played to the end
    instead, by `house_share`: what the network says of itself, if None.
    """

    house_share: int = HOUSE
    all_seats: bool = False
    explore: float = 0.7
    prior: float = 0.4
    trust: float = 0.7
    others: float = 1.0
    strangers: int = 50
    fpu: float = 0.1
    deep: int = 2
    ahead: int = 12
    mix: int | None = None

    def for_game(self, game: Game) -> "SearchSettings":
        """Return these settings, without the house where a game has no rules of thumb."""
        if game.has_house:
            return self
        return msgspec.structs.replace(self, house_share=RANDOM, prior=0.0, strangers=0)


class Branch(msgspec.Struct, frozen=True):
    """A move that was tried, the node under it, and what came of it, added up."""

    node: int
    move: int
    visits: int
    wins: float = 0.0
    points: float = 0.0
    worth: float = 0.0  # to the seat whose move it is, 0 to 1, on average


class Tree:
    """A search for one seat: plant it at a table, grow it, look at its branches."""

    def __init__(
        self,
        game: Game,
        seats: int,
        room: int,
        kernels: "Compiled | None" = None,
        network: Network | None = None,
    ):
        self.game = game
        self.plain = kernels is None
        self.network = network if kernels else None
        self._kernels: Any = kernels or SimpleNamespace(search=game.plain(search))
        self._kernel = KERNELS["search"]
        self._tables: Any = new_tables(game.table, 2)
        self._boxes: Any = new_tables(game.box, 1)
        room = min(room, PLAIN_ROOM) if self.plain else room
        self._arrays = dict(tree_arguments(game, seats, room))
        if self.network:
            more = guided_arguments(game, seats, room, self.network.width)
            self._arrays |= {**more, "network": self.network.given}
        self._given: dict[str, Any] = dict(self._arrays)

    @property
    def seat(self) -> int:
        """The seat that searches."""
        return int(self._given["seat"])

    def plant(self, table: Plain, box: Plain, seat: int, dice: Sequence[int]) -> None:
        """Begin a search for a seat; the table must be one that it imagined."""
        arrays = self._arrays
        nodes, values, tallies, counters = arrays["tree"]
        _, marks, *_ = arrays["scratch"]
        for array in (marks, tallies, counters, arrays["state"]):
            array[:] = 0
        nodes[ROOT] = values[ROOT] = 0
        counters[USED] = 1
        arrays["state"][: len(dice)] = dice
        if self.plain:
            self._tables, self._boxes = [table, table], [box]
            self._given = {name: as_lists(given) for name, given in arrays.items()}
        else:
            pack(table, self._tables[0])
            pack(box, self._boxes[0])
        self._given["seat"] = seat
        guides = self.network is not None and self.network.fits(box)
        self._kernel = KERNELS["guided" if guides else "search"]

    def grow(self, iterations: int, settings: SearchSettings) -> None:
        """Go on for some iterations."""
        given, kernel = self._given, self._kernel
        guided = kernel.name == "guided"
        in_tree, in_rollout = given["bots"]
        for seat in range(len(in_tree)):
            in_rollout[seat] = in_tree[seat] = settings.house_share
            if settings.all_seats or seat == given["seat"]:
                in_tree[seat] = LEARNER
        if guided and self.network:
            mix = settings.mix
            given["mix"] = self.network.rollouts if mix is None else mix
            in_tree[in_tree != LEARNER] = policy_at(settings.others)
        given |= {
            "tables": self._tables,
            "boxes": self._boxes,
            "iterations": iterations,
            "explore": settings.explore,
            "prior": settings.prior,
            "tuning": (settings.explore, settings.trust, settings.fpu),
            "reach": (settings.deep, settings.ahead),
            "strangers": settings.strangers,
        }
        loop = getattr(self._kernels, kernel.name)
        loop(*(given[name] for name in kernel.parameters))

    @property
    def iterations(self) -> int:
        """How often the game was played to its end."""
        return int(self._given["tree"][0][ROOT][VISITS])

    @property
    def played(self) -> int:
        """How many moves were played in all."""
        return int(self._given["state"][TOTAL])

    def branches(self, node: int = ROOT, seat: int | None = None) -> Iterator[Branch]:
        """Return the moves a seat tried after a node; the searching seat's at the root."""
        nodes, values, tallies, _ = self._given["tree"]
        child = nodes[node][CHILD]
        while child != ROOT:
            row = nodes[child]
            if row[SEAT] == (self.seat if seat is None else seat):
                wins, points = tallies[row[MOVE]]
                counts = int(row[MOVE]), int(row[VISITS])
                worth = float(values[child][row[SEAT]]) / max(counts[1], 1)
                yield Branch(int(child), *counts, float(wins), float(points), worth)
            child = row[NEXT]

    def usual(self, node: int, seat: int, legal: Collection[int]) -> Branch | None:
        """Return the legal move that a seat took most often after a node, if any."""
        tried = [b for b in self.branches(node, seat) if b.move in legal and b.visits]
        return max(tried, key=lambda b: (b.visits, -b.move), default=None)
