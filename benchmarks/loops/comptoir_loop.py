"""Comptoir: a Python loop, the vector environment, and compiled rollouts, on one core each."""

import json
import os
from functools import partial

import numpy as np
from clock import now, tell

from comptoir import games
from comptoir.engine.runs.batch import Batch

SIZE = int(os.environ.get("BATCH", "1024"))
THREADS = int(os.environ.get("THREADS", "1"))


def python_loop(game):
    """Play a game through PettingZoo's interface, masks and observations included."""
    from comptoir.envs.pettingzoo import raw_env

    env, rng = raw_env(game), np.random.default_rng(1)

    def play() -> int:
        env.reset()
        moves = 0
        while not env.episode.over:
            sight = env.last()[0]
            env.step(int(rng.choice(np.flatnonzero(sight["action_mask"]))))
            moves += 1
        return moves

    return play


def vector(game):
    """Step a batch with masks and observations; choosing the actions is not timed."""
    from comptoir.envs.vector import BatchEnv

    env, rng = BatchEnv(game, SIZE, threads=THREADS), np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    spent = [0.0]

    def play() -> int:
        sums = infos["action_mask"].cumsum(axis=1, dtype=np.int16)
        actions = (sums > (rng.random(SIZE) * sums[:, -1])[:, None]).argmax(axis=1)
        start = now()
        env.step(actions)
        spent[0] += now() - start
        return SIZE

    return play, spent


def compiled(game):
    """Roll out a batch: legal actions are listed at every move, without observations."""
    batch = Batch(game, size=SIZE, seed=1, threads=THREADS, fill=False)

    def play() -> int:
        batch.rollout(100)
        return 100 * SIZE

    return play


def timed_alone(game) -> None:
    """Print the vector environment's speed, timing only its steps."""
    play, spent = vector(game)
    for _ in range(200):
        play()
    best = 0.0
    for _ in range(20):
        spent[0] = 0.0
        moves = sum(play() for _ in range(50))
        best = max(best, moves / spent[0])
    way = f"vector environment, batch {SIZE}"
    print_row(game.name, way, best)


def print_row(name: str, way: str, best: float) -> None:
    """Print a row that was not timed by the common clock."""
    row = {"who": "Comptoir", "game": name, "way": way, "moves_per_s": round(best)}
    print(json.dumps(row), flush=True)


for name, one in games().items():
    tell("Comptoir", name, "Python loop", partial(python_loop, one))
    timed_alone(one)
    tell("Comptoir", name, "compiled", partial(compiled, one))
