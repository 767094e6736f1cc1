"""OpenSpiel: its Python loop, and its C++ random rollouts; chance counts as moves."""

import random
from functools import partial

import pyspiel
from clock import tell

GAMES = ("hearts", "euchre", "spades", "gin_rummy", "bargaining")
ROLLOUTS = 500


def play_on(state) -> int:
    """Play a game at random from Python and return its moves, those of chance too."""
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            deal(state)
        else:
            state.apply_action(random.choice(state.legal_actions()))
        moves += 1
    return moves


def deal(state) -> None:
    """Draw one outcome of chance."""
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(random.choices(actions, weights)[0])


def loop(name: str):
    """Return a play of one game."""
    game = pyspiel.load_game(name)
    return lambda: play_on(game.new_initial_state())


def rollouts(name: str):
    """Return random rollouts inside C++, those of its MCTS, counted by their mean length."""
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        deal(state)
    length = sum(play_on(state.clone()) for _ in range(ROLLOUTS)) / ROLLOUTS
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)

    def play() -> int:
        bot.step(state)
        return round(length * ROLLOUTS)

    return play


for one in GAMES:
    tell("OpenSpiel", one, "Python loop", partial(loop, one))
    tell("OpenSpiel", one, "C++ rollouts", partial(rollouts, one))
