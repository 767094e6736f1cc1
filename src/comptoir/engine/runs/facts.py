"""Facts about many games, for the lab, and repeated rollouts from the same positions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from comptoir.engine.kernels import environment
from comptoir.engine.kernels.facts import facts_arguments
from comptoir.engine.kernels.kernel import each_array
from comptoir.engine.kernels.loop import BOTS, UNLIMITED
from comptoir.engine.rules.rng import BLOCK_WORDS, DICE_WORDS, KEY_WORDS
from comptoir.engine.rules.table import NOBODY

from .batch import Batch
from .policy import bot_numbers

Array = np.ndarray[Any, Any]
WORD = 1 << 32


@dataclass(frozen=True)
class Facts:
    """The facts of finished games, one row each; see `kernels.facts` for the columns."""

    words: Array
    points: Array
    ranks: Array
    ending: Array

    @property
    def wins(self) -> Array:
        """Each seat's share of the victory, ``[games, seats]``."""
        first = self.ranks == 1
        return np.asarray(first / first.sum(axis=1, keepdims=True))


class Noter:
    """Plays games on a batch and records their facts.

    The numbers of offered, chosen and winning actions are summed over all games it plays.
    """

    def __init__(self, batch: Batch, bots: Sequence[str]):
        self.batch = batch
        self.bots = bot_numbers(batch.game, batch.seats, bots, BOTS["random"])
        self._backend = batch._backend  # noqa: SLF001 - this module is part of it
        self._study: Any = None

    def deal(self, games: int | None = None) -> None:
        """Deal the next games on all tables, or on the first `games` tables."""
        size = self.batch.size
        few = None if games is None or games >= size else np.arange(size) < games
        self.batch.reset(where=few)

    def change(self, change: Any) -> None:
        """Call a function that changes the dealt tables, given as NumPy records."""
        tables = self._backend.read(self.batch.tables)
        change(tables)
        self._backend.put(tables)
        self._backend.run("resume_tables", self.batch._env)  # noqa: SLF001

    def play(self) -> Facts:
        """Play the games on the tables to the end, and return their facts."""
        if self._study is None:
            batch = self.batch
            made = facts_arguments(batch.game, batch.seats, batch.size)["study"]
            self._study = each_array(self._backend.array, made)
        self._run("facts_tables", self._study, LIMIT=UNLIMITED)
        batch, read = self.batch, self._backend.read
        over = read(batch.over)
        kept = (self._study.words, batch.points, batch.ranks, batch.ending)
        return Facts(*(np.array(read(one)[over]) for one in kept))

    def play_on(self, moves: int | None = None) -> None:
        """Play some or all remaining moves of each game, without dealing another."""
        limit = UNLIMITED if moves is None else moves
        self._run("rollout_tables", LIMIT=limit, AUTORESET=environment.STOP)

    def _run(self, kernel: str, *more: Any, **words: int) -> None:
        batch = self.batch
        self._backend.write(batch._rollers, self.bots)  # noqa: SLF001
        env = batch._rolling(**words)  # noqa: SLF001
        batch._let_play(kernel, self.bots, env, batch._results, *more)  # noqa: SLF001

    @property
    def offered(self) -> Array:
        """How often each action was offered and chosen, in the sampled games."""
        return np.asarray(self._backend.read(self._study.offered).sum(axis=0))

    @property
    def worth(self) -> Array:
        """The sums for each action over all games, ``[actions, WORTH_WORDS]``."""
        return np.asarray(self._backend.read(self._study.worth).sum(axis=0))

    def keep(self, games: int) -> None:
        """Stop all games except those on the first `games` tables."""
        seat = np.array(self._backend.read(self.batch.seat))
        seat[games:] = NOBODY
        self._backend.write(self.batch.seat, seat)

    def trials(
        self, games: int, count: int, luck: np.random.Generator
    ) -> tuple[Array, Array]:
        """Roll out the first `games` games `count` times each, with different chance.

        All trials run at once on the batch's other tables, and the games themselves do not
        change. Returns the victories by game and seat, summed over the trials, and each
        game's seat to act (NOBODY if it is over).
        """
        batch, backend, many = self.batch, self._backend, games * count
        here = (batch.tables, batch._states, batch.seat, batch.ranks)  # noqa: SLF001
        kept = [np.array(backend.read(one)) for one in here]
        tables, states, seat, ranks = (one.copy() for one in kept)
        for one in (tables, states, seat, ranks):
            one[:many] = np.tile(one[:games], (count,) + (1,) * (one.ndim - 1))
        tables["key"][:many] = luck.integers(0, WORD, (many, KEY_WORDS), np.uint32)
        tables["counter"][:many], tables["used"][:many] = 0, BLOCK_WORDS
        states[:many, :DICE_WORDS] = luck.integers(1, WORD, (many, DICE_WORDS))
        self._lay(here, (tables, states, seat, ranks))
        self.play_on()
        first = np.array(backend.read(batch.ranks))[:many] == 1
        shares = first / np.maximum(first.sum(axis=1, keepdims=True), 1)
        self._lay(here, kept)
        return shares.reshape(count, games, -1).sum(axis=0), kept[2][:games]

    def _lay(self, there: Sequence[Any], what: Sequence[Array]) -> None:
        self._backend.put(what[0])
        for place, values in zip(there[1:], what[1:], strict=True):
            self._backend.write(place, values)
