"""OpenSpiel: its Python loop, and its C++ random rollouts; chance counts as moves."""

import random

import pyspiel
from clock import tell

GAMES = ("hearts", "euchre", "spades", "gin_rummy", "bargaining")
ROLLOUTS = 200


def play_once(game) -> int:
    """Play one game at random from Python and return its moves, those of chance too."""
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        moves += 1
    return moves


def rollouts(game):
    """Return rollouts from a position inside C++, counted by the mean length of games."""
    length = sum(play_once(game) for _ in range(ROLLOUTS)) / ROLLOUTS
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)

    def play() -> int:
        evaluator.evaluate(game.new_initial_state())
        return round(length * ROLLOUTS)

    return play


for name in GAMES:
    loaded = pyspiel.load_game(name)
    tell("OpenSpiel", name, "Python loop", lambda loaded=loaded: play_once(loaded))
    tell("OpenSpiel", name, "C++ rollouts", rollouts(loaded))
