"""How much faster a batch is on all cores than on one: rollouts, and steps with their sights.

    python benchmarks/scaling.py [--size 65536] [--threads 2] [--rounds 5] [--json]

Both are measured in turn, and the best round of each counts, since others may use the same
cores. Actions are chosen at random; the choice is not timed.
"""

import argparse
import json
import time

import numpy as np

from comptoir import games
from comptoir.arena.local import cores
from comptoir.engine.batch import Batch

ROLL = 40  # moves a table in one call
STEPS = 5


def main() -> None:
    """Print a line for each game and way."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=65_536)
    parser.add_argument("--threads", type=int, default=cores())
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    for name in games():
        for way, play in (("rollouts", roll), ("steps", step)):
            given = {"size": asked.size, "seed": 1, "illegal": "lose"}
            given["fill"] = play is step
            pair = [Batch(name, **given, threads=n) for n in (1, asked.threads)]
            times = [[play(batch) for batch in pair] for _ in range(asked.rounds + 1)]
            one, all_ = (min(column) for column in zip(*times[1:], strict=True))
            tell(asked, name, way, one, all_)


def roll(batch: Batch) -> float:
    """Return the seconds of a move of every table, nothing written but the tables."""
    start = time.perf_counter()
    batch.rollout(ROLL)
    return (time.perf_counter() - start) / ROLL


def step(batch: Batch) -> float:
    """Return the seconds of a step of every table, with its mask and observation."""
    seconds, dice = 0.0, np.random.default_rng(1)
    for _ in range(STEPS):
        turned = np.roll(batch.mask, -(shift := dice.integers(1 << 16)), axis=1)
        actions = (turned.argmax(axis=1) + shift) % turned.shape[1]
        start = time.perf_counter()
        batch.step(actions)
        seconds += time.perf_counter() - start
    return seconds / STEPS


def tell(
    asked: argparse.Namespace, name: str, way: str, one: float, all_: float
) -> None:
    """Print moves a second on one core and on all, and the ratio."""
    rates = [round(asked.size / seconds) for seconds in (one, all_)]
    if asked.json:
        row = {"game": name, "way": way, "threads": asked.threads}
        row |= {"one": rates[0], "all": rates[1], "times": round(one / all_, 3)}
        print(json.dumps(row), flush=True)
    else:
        figures = f"{rates[0]:>12,} {rates[1]:>12,} {one / all_:6.2f}"
        print(f"{name:<10}{way:<10}{figures}", flush=True)


if __name__ == "__main__":
    main()
