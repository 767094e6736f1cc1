"""PettingZoo: one learner among random agents, and recorded games, both in its own loop."""

from functools import partial
from importlib import import_module

import numpy as np
from clock import tell

GAMES = ("texas_holdem_v4", "texas_holdem_no_limit_v6", "leduc_holdem_v4", "hanabi_v5")


def loop(name: str, told: bool):
    """Play a game; return the learner's steps, or the number of recorded decisions."""
    env = import_module(f"pettingzoo.classic.{name}").env()
    rng = np.random.default_rng(1)
    kept: list[tuple[str, int, int]] = []

    def play() -> int:
        env.reset()
        kept.clear()
        steps = 0
        for agent in env.agent_iter():
            sight, _, over, cut, info = env.last()
            if over or cut:
                env.step(None)
                continue
            legal = np.flatnonzero(info.get("action_mask", sight.get("action_mask")))
            learner = agent == env.possible_agents[0]
            action = int(legal[0] if learner else rng.choice(legal))
            if told:
                kept.append((agent, action, len(legal)))
            steps += told or learner
            env.step(action)
        return steps

    return play


for one in GAMES:
    tell("PettingZoo", one, "one learner against random", partial(loop, one, False))
    tell("PettingZoo", one, "decisions of random agents told", partial(loop, one, True))
