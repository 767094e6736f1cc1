"""Random play on a GPU: agreement with the CPU, and moves per second by batch size.

    python benchmarks/gpu.py [--game batavia] [--seats 4] [--sizes 4096,262144]
        [--threads 64,128,256] [--registers 0,96,128] [--memory global,shared] [--peers]

Prints one JSON object per line. First `start_s`: the seconds until a process has played its
first rollout of a game, including loading or compiling its kernels. Then `who`, `game`, `way`,
`batch`, `moves_per_s` and `of_limit`: the speed as a share of what the memory would allow if
every move read and wrote its table once (rollouts), or every step also wrote its mask and
observation (steps). `house` steps are those of one learner against three house bots, whose
moves are not counted. `--peers` also runs Pgx on the same GPU, if JAX and Pgx are installed.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import numpy as np

from comptoir import games
from comptoir.engine.backends import cuda_compiler
from comptoir.engine.backends.cuda_compiler import Tuning
from comptoir.engine.runs.batch import Batch

ROLL = 200  # moves per table in one call
STEPS = 50
ROUNDS = 3


def main() -> None:
    """Print one JSON object per line."""
    asked = read_arguments()
    if not cuda_compiler.import_cuda().is_available():
        raise SystemExit("no GPU here: nothing to measure")
    bandwidth = copy_speed()
    tell({"way": "copy", "bytes_per_s": round(bandwidth)})
    for name, game in games().items():
        if asked.game in (None, name):
            seats = game.check_seats(asked.seats)
            tell({"game": name, **start(name)})
            tell({"game": name, **agreement(game, seats)})
            for size, tuning in settings(asked):
                about = {"who": "Comptoir", "game": name, "seats": seats, "batch": size}
                about |= vars(tuning)
                tell(about | rollouts(game, seats, size, tuning, bandwidth))
                tell(about | steps(game, seats, size, tuning, bandwidth))
                tell(about | house_steps(game, seats, size, tuning))
    if asked.peers:
        pgx(asked.sizes)


def read_arguments() -> argparse.Namespace:
    """Return the command-line arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=None, help="only this game")
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--sizes", default="4096,32768,131072,262144,1048576")
    parser.add_argument("--threads", default="64")
    parser.add_argument("--registers", default="0", help="0: the compiler's choice")
    parser.add_argument("--memory", default="shared", help="global, local, shared")
    parser.add_argument("--peers", action="store_true")
    return parser.parse_args()


def settings(asked: argparse.Namespace):
    """Yield every batch size with every tuning."""
    lists = (asked.sizes, asked.threads, asked.registers)
    numbers = [[int(n) for n in listed.split(",")] for listed in lists]
    for *given, memory in product(*numbers, asked.memory.split(",")):
        size, threads, registers = given
        yield size, Tuning(threads, registers or None, memory)


def tell(row: dict[str, object]) -> None:
    """Print a row."""
    print(json.dumps(row), flush=True)


def copy_speed() -> float:
    """Return the bytes per second that the GPU's memory reads and writes in a large copy."""
    cuda = cuda_compiler.import_cuda()
    here = cuda.device_array(1 << 28, np.int64)
    there = cuda.device_array_like(here)

    def copy() -> None:
        there.copy_to_device(here)

    return 2 * here.nbytes / best(copy)


def best(play) -> float:
    """Return the seconds of the best round, without the first one."""
    cuda, times = cuda_compiler.import_cuda(), []
    for _ in range(ROUNDS + 1):
        cuda.synchronize()
        start = time.perf_counter()
        play()
        cuda.synchronize()
        times.append(time.perf_counter() - start)
    return min(times[1:])


def agreement(game, seats: int, count: int = 2000) -> dict[str, object]:
    """Compare whole games with the CPU's, bit for bit."""
    pair = [Batch(game, seats, count, seed="gpu", device=d) for d in ("cpu", "cuda")]
    for batch in pair:
        batch.rollout()
    here, there = (np.asarray(batch.tables) for batch in pair)
    same = all(np.array_equal(here[f], there[f]) for f in game.table.names)
    return {"seats": seats, "games": count, "equal": bool(same)}


def rollouts(game, seats: int, size: int, tuning: Tuning, bandwidth: float):
    """Time random moves: legal actions are listed, and only the tables are written."""
    given = {"device": "cuda", "tuning": tuning, "seed": "gpu", "fill": False}
    batch = Batch(game, seats, size, **given)
    seconds = best(lambda: batch.rollout(ROLL))
    rate = size * ROLL / seconds
    limit = bandwidth / (2 * game.table.itemsize)
    return {
        "way": "rollout",
        "moves_per_s": round(rate),
        "of_limit": round(rate / limit, 4),
    }


def start(name: str) -> dict[str, object]:
    """Time a process from its start to its first rollout, and count what it compiled."""
    play = f"b = Batch({name!r}, size=64, device='cuda'); b.rollout(10); b.tables.__array__()"
    command = f"from comptoir.engine.runs.batch import Batch; {play}"
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", command], text=True, check=True, capture_output=True
    )
    seconds = time.perf_counter() - begin
    return {"start_s": round(seconds, 1), "compiled": "Compiling" in done.stderr}


def house_steps(game, seats: int, size: int, tuning: Tuning):
    """Time the steps of one learner against house bots, starting in mid-game."""
    bots = [None, *["house"] * (seats - 1)]
    given = {"device": "cuda", "tuning": tuning, "seed": "gpu", "illegal": "lose"}
    batch = Batch(game, seats, size, bots=bots, **given)
    choose, actions = chooser(size)

    def play() -> None:
        for turn in range(STEPS):
            choose(batch.mask.array, turn, actions)
            batch.step(actions)

    return {"way": "house", "steps_per_s": round(size * STEPS / best(play))}


def steps(game, seats: int, size: int, tuning: Tuning, bandwidth: float):
    """Time steps with masks and observations, including the choice of a legal action."""
    given = {"device": "cuda", "tuning": tuning, "seed": "gpu", "illegal": "lose"}
    batch = Batch(game, seats, size, **given)
    choose, actions = chooser(size)

    def play() -> None:
        for turn in range(STEPS):
            choose(batch.mask.array, turn, actions)
            batch.step(actions)

    rate = size * STEPS / best(play)
    each = 2 * game.table.itemsize + 2 * len(game.actions) + 4 * game.observation
    share = rate / (bandwidth / each)
    return {"way": "step", "moves_per_s": round(rate), "of_limit": round(share, 4)}


def chooser(size: int):
    """Return a kernel that chooses legal actions on the GPU, and the array it writes."""
    cuda = cuda_compiler.import_cuda()

    def choose(mask, turn, actions):
        i = cuda.grid(1)
        if i < actions.size:
            count = 0
            for action in range(mask.shape[1]):
                count += mask[i, action]
            left = ((i * 2654435761 + turn * 40503) >> 8) % max(count, 1)
            for action in range(mask.shape[1]):
                if mask[i, action]:
                    if left == 0:
                        actions[i] = action
                    left -= 1

    blocks = (size + 127) // 128
    return cuda.jit(choose)[blocks, 128], cuda.to_device(np.zeros(size, np.int64))


def pgx(sizes: str) -> None:
    """Run Pgx's loop with this Python, on the same GPU."""
    loop = Path(__file__).parent / "loops" / "pgx_loop.py"
    done = subprocess.run(
        [sys.executable, str(loop), "2"],
        env=os.environ | {"BATCHES": sizes}, text=True, check=False, capture_output=True,
    )  # fmt: skip
    print(done.stdout, end="")
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        tell({"who": "Pgx", "failed": last[:200]})


if __name__ == "__main__":
    main()
