"""Shared by all loops: the clock, and the output of one JSON object per line."""

import json
import os
import sys
import time
from collections.abc import Callable

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
ROUNDS = 3

ONE_CORE = bool(os.environ.get("ONE_CORE"))
# On one core, CPU time is measured, since other programs may use the core too.
now = time.process_time if ONE_CORE else time.perf_counter

if ONE_CORE and hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


Play = Callable[[], int]  # returns how many moves it made


def tell(who: str, game: str, way: str, make: Callable[[], Play]) -> None:
    """Time the function that `make` returns, and print the best of some rounds."""
    try:
        play = make()
        play()
        best = max(_rate(play) for _ in range(ROUNDS))
    except Exception as error:  # noqa: BLE001  one game that fails leaves the others
        said = f"{type(error).__name__}: {error}"[:200]
        row = {"who": who, "game": game, "way": way, "failed": said}
    else:
        row = {"who": who, "game": game, "way": way, "moves_per_s": round(best)}
    print(json.dumps(row), flush=True)


def _rate(play: Play) -> float:
    moves, start = 0, now()
    while (taken := now() - start) < SECONDS / ROUNDS:
        moves += play()
    return moves / taken
