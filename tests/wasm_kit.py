"""Runs games and searches with kernels on any host, to compare the results byte by byte."""

import random

import numpy as np

from comptoir import Match
from comptoir.engine.backends.wasm import WasmKernels
from comptoir.engine.kernels.kernel import each_array
from comptoir.engine.runs.batch import Batch
from comptoir.engine.runs.tree import SearchSettings, Tree
from comptoir.review.playouts import Deals

RESULTS = ("points", "ranks", "ending", "lengths")


class CopyingKernels(WasmKernels):
    """Kernels called with NumPy arrays, which are copied to the host and back."""

    def ready(self, name):
        """Return one kernel, as a batch requests it."""
        return getattr(self, name)

    def _run(self, name, *arguments):
        copied = []

        def there(given):
            if isinstance(given, tuple):
                return tuple(map(there, given))
            if not isinstance(given, np.ndarray):
                return given
            assert given.flags.c_contiguous
            array = self._array(f"{given.itemsize}s", given.shape)
            self.host.write(array.address, given.tobytes())
            copied.append((given, array))
            return array

        super()._run(name, *map(there, arguments))
        for given, array in copied:
            found = np.frombuffer(array.tobytes(), given.dtype)
            given[...] = found.reshape(given.shape)


def games_by(kernels, game, seats, count, seed):
    """Deal games, play an action, and let bots finish them; return tables and results."""
    how = {"illegal": "lose", "fill": False, "threads": 1, "kernels": kernels}
    batch = Batch(game, seats, count, seed=seed, **how)
    batch.step(np.zeros(count, np.int64))
    batch.rollout(bots=["house" if n % 2 else "random" for n in range(seats)])
    results = [getattr(batch, name).tobytes() for name in RESULTS]
    return [batch.tables.tobytes(), *results]


def rollouts_by(kernels, game, seats, seed):
    """Play a moment of a game out, at once and after a move; return the results."""
    match = Match(game.name, seats=seats, seed=seed)
    seat = match.actors[0]
    everybody, own = (
        Deals(kernels, match.position, viewers, 24, seed)
        for viewers in (range(seats), [seat])
    )
    return [everybody.play(), own.play(seat, match.legal(seat)[-1])]


def tree_by(kernels, game, seats, network, seed, iterations=(40, 20)):
    """Search at some position of a game, in several calls; return the bytes of the tree,
    the dice and the scratch arrays.
    """
    chance = random.Random(seed)
    match, dice = Match(game.name, seats=seats, seed=seed), [7, 8, 9, 10]
    most = chance.randrange(60)
    while len(match.moves) < most or len(match.legal(match.actors[0])) == 1:
        match.play(match.actors[0], chance.choice(match.legal(match.actors[0])))
        if not match.actors:
            match = Match(game.name, seats=seats, seed=seed)
            most = 0
    seat = match.actors[0]
    imagined = match.imagine(seat, dice)
    tree = Tree(game, seats, sum(iterations), kernels, network)
    tree.plant(imagined.table, imagined.box, seat, dice)
    for count in iterations:
        tree.grow(count, SearchSettings().for_game(game))
    found = []
    for name in ("tree", "state", "scratch"):
        each_array(lambda one: found.append(one.tobytes()), tree._given[name])
    return found
