"""Accuracy and duration of reviews; run it on a quiet machine, on one core.

    python benchmarks/review.py pairs [--game batavia] [--pairs 100] [--first 0]
    python benchmarks/review.py time [--game batavia]

`pairs` reviews games of `master:300` and of `casual` and counts in how many pairs the first had
the higher accuracy; `--first` is the number of the first pair. `time` prints the seconds of
a quick and a deep review of the longest of some games. One JSON object a line.
"""

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any

from comptoir import Match, bots, games
from comptoir.review import Review, review

GAMES = 5  # the longest of these is reviewed


def main() -> None:
    """Print one JSON object a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["pairs", "time"])
    parser.add_argument("--game", default=None, help="only this game")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    for name in games():
        if asked.game in (None, name):
            told = pairs(name, asked.pairs, asked.first)
            for line in told if asked.what == "pairs" else timed(name):
                print(json.dumps({"game": name} | line), flush=True)


def pairs(game: str, count: int, first: int) -> Iterator[dict[str, Any]]:
    """Yield the result of each pair of games, and how many ranked as expected."""
    right = 0
    for number in range(first, first + count):
        found = {
            bot: accuracy(review(played(game, bot, f"pair-{number}").record()))
            for bot in ("master:300", "casual")
        }
        right += found["master:300"] > found["casual"]
        yield {"pair": number, **found, "right": right, "of": number + 1 - first}


def timed(game: str) -> Iterator[dict[str, Any]]:
    """Yield the seconds that reviews of a long game take."""
    matches = [played(game, "strong", f"time-{number}") for number in range(GAMES)]
    longest = max(matches, key=lambda match: len(match.moves))
    for depth in ("quick", "deep"):
        start, busy = time.perf_counter(), time.process_time()
        review(longest.record(), depth)
        seconds = time.perf_counter() - start
        core = time.process_time() - busy
        told = {"seconds": round(seconds, 1), "core": round(core, 1)}
        yield {"depth": depth, "moves": len(longest.moves), **told}


def played(game: str, bot: str, seed: str) -> Match:
    """Return a game of one bot against itself."""
    match, dice = Match(game, seed=seed), bots.new_dice(seed)
    players = [bots.find(bot) for _ in range(match.seats)]
    while not match.over:
        seat = match.actors[0]
        bots.move(match, seat, players[seat], dice)
    return match


def accuracy(seen: Review) -> float:
    """Return the accuracy of all decisions of a game."""
    told = [m.decision.accuracy for m in seen.moments if m.decision]
    return round(sum(told) / len(told), 2)


if __name__ == "__main__":
    main()
