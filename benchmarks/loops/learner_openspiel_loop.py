"""OpenSpiel: one learner in its RL environment, and games recorded from its states."""

from functools import partial

import numpy as np
import pyspiel
from clock import tell
from open_spiel.python import rl_environment

GAMES = ("leduc_poker", "backgammon", "gin_rummy", "oh_hell")


def one_seat(name: str):
    """Step an environment with a learner in seat 0 and random others; return its steps."""
    env, rng = rl_environment.Environment(name), np.random.default_rng(1)

    def play() -> int:
        step, steps = env.reset(), 0
        while not step.last():
            seat = step.observations["current_player"]
            legal = step.observations["legal_actions"][seat]
            action = legal[0] if seat == 0 else legal[rng.integers(len(legal))]
            steps += seat == 0
            step = env.step([action])
        return steps

    return play


def told(name: str):
    """Play games at random, and record every decision."""
    game, rng = pyspiel.load_game(name), np.random.default_rng(1)
    kept: list[tuple[int, int, int]] = []

    def play() -> int:
        state = game.new_initial_state()
        kept.clear()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(actions, p=shares)))
                continue
            legal = state.legal_actions()
            action = legal[rng.integers(len(legal))]
            kept.append((state.current_player(), action, len(legal)))
            state.apply_action(action)
        return len(kept)

    return play


for one in GAMES:
    tell("OpenSpiel", one, "one learner against random", partial(one_seat, one))
    tell("OpenSpiel", one, "decisions of random players told", partial(told, one))
