"""Play-outs: imagined tables, and their games played to the end by house bots."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec
import numpy as np

from comptoir import bots
from comptoir.bots.search import ready_kernels
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import RULES, Game
from comptoir.engine.play.position import Position
from comptoir.engine.rules.rng import throw
from comptoir.engine.runs.batch import Batch

PLAIN = 8  # play-outs while nothing is compiled
LONGEST = 4000  # most moves of such a play-out
BATCHES = 16  # batches kept
KERNELS = (
    "deal_tables",
    "imagine_tables",
    "step_tables",
    "check_tables",
    "rollout_tables",
)

Array = np.ndarray[Any, Any]


class Outcomes(NamedTuple):
    """The results of play-outs: every seat's share of first place, and its lead in points.

    Both are ``[tables, seats]``; a lead is a seat's points less the mean of the other seats'.
    """

    shares: Array
    leads: Array


class Deals(Protocol):
    """Imagined tables of one moment.

    Whatever is tried starts from the same tables and the same dice (common random numbers), so
    differences between two moves have a much smaller error than their chances.
    """

    def play(self, seat: int = 0, action: Action | None = None) -> Outcomes:
        """Play every table to its end and return the results.

        With an action, its seat takes it first; otherwise the bots begin.
        """


class Playouts:
    """Plays games to the end from a position; it keeps its batches for later calls.

    `kernels` is the function that returns a game's compiled kernels.
    """

    def __init__(
        self, kernels: Callable[[Game], Compiled | None] | None = None
    ) -> None:
        self._kernels = kernels or ready_kernels
        self._batches: dict[tuple[str, int, str], Batch] = {}

    def play(
        self,
        position: Position,
        options: Any,
        viewers: Sequence[int],
        count: int,
        seed: str,
    ) -> tuple[list[float], int]:
        """Return each seat's first places (seats that tie share one) and the number of games.

        Hidden information is sampled anew for every game, from the viewers' knowledge in turn.
        """
        shares, _ = self.deals(position, options, viewers, count, seed).play()
        firsts: list[float] = shares.sum(axis=0).tolist()
        return firsts, len(shares)

    def compiled(self, position: Position) -> Compiled | None:
        """Return the kernels for play-outs from a position; None if it is played plainly."""
        kernels = self._kernels(position.game) if _newest(position) else None
        ready = kernels and all(kernels.load(name) for name in KERNELS)
        return kernels if ready else None

    def deals(
        self,
        position: Position,
        options: Any,
        viewers: Sequence[int],
        count: int,
        seed: str,
    ) -> Deals:
        """Return tables that the viewers imagine in turn; uncompiled, they are few."""
        kernels = self.compiled(position)
        if kernels is None:
            return _PlainDeals(position, viewers, min(count, PLAIN), seed)
        batch = self._batch(position, options, count, kernels)
        return _CompiledDeals(batch, position, viewers, seed)

    def _batch(
        self, position: Position, options: Any, count: int, kernels: Compiled
    ) -> Batch:
        seats = position.table.seats
        table = f"{seats} {msgspec.json.encode(options).decode()}"
        key = (position.game.name, count, table)
        if key not in self._batches:
            if len(self._batches) >= BATCHES:
                self._batches.clear()
            self._batches[key] = Batch(
                position.game,
                seats,
                count,
                options=options,
                after="stop",
                fill=False,
                threads=1,
                kernels=kernels,
            )
        return self._batches[key]


class _CompiledDeals:
    """Deals on a batch, which other deals may use in between."""

    def __init__(
        self, batch: Batch, position: Position, viewers: Sequence[int], seed: str
    ):
        self._batch, self._position = batch, position
        self._bots = "house" if position.game.has_house else "random"
        batch.reset(seed)
        batch.tables[:] = position.packed()
        batch.seat[:] = [viewers[n % len(viewers)] for n in range(batch.size)]
        batch.imagine()
        batch.seat[:] = position.actors[0]
        self._state = batch.state()

    def play(self, seat: int = 0, action: Action | None = None) -> Outcomes:
        batch = self._batch
        batch.restore(self._state)
        if action is not None:
            batch.seat[:] = seat
            choice = self._position.choice(seat, action)
            batch.step(np.full(batch.size, choice))
        batch.rollout(bots=self._bots)
        return _outcomes(batch.ranks, batch.points)


class _PlainDeals:
    """A few deals in plain Python."""

    def __init__(
        self, position: Position, viewers: Sequence[int], count: int, seed: str
    ):
        dice = bots.new_dice(seed)
        self._seed = seed
        self._tables = [
            position.imagine(viewers[n % len(viewers)], dice) for n in range(count)
        ]

    def play(self, seat: int = 0, action: Action | None = None) -> Outcomes:
        dice, points, ranks = bots.new_dice(self._seed), [], []
        for table in (one.copy() for one in self._tables):
            if action is not None:
                table.play(seat, action)
            for _ in range(LONGEST):
                if not (actors := table.actors):
                    break
                asked = actors[throw(dice, len(actors))]
                legal = table.legal_numbers(asked)
                lot = legal[throw(dice, len(legal))]
                table.play(asked, table.house(asked) if table.game.has_house else lot)
            standing = table.standing()
            points.append(standing[0])
            ranks.append(standing[1])
        return _outcomes(np.array(ranks), np.array(points))


def _outcomes(ranks: Array, points: Array) -> Outcomes:
    first = ranks == 1
    others = points.shape[1] - 1
    rest = points.sum(axis=1, keepdims=True) - points
    return Outcomes(first / first.sum(axis=1, keepdims=True), points - rest / others)


def first_shares(ranks: Sequence[int]) -> list[float]:
    """Return each seat's share of first place in a finished game."""
    return [(rank == 1) / ranks.count(1) for rank in ranks]


def _newest(position: Position) -> bool:
    """Return True if a table uses the newest rules, the only ones that batches support."""
    version = position.game.version
    return bool(getattr(position.box, RULES, version) == version)
