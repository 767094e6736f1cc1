"""The speed-up of a batch on all cores over one: rollouts, and steps with observations.

    python benchmarks/scaling.py [--size 65536] [--threads 2] [--rounds 40] [--json]

One core and all cores are measured in turn, in short rounds, and the median of the rounds'
ratios counts, because other programs may use the same cores. Beside each game the table shows
the speed-up of a loop without memory access in the same rounds, the most that the machine can
give. Actions are chosen at random; the choice is not timed.
"""

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np

from comptoir import games
from comptoir.engine.backends.threads import cores
from comptoir.engine.runs.batch import Batch

ROLL = 16  # moves per table in one call
STEPS = 3
TURNS = 1_000_000  # iterations of the loop without memory access: a few milliseconds
PIECES = 16  # pieces of work shared by threads, as in a batch


def main() -> None:
    """Print a line for each game and way."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=65_536)
    parser.add_argument("--threads", type=int, default=cores())
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if not asked.json:
        heads = f"{'one core':>12} {'all':>12} {'times':>6} {'machine':>8}"
        print(f"{'game':<10}{'way':<10}{heads}", flush=True)
    for name in games():
        for way, play in (("rollouts", roll), ("steps", step)):
            given = {"size": asked.size, "seed": 1, "illegal": "lose"}
            given["fill"] = play is step
            pair = [Batch(name, **given, threads=n) for n in (1, asked.threads)]
            times = [
                [play(pair[0]), play(pair[1]), spin(1), spin(asked.threads)]
                for _ in range(asked.rounds + 1)
            ]
            tell(asked, name, way, np.array(times[1:]))


def roll(batch: Batch) -> float:
    """Return the seconds of a move on every table; only the tables are written."""
    start = time.perf_counter()
    batch.rollout(ROLL)
    return (time.perf_counter() - start) / ROLL


def step(batch: Batch) -> float:
    """Return the seconds of a step on every table, with masks and observations."""
    seconds, dice = 0.0, np.random.default_rng(1)
    for _ in range(STEPS):
        turned = np.roll(batch.mask, -(shift := dice.integers(1 << 16)), axis=1)
        actions = (turned.argmax(axis=1) + shift) % turned.shape[1]
        start = time.perf_counter()
        batch.step(actions)
        seconds += time.perf_counter() - start
    return seconds / STEPS


def spin(threads: int) -> float:
    """Return the seconds of a loop without memory access, shared by threads."""
    start = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(turn, [TURNS] * PIECES, range(1, PIECES + 1)))
    return time.perf_counter() - start


@numba.njit(nogil=True)
def turn(turns: int, word: int) -> int:
    """Shift the bits of a word in a loop that no compiler can optimise away."""
    for _ in range(turns):
        word ^= word << 13
        word ^= word >> 7
        word ^= word << 17
    return word


def tell(asked: argparse.Namespace, name: str, way: str, seconds: np.ndarray) -> None:
    """Print moves per second on one core and on all, their ratio, and the machine's."""
    one, all_, spun_one, spun_all = seconds.T
    rates = [round(asked.size / np.median(column)) for column in (one, all_)]
    times, machine = (float(np.median(r)) for r in (one / all_, spun_one / spun_all))
    if asked.json:
        row = {"game": name, "way": way, "threads": asked.threads}
        row |= {"one": rates[0], "all": rates[1]}
        row |= {"times": round(times, 3), "machine": round(machine, 3)}
        print(json.dumps(row), flush=True)
    else:
        figures = f"{rates[0]:>12,} {rates[1]:>12,} {times:6.2f} {machine:8.2f}"
        print(f"{name:<10}{way:<10}{figures}", flush=True)


if __name__ == "__main__":
    main()
