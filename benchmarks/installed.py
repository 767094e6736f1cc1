"""Measures the time until an installed wheel plays at full speed; exit status 1 if too long.

    python benchmarks/installed.py [WHEEL] [--runs 3]

Builds the wheel with `make wheel` if none is given, and installs it with the locked
requirements into a temporary environment. For every game it starts Python there with an empty
cache: the bot `master:300` chooses its first move, then a search from there runs for a second.
It prints the seconds from the start of the process to the move, iterations per second, whether
plain Python ran them, how many functions numba compiled, and how many kernels were written to
the cache.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from comptoir import games

ROOT = Path(__file__).resolve().parents[1]
BAR = 3.0  # maximum seconds
PLAY = """
import json, sys
from numba.core import event
from comptoir import Match, bots
from comptoir.bots.budget import Budget
from comptoir.bots.search import Search
from comptoir.engine.backends.compiler import is_warm

with event.install_recorder("numba:compile") as compiled:
    match = Match(sys.argv[1], seed="installed")
    dice = bots.new_dice("installed")
    seat = bots.Seat.at(match, match.actors[0], dice)
    move = str(bots.find("master:300")(seat))
    print(json.dumps({"move": move, "of": len(seat.legal)}), flush=True)
    thought = Search(Budget(seconds=1)).think(seat)
rate = round(thought.iterations / thought.seconds)
plain = not is_warm(match.game, "search")
told = {"iterations_per_s": rate, "plain": plain, "compiled": len(compiled.buffer)}
print(json.dumps(told))
"""


def main() -> int:
    """Print one JSON object for every game and run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wheel", type=Path, nargs="?", help="built if it is left out")
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    wheel = asked.wheel or built()
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB", file=sys.stderr)
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        python = installed(wheel, Path(folder))
        for name in games():
            for run in range(asked.runs):
                row = played(python, name, Path(folder) / f"{name}-{run}")
                missed += row["first_move_s"] > BAR or row["plain"] or row["compiled"]
                print(json.dumps(row), flush=True)
    return min(missed, 1)


def built() -> Path:
    """Build the wheel, and return it."""
    subprocess.run([shutil.which("make"), "-C", ROOT, "wheel"], check=True)
    return max(ROOT.glob("dist/*.whl"), key=lambda path: path.stat().st_mtime)


def installed(wheel: Path, folder: Path) -> Path:
    """Make an environment with the wheel, and return its Python."""
    uv = [sys.executable, "-m", "uv"]
    python = folder / "venv/bin/python"
    run = [*uv, "pip", "install", "-q", "--compile-bytecode", "--python", python]
    for command in (
        [*uv, "venv", "-q", "--python", sys.executable, folder / "venv"],
        [*run, "--require-hashes", "-r", ROOT / "requirements/play.txt"],
        [*run, "--no-deps", wheel.resolve()],
    ):
        subprocess.run(command, check=True)
    return python


def played(python: Path, game: str, cache: Path) -> dict:
    """Let a bot move in a new process, and return the figures."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    cache.mkdir()
    start = time.perf_counter()
    with subprocess.Popen(
        [python, "-c", PLAY, game], env=kept | {"COMPTOIR_CACHE": str(cache)},
        cwd=cache, text=True, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        move = json.loads(process.stdout.readline())
        seconds = time.perf_counter() - start
        rest = json.loads(process.stdout.read())
    written = len(list(cache.rglob("*.bin")))
    row = {"game": game, "first_move_s": round(seconds, 2)}
    return row | move | rest | {"written": written}


if __name__ == "__main__":
    sys.exit(main())
