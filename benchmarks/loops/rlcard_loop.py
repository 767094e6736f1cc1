"""RLCard: random play with the legal actions of every state."""

import random
from functools import partial

import rlcard
from clock import tell

GAMES = ("uno", "gin-rummy", "leduc-holdem", "doudizhu", "mahjong")


def loop(name: str):
    """Return a function that plays one game."""
    env = rlcard.make(name)

    def play() -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return play


for one in GAMES:
    tell("RLCard", one, "Python loop", partial(loop, one))
