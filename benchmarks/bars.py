"""Limits of speeds and times on a quiet machine; exit status 1 if one is missed.

    python benchmarks/bars.py

`make nightly` ends with this script. Tests never measure time; all timing is done here.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from typing import NamedTuple

import gymnasium

from comptoir import Match, bots, decisions, export, games
from comptoir.bots.budget import Budget
from comptoir.bots.search import Search
from comptoir.engine.model.game import Game
from comptoir.envs import name_of

COMMAND = str(Path(sys.executable).with_name("comptoir"))


class Bar(NamedTuple):
    """A measured value and its limit."""

    what: str
    measured: float
    most: float


def main() -> int:
    """Measure everything, and print a line for each value."""
    missed = 0
    for bar in (*starts(), *speeds(), *learners(), *thoughts()):
        missed += bar.measured > bar.most
        mark = "missed" if bar.measured > bar.most else "holds"
        print(f"{mark:6}  {bar.measured:10.4g} of {bar.most:<8g} {bar.what}")
    return min(missed, 1)


def starts() -> Iterator[Bar]:
    """Time the start of the command line, the best of four."""
    for arguments in (["--help"], ["play"]):
        times = []
        for _ in range(4):
            start = time.perf_counter()
            subprocess.run(
                [COMMAND, *arguments],
                stdin=subprocess.DEVNULL, capture_output=True, check=False,
            )  # fmt: skip
            times.append(time.perf_counter() - start)
        yield Bar(f"s: comptoir {' '.join(arguments)}", min(times), 0.5)


def speeds() -> Iterator[Bar]:
    """Read the figures of `comptoir bench`."""
    done = subprocess.run(
        [COMMAND, "bench", "--json"], capture_output=True, text=True, check=True
    )
    for line in done.stdout.splitlines():
        told = json.loads(line)
        table = f"{told['game']} with {told['seats']}"
        yield Bar(f"ns: a copy of a table, {table}", told["copy_ns"], 1000)
        share = told["plain_moves_per_s"] / told["moves_per_s"]
        yield Bar(f"of compiled speed: plain play, {table}", share, 0.1)
        loaded = told["load_s"] / told["compile_s"]
        yield Bar(f"of compiling: loading, {table}", loaded, 1)


def learners() -> Iterator[Bar]:
    """Time a learner's step against house bots, decisions as data, and the imports."""
    for game in games().values():
        env = gymnasium.make(name_of(game), bots="house")
        info = env.reset(seed=1)[1]
        for count in (200, 20_000):  # the first games load compiled code
            start = time.perf_counter()
            for _ in range(count):
                _, _, over, _, info = env.step(info["action_mask"].argmax())
                info = env.reset()[1] if over else info
        took = (time.perf_counter() - start) / count
        yield Bar(f"µs: a learner's step, {game.name}", took * 1e6, 20)
        for way in (told, exported):
            for count in (10, 20_000):
                start = time.perf_counter()
                made = way(game, count)
            took = (time.perf_counter() - start) / made
            yield Bar(f"µs: a decision {way.__name__}, {game.name}", took * 1e6, 1)
    times = []
    for _ in range(4):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import comptoir"], check=True)
        times.append(time.perf_counter() - start)
    yield Bar("s: Python, and import comptoir", min(times), 0.25)


def told(game: Game, count: int) -> int:
    """Return the number of decisions of some games as arrays."""
    return sum(len(some) for some in decisions(game, count, seed=1))


def exported(game: Game, count: int) -> int:
    """Write the decisions of some games as Parquet, and return their number."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "games.parquet"
        return export(game, out, count, seed=1).decisions


def thoughts() -> Iterator[Bar]:
    """Time bots with 100 ms per move while more processes than cores are busy."""
    load = [
        get_context("spawn").Process(target=burn) for _ in range((cpu_count() or 1) + 1)
    ]
    for process in load:
        process.start()
    try:
        for game in games().values():
            yield Bar(f"s: a thought of 100 ms, {game.name}", longest(game.name), 0.15)
    finally:
        for process in load:
            process.kill()


def burn() -> None:
    """Keep a core busy."""
    while True:
        pass


def longest(name: str) -> float:
    """Return the longest time of a bot's move."""
    bot, taken = Search(Budget(seconds=0.1)), []
    match, dice = Match(name, seed="bars"), bots.new_dice("bars")
    bot.prepare(match.game, match.seats)
    for _ in range(20):
        seat = bots.Seat.at(match, match.actors[0], dice)
        start = time.perf_counter()
        action = bot(seat)
        taken.append(time.perf_counter() - start)
        match.play(seat.number, action)
    return max(taken)


if __name__ == "__main__":
    sys.exit(main())
