"""Comptoir for learners: one seat through Gymnasium, and games as data."""

from functools import partial

import gymnasium
from clock import tell

from comptoir import decisions, games
from comptoir.envs import name_of


def one_seat(game, bots):
    """Step the Gymnasium environment of one seat against bots; return the learner's steps."""
    env = gymnasium.make(name_of(game), bots=bots)
    held = [env.reset(seed=1)[1]]

    def play() -> int:
        for _ in range(200):
            _, _, over, _, info = env.step(held[0]["action_mask"].argmax())
            held[0] = env.reset()[1] if over else info
        return 200

    return play


def told(game):
    """Play games of house bots and return every decision, as arrays."""
    seeds = iter(range(1 << 40))

    def play() -> int:
        return sum(len(x) for x in decisions(game, 1000, seed=next(seeds), threads=1))

    return play


for name, one in games().items():
    for bots in ("random", "house"):
        way = f"one learner against {bots}, Gymnasium"
        tell("Comptoir", name, way, partial(one_seat, one, bots))
    tell("Comptoir", name, "decisions of house bots told", partial(told, one))
