"""Networks at seats of a batch: gathers the tables that wait for them, and lets them move."""

from typing import Any

import numpy as np

from comptoir.engine.backends.matrices import MatrixNetwork, library
from comptoir.engine.kernels.answering import WaitingTables, waiting_arguments
from comptoir.engine.kernels.arrays import zeros
from comptoir.engine.kernels.kernel import each_array
from comptoir.engine.kernels.loop import POLICY
from comptoir.engine.rules.table import NOBODY

from .network import Network


class Answers:
    """Plays the seats of a batch that belong to networks.

    Args:
        batch: The batch.
        numbers: The number of each seat's bot in the kernels.
        networks: The network of each seat whose bot is a policy, else None.
    """

    def __init__(self, batch: Any, numbers: Any, networks: list[Network | None]):
        self.batch = batch
        self._backend = batch._backend  # noqa: SLF001 - this module is part of it
        self.xp = xp = library(batch.device, "a policy in a batch")
        known = list(dict.fromkeys(one for one in networks if one))
        self.networks = [MatrixNetwork(xp, one.given) for one in known]
        # Index of each seat's network, -1 for none; the last -1 serves NOBODY, which is -1.
        self.who = xp.asarray(
            [known.index(one) if one else -1 for one in networks] + [-1]
        )
        made = waiting_arguments(batch.game, batch.seats, batch.size)
        made.heats[:] = np.where(numbers <= POLICY, numbers, 0)
        self._given: WaitingTables = each_array(self._backend.array, made)
        self._layers = [self._layers_of(one.width) for one in known]

    def _layers_of(self, width: int) -> tuple[WaitingTables, WaitingTables]:
        """Return the arrays for layers of a width: for kernels, and for matrices."""
        xp, there = self.xp, self._backend.array
        hidden, third = (there(zeros("f4", self.batch.size, width)) for _ in range(2))
        given = self._given._replace(hidden=hidden, third=third)
        return given, each_array(
            lambda one: one if xp is np else xp.asarray(one), given
        )

    def remember(self) -> None:
        """Record which seat is to act at each table, before it acts."""
        self._backend.write(self._given.viewers, self.batch.seat)

    def forget(self) -> None:
        """Record that all games are new: nobody has acted yet."""
        size = self.batch.size
        self._backend.write(self._given.viewers, np.full(size, NOBODY, np.int64))

    def play(self) -> None:
        """Let the networks move until a learner is to act at every table, or nobody."""
        xp, slots = self.xp, self._layers[0][1].slots
        seat = xp.asarray(self.batch.seat)
        while True:
            who = self.who[seat]
            waits = [xp.flatnonzero(who == n) for n in range(len(self.networks))]
            if not any(map(len, waits)):
                return
            for number, tables in enumerate(waits):
                if len(tables):
                    slots[...] = -1
                    slots[tables] = xp.arange(len(tables))
                    self._answer(number, len(tables))

    def _answer(self, number: int, count: int) -> None:
        """Let a network move at the tables that have a slot."""
        batch, xp, network = self.batch, self.xp, self.networks[number]
        given, here = self._layers[number]
        env, run = batch._playing, self._backend.run  # noqa: SLF001
        hidden = here.hidden[:count]
        if xp is np:  # only legal moves get logits
            run("embed_tables", env, given, network.weights)
            network.second(hidden, here.third[:count])
            run("judge_tables", env, given, network.weights)
        else:
            run("ask_tables", env, given)
            network.first(here.numbers[:count], hidden)
            network.second(hidden, here.third[:count])
            network.logits(hidden, here.third[:count], here.logits[:count])
        run("answer_tables", env, given, batch._results, batch._observations)  # noqa: SLF001
