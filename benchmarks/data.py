"""Decisions of house bots a second: as arrays, with what is wide, and to files.

    python benchmarks/data.py [--games 20000]

Run it on a quiet machine; it uses all cores. Files go to a folder that is removed.
"""

import argparse
import tempfile
import time
from pathlib import Path

import comptoir


def main():
    """Print a line for each way and game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    games = parser.parse_args().games
    for name in comptoir.games():
        for what in ({}, {"legal": True, "observations": True}):
            count = games // 10 if what else games
            sum(len(some) for some in comptoir.decisions(name, 2, seed=0, **what))
            start = time.perf_counter()
            told = sum(len(x) for x in comptoir.decisions(name, count, seed=1, **what))
            say(name, " and ".join(what) or "arrays", told, start)
        for ending in ("jsonl", "parquet", "arrow"):
            with tempfile.TemporaryDirectory() as folder:
                start = time.perf_counter()
                out = Path(folder) / f"games.{ending}"
                say(
                    name,
                    ending,
                    comptoir.export(name, out, games, seed=1).decisions,
                    start,
                )


def say(name, way, count, start):
    """Print how many a second."""
    speed = count / (time.perf_counter() - start)
    print(f"{name:8} {way:22} {speed / 1e6:6.2f} million decisions a second")


if __name__ == "__main__":
    main()
