"""Measures the overhead of a study over only playing its games; needs a quiet machine.

    python benchmarks/lab.py                      # a million games of four-player Batavia
    python benchmarks/lab.py --device cuda        # the same on a GPU
    python benchmarks/lab.py --cluster HOST:PORT  # and on a Ray cluster

The two alternate, so that other work slows both down. The limit for the ratio is 1.5.
"""

import argparse
import sys
import time

import numpy as np

from comptoir.engine.runs.simulation import TABLES, whole_games
from comptoir.lab import Study, ThisMachine
from comptoir.lab.running.job import StudyJob
from comptoir.lab.statistics.totals import StudyTotals

BAR = 1.5
ROUNDS = 4


def arguments():
    """Return the command-line arguments."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", default="batavia")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--cluster")
    return parser.parse_args()


def workers(given):
    """Return the workers for the given arguments."""
    if given.cluster:
        from comptoir.lab.running.cluster import Cluster

        return Cluster(given.cluster)
    return ThisMachine(given.device)


def alone(study, jobs, device):
    """Play the games of some jobs without collecting facts."""
    chunk = study.chunk(study.lineups[0])
    variant = study.variants[0]
    start = time.perf_counter()
    rounds = whole_games(
        variant.game, variant.seats, chunk * len(jobs), ["house"] * variant.seats,
        f"{study.seed}/{jobs[0].chunk * chunk}", size=TABLES, device=device,
    )  # fmt: skip
    for batch in rounds:
        assert np.asarray(batch.over).any()
    return time.perf_counter() - start


def studied(study, jobs, where, tally):
    """Play the same games and collect all facts of the study."""
    start = time.perf_counter()
    for done in where.play(study, jobs):
        tally.add(done.tally)
    return time.perf_counter() - start


def main():
    """Play both ways, and print the ratio of their times."""
    given = arguments()
    asked = {
        "game": given.game,
        "seats": given.seats,
        "questions": ["all"],
        "levels": ["house"],
    }
    study, where, tally = Study(asked), workers(given), StudyTotals()
    chunk = study.chunk(study.lineups[0])
    count = max(ROUNDS, -(-given.games // chunk))
    jobs = [StudyJob(0, n) for n in range(count)]
    alone(study, jobs[:1], given.device)  # warm-up
    studied(study, jobs[:1], where, StudyTotals())
    plain, noted = 0.0, 0.0
    for n in range(ROUNDS):
        some = jobs[n * count // ROUNDS : (n + 1) * count // ROUNDS]
        plain += alone(study, some, given.device)
        noted += studied(study, some, where, tally)
    ratio = noted / plain
    wins = tally.moments["seat.1"].estimate(0)
    print(f"{tally.games:,} games of {given.game} for {given.seats}, {given.device}")
    print(f"alone {plain:.1f} s, with all questions {noted:.1f} s: {ratio:.2f} times")
    print(f"seat 1 wins {wins.value:.4%} ± {wins.half:.4%}")
    return 0 if ratio <= BAR or given.cluster else 1


if __name__ == "__main__":
    sys.exit(main())
