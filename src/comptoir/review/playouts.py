"""Play-outs: games played on from a moment by house bots, to count first places."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from comptoir import bots
from comptoir.bots.search import ready_kernels
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.model.game import RULES, Game
from comptoir.engine.play.position import Position
from comptoir.engine.rules.rng import throw
from comptoir.engine.runs.batch import Batch

PLAIN = 8  # play-outs while nothing is compiled
LONGEST = 4000  # most moves of such a play-out
BATCHES = 16  # batches kept
KERNELS = ("deal_tables", "imagine_tables", "rollout_tables")


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
        kernels = self._kernels(position.game) if _newest(position) else None
        if kernels is None or not all(kernels.load(name) for name in KERNELS):
            return _plain(position, viewers, PLAIN, seed), PLAIN
        batch = self._batch(position, options, count, kernels)
        batch.reset(seed)
        batch.tables[:] = position.packed()
        batch.seat[:] = [viewers[n % len(viewers)] for n in range(count)]
        batch.imagine()
        batch.seat[:] = position.actors[0]
        batch.rollout(bots="house" if position.game.has_house else "random")
        first = batch.ranks[:, : position.table.seats] == 1
        shares = first / first.sum(axis=1, keepdims=True)
        return [float(share) for share in shares.sum(axis=0)], count

    def _batch(
        self, position: Position, options: Any, count: int, kernels: Compiled
    ) -> Batch:
        seats = position.table.seats
        table = f"{seats} {msgspec.json.encode(options).decode()}"
        key = (position.game.name, count, table)
        if key not in self._batches:
            if len(self._batches) >= BATCHES:
                self._batches.clear()
            about = (position.game, seats, count)
            self._batches[key] = Batch(
                *about, options=options, fill=False, threads=1, kernels=kernels
            )
        return self._batches[key]


def first_shares(ranks: Sequence[int]) -> list[float]:
    """Return each seat's share of first place in a finished game."""
    return [(rank == 1) / ranks.count(1) for rank in ranks]


def _newest(position: Position) -> bool:
    """Return True if a table uses the newest rules, the only ones that batches support."""
    version = position.game.version
    return bool(getattr(position.box, RULES, version) == version)


def _plain(
    position: Position, viewers: Sequence[int], count: int, seed: str
) -> list[float]:
    """Return first places from a few games played on in plain Python."""
    dice, house = bots.new_dice(seed), position.game.has_house
    total = [0.0] * position.table.seats
    for number in range(count):
        table = position.imagine(viewers[number % len(viewers)], dice)
        for _ in range(LONGEST):
            if not (actors := table.actors):
                break
            asked = actors[throw(dice, len(actors))]
            legal = table.legal_numbers(asked)
            lot = legal[throw(dice, len(legal))]
            table.play(asked, table.house(asked) if house else lot)
        shares = first_shares(table.standing()[1])
        total = [one + other for one, other in zip(total, shares, strict=True)]
    return total
