"""Logs of rollouts: the bots' decisions as columns, one row per decision."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.batched import DecisionLog, log_arguments
from comptoir.engine.kernels.environment import MASK, OBSERVATION
from comptoir.engine.kernels.kernel import each_array
from comptoir.engine.rules.table import NOBODY

Array = np.ndarray[Any, Any]

# decisions per table and call: without and with the extra columns
LENGTH, WIDE_LENGTH = 256, 32


@dataclass(frozen=True)
class Log:
    """The decisions of a rollout in columns of equal length, ordered by table and move.

    `legal` has a bit for each action, for `numpy.unpackbits` with `bitorder="little"`.
    `legal` and `observation` are None unless requested.
    """

    table: Array
    game: Array  # the index of the game among those of the seed
    move: Array  # the index of the move in its game, from 0
    seat: Array
    action: Array
    choices: Array  # how many actions were legal
    legal: Array | None = None
    observation: Array | None = None

    def __len__(self) -> int:
        return len(self.seat)

    def __repr__(self) -> str:
        return f"<Log of {len(self)} decisions on {len(np.unique(self.table))} tables>"


class Logger:
    """Records the decisions on a batch, over several kernel calls."""

    def __init__(self, batch: Any, what: int):
        if batch.device == "cuda":
            raise BadSetup("tell: the device cpu tells, and plays the same games")
        self.batch, self.what = batch, what
        self.length = WIDE_LENGTH if what else LENGTH
        backend = batch._backend  # noqa: SLF001 - this module is part of it
        made = log_arguments(batch.game, batch.size, self.length, what)
        self._backend = backend
        self._there = each_array(backend.array, made)

    def play(self, numbers: Array, moves: int | None) -> Log:
        """Let bots play to the end of their games, or at most `moves` moves."""
        batch, backend = self.batch, self._backend
        games, played = batch.games, batch.lengths
        over = np.zeros(batch.size, np.bool_)
        rounds: list[DecisionLog] = []
        left = moves
        while left is None or left > 0:
            now = self.length if left is None else min(left, self.length)
            batch._run_log(numbers, now, self.what, self._there)  # noqa: SLF001
            rounds.append(
                each_array(lambda one: np.array(backend.read(one)), self._there)
            )
            over |= backend.read(batch.over)
            left = None if left is None else left - now
            if (backend.read(batch.seat) == NOBODY).all():
                break
        backend.write(batch.over, over)
        return self._joined(rounds, games, played)

    def _joined(self, rounds: list[DecisionLog], games: Array, played: Array) -> Log:
        """Return the rounds as one log, with each table's decisions in order."""
        parts = [np.arange(self.length) < kept.counts[:, None] for kept in rounds]
        wanted = np.concatenate(parts, axis=1)
        table, at = np.nonzero(wanted)
        number = (wanted.cumsum(axis=1, dtype=np.int32) - 1)[table, at]

        def column(name: str) -> Array:
            parts = [getattr(kept, name) for kept in rounds]
            return np.asarray(np.concatenate(parts, axis=1)[wanted])

        return Log(
            table=table,
            game=games[table],
            move=(played[table] + number).astype(np.int32),
            seat=column("seats"),
            action=column("actions"),
            choices=column("choices"),
            legal=column("legal") if self.what & MASK else None,
            observation=column("observations") if self.what & OBSERVATION else None,
        )
