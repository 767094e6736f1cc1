"""Steps per second of a learner against three policies in a batch, and against house bots.

    python benchmarks/policies.py [--game batavia] [--device cuda] [--sizes 16384,131072]

One JSON object per line: the seconds until the first step (compiling included), and learner
steps per second against `policy` and against `house`, the best of three rounds. The learner
takes its first legal action. On a GPU, all data stays there. It needs NumPy, numba and msgspec,
and for a GPU also numba-cuda and CuPy.
"""

import argparse
import json
import time
from typing import Any

from comptoir import games
from comptoir.engine.backends.matrices import library
from comptoir.engine.runs.batch import Batch

ROUNDS = 3
STEPS = 20


def main() -> None:
    """Print one JSON object per line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default=None, help="only this game")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--sizes", default=None)
    parser.add_argument("--against", default="policy,house")
    asked = parser.parse_args()
    sizes = asked.sizes or ("16384,131072" if asked.device == "cuda" else "1024")
    for name, game in games().items():
        if asked.game in (None, name):
            for against in asked.against.split(","):
                for size in map(int, sizes.split(",")):
                    row = {"game": name, "against": against, "tables": size}
                    print(
                        json.dumps(row | measure(game, against, size, asked)),
                        flush=True,
                    )


def measure(game: Any, against: str, size: int, asked: Any) -> dict[str, Any]:
    """Return the seconds until the first step, and the learner's steps per second."""
    xp = library(asked.device)
    seats, start = game.check_seats(asked.seats), time.perf_counter()
    bots = [None] + [against] * (seats - 1)
    batch = Batch(
        game, seats, size, device=asked.device, seed="policies", bots=bots, illegal="lose",
        threads=1,
    )  # fmt: skip

    def steps(count: int) -> float:
        began = time.perf_counter()
        for _ in range(count):
            batch.step(xp.asarray(batch.mask).argmax(axis=1))
        float(xp.asarray(batch.rewards).sum())  # waits for the device
        return time.perf_counter() - began

    steps(1)
    first = time.perf_counter() - start
    best = min(steps(STEPS) for _ in range(ROUNDS))
    return {
        "first_s": round(first, 1),
        "steps_per_s": round(size * STEPS / best),
        "moves_per_step": round(batch.moves / (size * (1 + ROUNDS * STEPS)), 2),
    }


if __name__ == "__main__":
    main()
