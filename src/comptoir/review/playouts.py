"""Play-outs: imagined tables, and their games played to the end by house bots."""

from collections.abc import Callable, Generator, Sequence
from typing import Any, NamedTuple

from comptoir.bots.search import finish, loaded_or_ready
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.backends.wasm import WasmKernels
from comptoir.engine.kernels.kernel import as_lists
from comptoir.engine.kernels.loop import BOTS
from comptoir.engine.kernels.rollouts import NOTHING, rollout_arguments, rollouts
from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import RULES, Game
from comptoir.engine.model.seed import chance_key
from comptoir.engine.play.position import Position
from comptoir.engine.runs.tree import PlainKernels

from .columns import Column

PLAIN = 8  # play-outs while nothing is compiled
AT_ONCE = 128  # play-outs of one step
KERNELS = (rollouts.__name__,)

AnyKernels = Compiled | WasmKernels


class Outcomes(NamedTuple):
    """The results of play-outs: every seat's share of first place, and its lead in points.

    Both have a column for each seat, with a row for each table; a lead is a seat's points less
    the mean of the other seats'.
    """

    shares: Sequence[Column]
    leads: Sequence[Column]


class Playouts:
    """Plays games to the end from a position.

    `kernels` is the function that returns a game's compiled kernels.
    """

    def __init__(
        self, kernels: Callable[[Game], AnyKernels | None] | None = None
    ) -> None:
        self._kernels = kernels or loaded_or_ready

    def compiled(self, position: Position) -> AnyKernels | None:
        """Return the kernels for play-outs from a position; None if it is played plainly."""
        kernels = self._kernels(position.game) if _newest(position) else None
        ready = kernels and all(kernels.load(name) for name in KERNELS)
        return kernels if ready else None

    def deals(
        self, position: Position, viewers: Sequence[int], count: int, seed: str
    ) -> "Deals":
        """Return tables that the viewers imagine in turn; uncompiled, they are few."""
        kernels = self.compiled(position)
        if kernels is None:
            count = min(count, PLAIN)
        return Deals(
            kernels or PlainKernels(position.game), position, viewers, count, seed
        )


class Deals:
    """Imagined tables of one moment.

    Whatever is tried starts from the same tables and the same dice (common random numbers), so
    differences between two moves have a much smaller error than their chances.
    """

    def __init__(
        self,
        kernels: Any,
        position: Position,
        viewers: Sequence[int],
        count: int,
        seed: str,
    ):
        game, seats = position.game, position.table.seats
        self.count = count
        self._run = getattr(kernels, KERNELS[0])
        self._tables = kernels.records(game.table_class, 2)
        self._boxes = kernels.records(game.box_class, 1)
        kernels.put(position.table, game.table_class, self._tables)
        kernels.put(position.box, game.box_class, self._boxes)
        size = (game, seats, len(viewers), count)
        self._given = dict(rollout_arguments(*size, kernels.zeros))
        self._given["viewers"][:] = [*viewers]
        self._given["key"][:], _ = chance_key(seed)
        bot = BOTS["house" if game.has_house else "random"]
        self._given["bots"][:] = [bot] * seats

    def play(self, seat: int = 0, action: Action | None = None) -> Outcomes:
        """Play every table to its end and return the results.

        With an action, its seat takes it first; otherwise the bots begin.
        """
        return finish(self.playing(seat, action))

    def playing(
        self, seat: int = 0, action: Action | None = None
    ) -> Generator[None, None, Outcomes]:
        """Play step by step: a host with a single thread does other work in between."""
        given = self._given
        given["seat"] = seat
        given["action"] = NOTHING if action is None else action.number
        for first in range(0, self.count, AT_ONCE):
            end = min(first + AT_ONCE, self.count)
            self._run(self._tables, self._boxes, *given.values(), first, end)
            yield
        shares, leads = as_lists((given["shares"], given["leads"]))
        return Outcomes([[*row] for row in shares], [[*row] for row in leads])


def first_shares(ranks: Sequence[int]) -> list[float]:
    """Return each seat's share of first place in a finished game."""
    return [(rank == 1) / ranks.count(1) for rank in ranks]


def _newest(position: Position) -> bool:
    """Return True if a table uses the newest rules, the only ones that are played compiled."""
    version = position.game.version
    return bool(getattr(position.box, RULES, version) == version)
