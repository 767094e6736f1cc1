"""Decisions of house bots per second: as arrays, with wide columns, and to files.

    python benchmarks/data.py [--games 20000] [--json]

Run it on a quiet machine; it uses all cores. It prints the rate by wall-clock time, the rate
per second of CPU time, which other work disturbs little, and the latter's ratio to plain
arrays in the same run. Files go to a temporary folder.
"""

import argparse
import json
import tempfile
import time
from functools import partial
from pathlib import Path

import comptoir

WIDE = {"legal": True, "observations": True}
FILES = ("jsonl", "parquet", "arrow")


def main():
    """Print a line for each way and game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    for name in comptoir.games():
        bare = None
        for way, play in ways(name, asked.games):
            row = {"game": name, "way": way} | timed(play)
            bare = bare or row["a_core"]
            row["to_arrays"] = round(row["a_core"] / bare, 2)
            print(json.dumps(row) if asked.json else line(row), flush=True)


def ways(name, games):
    """Yield the ways to export the same games, each a function that returns the count."""
    for what in ({}, WIDE):
        told(name, 2, what)  # loads the compiled rules
        count = games // 10 if what else games
        yield " and ".join(what) or "arrays", partial(told, name, count, what)
    for ending in FILES:
        exported(name, 2, ending)
        yield ending, partial(exported, name, games, ending)


def told(name, games, what):
    """Return the number of decisions as arrays."""
    return sum(len(some) for some in comptoir.decisions(name, games, seed=1, **what))


def exported(name, games, ending):
    """Write decisions to a file, and return their number."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / f"games.{ending}"
        return comptoir.export(name, out, games, seed=1).decisions


def timed(play):
    """Return decisions per second of wall-clock time and of CPU time."""
    wall, core = time.perf_counter(), time.process_time()
    count = play()
    core, wall = time.process_time() - core, time.perf_counter() - wall
    return {"decisions": count, "a_second": count / wall, "a_core": count / core}


def line(row):
    """Return a row as text, in millions."""
    return (
        f"{row['game']:8} {row['way']:22} {row['a_second'] / 1e6:6.2f} million a second, "
        f"{row['a_core'] / 1e6:6.2f} a core's second, {row['to_arrays']:5.2f} of arrays"
    )


if __name__ == "__main__":
    main()
