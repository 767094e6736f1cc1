"""OpenSpiel's own IS-MCTS in one seat, and random play in the others.

    pip install comptoir[envs]
    python examples/openspiel_ismcts.py --game comptoir_osaka --games 10

The search sees only what its seat may know, and resamples the rest for each simulation.
"""

import argparse
import random

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from comptoir.envs import openspiel


def main() -> None:
    """Play some games and print the mean return of the searching seat."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=openspiel.NAMES[0], choices=openspiel.NAMES)
    parser.add_argument("--players", type=int, default=0, help="0: the usual number")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--most", type=int, default=100_000, help="moves of a game")
    asked = parser.parse_args()
    game = pyspiel.load_game(asked.game, {"players": asked.players, "seed": 1})
    searcher = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=1.0,
        max_simulations=asked.simulations,
        random_state=np.random.RandomState(1),
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )
    returns = [play(game, searcher, asked.most) for _ in range(asked.games)]
    print(
        f"IS-MCTS in seat 0: mean return {np.mean(returns):+.2f} of {asked.games} games"
    )


def play(game: pyspiel.Game, searcher: ismcts.ISMCTSBot, most: int) -> float:
    """Play one game, and return the result of seat 0."""
    state = game.new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            break
        if state.current_player() == 0:
            action = searcher.step(state)
        else:
            action = random.choice(state.legal_actions())
        state.apply_action(action)
    return state.returns()[0]


if __name__ == "__main__":
    main()
