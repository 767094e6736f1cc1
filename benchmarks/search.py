"""The speed of search from the opening: iterations and moves per second on one core.

    python benchmarks/search.py [--game batavia] [--seats 4] [--seconds 2]

One JSON object per line, for rollouts by random moves, by the house bot, and for the search
guided by the game's network; the best of three rounds counts. `late_ms` is by how much the
slowest round exceeded its time.
"""

import argparse
import json

from comptoir import Match, games
from comptoir.bots import Seat, new_dice
from comptoir.bots.budget import Budget
from comptoir.bots.policy import network_of
from comptoir.bots.search import Search
from comptoir.engine.backends.compiler import is_warm
from comptoir.engine.runs.tree import SearchSettings

ROUNDS = 3


def main() -> None:
    """Print one JSON object per line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=None, help="only this game")
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--seconds", type=float, default=2.0, help="a round")
    asked = parser.parse_args()
    for name, game in games().items():
        if asked.game not in (None, name):
            continue
        if not (is_warm(game, "search") and is_warm(game, "guided")):
            raise SystemExit(f"{name} is not compiled yet: run comptoir warm first")
        budget = Budget(seconds=asked.seconds)
        for way, bot in {
            "random": Search(budget, settings=SearchSettings(house_share=0)),
            "house": Search(budget),
            "network": Search(budget, networks=network_of),
        }.items():
            row = measure(Match(game, asked.seats, "search"), bot, asked.seconds)
            print(json.dumps({"game": name, "rollouts": way} | row), flush=True)


def measure(match: Match, bot: Search, seconds: float) -> dict[str, float]:
    """Search from the opening and return the figures of the best round."""
    bot.prepare(match.game, match.seats)
    number = match.actors[0]
    rounds = [
        bot.think(Seat.at(match, number, new_dice(str(turn)))) for turn in range(ROUNDS)
    ]
    best = max(rounds, key=lambda thought: thought.iterations / thought.seconds)
    return {
        "seats": match.seats,
        "iterations_per_s": round(best.iterations / best.seconds),
        "moves_per_s": round(best.moves / best.seconds),
        "moves_an_iteration": round(best.moves / best.iterations, 1),
        "late_ms": round(1000 * (max(one.seconds for one in rounds) - seconds), 1),
    }


if __name__ == "__main__":
    main()
