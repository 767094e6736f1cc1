"""Random play on a GPU: agreement with the CPU, and moves a second by batch size.

python benchmarks/gpu.py [--game batavia] [--seats 4]
"""

import argparse
import json
import time

import numpy as np

from comptoir import games
from comptoir.engine import gpu
from comptoir.engine.compiled import Compiled
from comptoir.engine.seed import chance_key
from comptoir.engine.simulation import Player


def main() -> None:
    """Print one JSON object a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=None, help="only this game")
    parser.add_argument("--seats", type=int, default=None)
    asked = parser.parse_args()
    if not gpu.import_cuda().is_available():
        raise SystemExit("no GPU here: nothing to measure")
    for name, game in games().items():
        if asked.game in (None, name):
            seats = game.check_seats(asked.seats)
            print(json.dumps({"game": name, **agreement(game, seats)}))
            for size in (1 << 12, 1 << 15, 1 << 17, 1 << 18):
                print(json.dumps({"game": name, **speed(game, seats, size)}))


def agreement(game, seats: int, count: int = 2000) -> dict[str, object]:
    """Compare whole games bit for bit."""
    player = Player(game, seats, [0] * seats, "gpu", kernels=Compiled(game))
    here = vars(player.play(0, count, count))
    there = gpu.play_games(game, seats, player.key, 0, [0] * seats, count)
    fields = game.table.names
    same = all(np.array_equal(here["tables"][f], there["tables"][f]) for f in fields)
    return {"seats": seats, "games": count, "equal": bool(same)}


def speed(game, seats: int, size: int) -> dict[str, object]:
    """Time one batch, copies to and from the GPU left out."""
    runner = gpu.Runner(game, seats, [0] * seats, size)
    key = chance_key("gpu")[0]
    runner.run(key, 0)
    start = time.perf_counter()
    moves = int(runner.run(key, size)["lengths"].sum())
    seconds = time.perf_counter() - start
    return {"seats": seats, "batch": size, "moves_per_s": round(moves / seconds)}


if __name__ == "__main__":
    main()
