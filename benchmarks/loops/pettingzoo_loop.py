"""PettingZoo's classics: the loop of its documentation, with masks and observations."""

from functools import partial
from importlib import import_module

import numpy as np
from clock import tell

GAMES = ("texas_holdem_v4", "texas_holdem_no_limit_v6", "leduc_holdem_v4", "hanabi_v5")


def loop(name: str):
    """Return a function that plays one game."""
    env = import_module(f"pettingzoo.classic.{name}").env()
    rng = np.random.default_rng(1)

    def play() -> int:
        env.reset()
        moves = 0
        for _ in env.agent_iter():
            sight, _, over, cut, info = env.last()
            if over or cut:
                env.step(None)
                continue
            mask = info.get("action_mask", sight.get("action_mask"))
            env.step(int(rng.choice(np.flatnonzero(mask))))
            moves += 1
        return moves

    return play


for one in GAMES:
    tell("PettingZoo", one, "Python loop", partial(loop, one))
