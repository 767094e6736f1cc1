"""A search tree and its arrays, run as plain Python or compiled."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from comptoir.engine.kernels import KERNELS
from comptoir.engine.kernels.arrays import listed_zeros
from comptoir.engine.kernels.guided import GuidedSettings, guided_arguments
from comptoir.engine.kernels.loop import HOUSE, LEARNER, RANDOM, TOTAL, policy_at
from comptoir.engine.kernels.search import (
    CHILD,
    MOVE,
    NEXT,
    ROOT,
    SEAT,
    USED,
    VISITS,
    SearchTree,
    tree_arguments,
)
from comptoir.engine.model.game import Game
from comptoir.engine.rules.fields import FieldRecord
from comptoir.engine.rules.table import Plain

from .trained import TrainedNetwork

if TYPE_CHECKING:
    from comptoir.engine.backends.compiler import Compiled
    from comptoir.engine.backends.wasm import WasmKernels

MOST_NODES = 1 << 17  # nodes of a search that is limited by time
MOST_PLAIN_NODES = 1 << 12
SLICE = 0.004  # seconds of growing between two checks of the clock


class SearchSettings(msgspec.Struct, frozen=True):
    """Settings of a tree search, which docs/search.md explains.

    Args:
        house_share: The percentage of moves outside the tree that the house bot makes; the
            others are random.
        all_seats: Put the decisions of all seats in the tree, instead of only those of the
            searching seat.
        explore: The exploration weight of PUCT.
        house_prior: The share of the prior that the house bot's move gets.

    The other settings apply to trees guided by a network.

    Args:
        prior_weight: The share of the prior that the policy distributes; the rest is uniform.
        opponent_temperature: The policy's temperature for the other seats.
        house_opponent_share: The probability, in percent, that another seat moves like the
            bots of the rollouts (see `house_share`) instead of by the policy; drawn for each
            seat in every iteration.
        fpu: How much lower than its node an untried action is valued (first-play urgency).
        max_depth: The depth of the tree in decisions.
        rollout_steps: The number of decisions that the policy plays after a leaf before the
            network evaluates the position.
        rollout_share: The percentage of leaves that are instead played to the end by the
            bots of the rollouts; None takes the percentage from the network's file.
    """

    house_share: int = HOUSE
    all_seats: bool = False
    explore: float = 0.7
    house_prior: float = 0.4
    prior_weight: float = 0.7
    opponent_temperature: float = 1.0
    house_opponent_share: int = 50
    fpu: float = 0.1
    max_depth: int = 2
    rollout_steps: int = 12
    rollout_share: int | None = None

    def for_game(self, game: Game) -> "SearchSettings":
        """Return these settings for a game, without the house bot if the game has none.

        If choices are sealed, the tree holds only the searching seat's decisions: nodes below
        another seat's choice would reveal it before all are open.
        """
        found = self
        if game.sealed and self.all_seats:
            found = msgspec.structs.replace(found, all_seats=False)
        if game.has_house:
            return found
        return msgspec.structs.replace(
            found, house_share=RANDOM, house_prior=0.0, house_opponent_share=0
        )


class TriedMove(msgspec.Struct, frozen=True):
    """A move tried in the tree, with its node and its summed results."""

    node: int
    move: int
    visits: int
    wins: float = 0.0
    points: float = 0.0
    worth: float = 0.0  # the mean reward, 0 to 1, of the seat that made the move


class PlainKernels:
    """A game's kernels as plain Python, on lists."""

    zeros = staticmethod(listed_zeros)

    def __init__(self, game: Game):
        self.game = game

    def __getattr__(self, name: str) -> Any:
        if name not in KERNELS:
            raise AttributeError(name)
        loop = self.game.plain(KERNELS[name].loop)
        setattr(self, name, loop)
        return loop

    def records(self, record: type[FieldRecord], count: int) -> list[Any]:
        """Return room for some tables or boxes."""
        return [None] * count

    def put(self, plain: Plain, record: type[FieldRecord], where: list[Any]) -> None:
        """Place a table or box; the search copies it before it plays."""
        where[:] = [plain] * len(where)


class Tree:
    """A tree search for one seat: `plant` starts it, `grow` extends it."""

    def __init__(
        self,
        game: Game,
        seats: int,
        most_nodes: int,
        kernels: "Compiled | WasmKernels | None" = None,
        network: TrainedNetwork | None = None,
    ):
        self.game = game
        self.plain = kernels is None
        self.network = network if kernels else None
        self._kernels: Any = kernels or PlainKernels(game)
        self._kernel = KERNELS["search"]
        self._tables: Any = self._kernels.records(game.table_class, 2)
        self._boxes: Any = self._kernels.records(game.box_class, 1)
        nodes = min(most_nodes, MOST_PLAIN_NODES) if self.plain else most_nodes
        self.slice: float = getattr(self._kernels, "slice", SLICE)
        self._size = (game, seats, nodes)
        self._given = self._arrays()

    def _arrays(self) -> dict[str, Any]:
        """Return new arguments for the kernels."""
        zeros = self._kernels.zeros
        if self.network:
            return {**guided_arguments(*self._size, self.network.given, zeros)}
        return {**tree_arguments(*self._size, zeros)}

    @property
    def seat(self) -> int:
        """The seat that searches."""
        return int(self._given["seat"])

    def plant(self, table: Plain, box: Plain, seat: int, dice: Sequence[int]) -> None:
        """Start a search for a seat, from a table determinized for that seat."""
        if self.plain:  # new lists are as fast as clearing old ones
            self._given = self._arrays()
        given = self._given
        tree, state = given["tree"], given["state"]
        if not self.plain:
            for array in (given["scratch"].marks, tree.tallies, tree.counters, state):
                array[:] = 0
            tree.nodes[ROOT] = tree.values[ROOT] = 0
        tree.counters[USED] = 1
        state[: len(dice)] = dice
        given["seat"] = seat
        self._kernels.put(table, self.game.table_class, self._tables)
        self._kernels.put(box, self.game.box_class, self._boxes)
        guides = self.network is not None and self.network.fits(box)
        self._kernel = KERNELS["guided" if guides else "search"]

    def grow(self, iterations: int, settings: SearchSettings) -> None:
        """Run more iterations."""
        given, kernel = self._given, self._kernel
        other = settings.house_share
        if kernel.name == "guided" and self.network:
            other = policy_at(settings.opponent_temperature)
            given["settings"] = _guided(settings, self.network)
        in_tree, in_rollout = given["bots"]
        for seat in range(len(in_tree)):
            searches = settings.all_seats or seat == given["seat"]
            in_tree[seat] = LEARNER if searches else other
            in_rollout[seat] = settings.house_share
        given |= {
            "tables": self._tables,
            "boxes": self._boxes,
            "iterations": iterations,
            "explore": settings.explore,
            "house_prior": settings.house_prior,
        }
        loop = getattr(self._kernels, kernel.name)
        loop(*(given[name] for name in kernel.parameters))

    @property
    def iterations(self) -> int:
        """The number of iterations so far."""
        return int(self._given["tree"].nodes[ROOT][VISITS])

    @property
    def played(self) -> int:
        """The number of moves played in all iterations."""
        return int(self._given["state"][TOTAL])

    def branches(
        self, node: int = ROOT, seat: int | None = None
    ) -> Iterator[TriedMove]:
        """Yield the moves a seat tried at a node; by default the searching seat at the root."""
        tree: SearchTree = self._given["tree"]
        nodes = tree.nodes
        child = nodes[node][CHILD]
        while child != ROOT:
            row = nodes[child]
            if row[SEAT] == (self.seat if seat is None else seat):
                wins, points = tree.tallies[row[MOVE]]
                counts = int(row[MOVE]), int(row[VISITS])
                worth = float(tree.values[child][row[SEAT]]) / max(counts[1], 1)
                yield TriedMove(int(child), *counts, float(wins), float(points), worth)
            child = row[NEXT]

    def usual(self, node: int, seat: int, legal: Collection[int]) -> TriedMove | None:
        """Return the legal move that a seat visited most often at a node; None if none was
        tried.
        """
        tried = [b for b in self.branches(node, seat) if b.move in legal and b.visits]
        return max(tried, key=lambda b: (b.visits, -b.move), default=None)


def _guided(settings: SearchSettings, network: TrainedNetwork) -> GuidedSettings:
    """Return the settings in the form that the kernel takes."""
    share = settings.rollout_share
    return GuidedSettings(
        explore=settings.explore,
        prior_weight=settings.prior_weight,
        fpu=settings.fpu,
        max_depth=settings.max_depth,
        rollout_steps=settings.rollout_steps,
        rollout_share=network.rollouts if share is None else share,
        house_opponent_share=settings.house_opponent_share,
    )
