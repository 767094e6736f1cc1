"""OpenSpiel: its Python loop, and two ways inside C++; only players' moves count.

The rollouts are those of its MCTS. They begin after the deal, since a search cannot begin at a
chance node. Whole games are played by its random bots and include the deal, as ours do.
"""

import random
from functools import partial
from itertools import count

import pyspiel
from clock import tell

GAMES = ("hearts", "euchre", "spades", "gin_rummy", "bargaining")
ROLLOUTS = 500


def play_on(state) -> int:
    """Play a game at random from Python and return the players' moves."""
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
    """Return a function that plays one game."""
    game = pyspiel.load_game(name)
    return lambda: play_on(game.new_initial_state())


def rollouts(name: str):
    """Return a function that runs the random rollouts of its MCTS in C++."""
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


def whole_games(name: str):
    """Return a function that plays whole games of OpenSpiel's own random bots in C++."""
    game = pyspiel.load_game(name)
    length = sum(loop(name)() for _ in range(ROLLOUTS)) / ROLLOUTS
    seats = range(game.num_players())
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in seats]
    seeds = count(1)

    def play() -> int:
        for _ in range(ROLLOUTS):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return round(length * ROLLOUTS)

    return play


for one in GAMES:
    tell("OpenSpiel", one, "Python loop", partial(loop, one))
    tell("OpenSpiel", one, "C++, whole games", partial(whole_games, one))
    tell("OpenSpiel", one, "C++, rollouts after the deal", partial(rollouts, one))
