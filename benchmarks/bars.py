"""Checks sizes, speeds and times against their limits; exit status 1 if one is missed.

    python benchmarks/bars.py [--tests]

Run it on a quiet machine. All limits for later versions are in this file. Speeds of games are
compared with a loop of plain Python in the same run, because machines differ. `--tests` also
runs `make test` and counts its seconds of processor time. `make nightly` ends with this script,
and a release quotes its table. Tests never measure time; all timing is done here.
"""

import argparse
import gzip
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib import metadata
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from shutil import which
from typing import Any, NamedTuple

import gymnasium

import comptoir
from comptoir import Match, bots, decisions, export, games
from comptoir.bots.budget import Budget
from comptoir.bots.search import Search
from comptoir.engine.model.game import Game
from comptoir.envs import name_of
from comptoir.server.web.pages.engine_files import files

COMMAND = str(Path(sys.executable).with_name("comptoir"))
ROOT = Path(__file__).parents[1]
BUILT = Path(comptoir.__file__).parent / "server/static"


class Bar(NamedTuple):
    """A measured value and its limit."""

    what: str
    measured: float
    most: float


def main() -> int:
    """Measure everything, and print a line for each value."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tests", action="store_true", help="run `make test` too")
    parts = [sizes, starts, speeds, learners, thoughts]
    if parser.parse_args().tests:
        parts.append(tests)
    missed = 0
    for bar in (bar for part in parts for bar in part()):
        missed += bar.measured > bar.most
        mark = "missed" if bar.measured > bar.most else "holds"
        print(f"{mark:6}  {bar.measured:10.4g} of {bar.most:<8g} {bar.what}")
    return min(missed, 1)


def sizes() -> Iterator[Bar]:
    """Measure the bytes that a visitor loads, and those that an installation takes."""
    parts = json.loads((BUILT / "parts.json").read_text())
    (first,) = (name for name in parts if re.fullmatch(r"_first-.*\.js", name))
    table = weigh(parts, "src/pages/Table.svelte")
    yield Bar("KB gzipped: code of the first page", weigh(parts, first), 45)
    for game in games():
        board = weigh(parts, f"src/boards/{game}/index.ts", "src/pages/Table.svelte")
        yield Bar(f"KB gzipped: code of a table, {game}", table + board, 150)
    engine = json.loads(files(games())["engine.json"])
    core = sum(file["size"] for file in engine["core"].values())
    yield Bar("MB gzipped: the browser's engine", core / 1e6, 8)
    for game, file in engine["games"].items():
        yield Bar(f"MB gzipped: the browser's {game}", file["size"] / 1e6, 1)
    lock = (ROOT / "requirements/play.txt").read_text()
    names = re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)
    yield Bar("MB: installed libraries", sum(map(installed, names)) / 1e6, 400)


def weigh(parts: dict[str, Any], name: str, loaded: str | None = None) -> float:
    """Return the KB of a part of the page and its imports, except those already loaded."""

    def needed(name: str) -> set[str]:
        part = parts[name]
        own = {part["file"], *part.get("css", ())}
        return own.union(*map(needed, part.get("imports", ())))

    wanted = needed(name) - (needed(loaded) if loaded else set())
    return (
        sum(len(gzip.compress((BUILT / file).read_bytes())) for file in wanted) / 1024
    )


def installed(name: str) -> int:
    """Return the bytes of a library's installed files; 0 if this machine does not need it."""
    try:
        files = metadata.files(name) or []
    except metadata.PackageNotFoundError:
        return 0
    return sum(file.size or 0 for file in files)


def starts() -> Iterator[Bar]:
    """Time the start of the command line and the import; the best of four counts."""
    for name, command, most in (
        ("comptoir --help", [COMMAND, "--help"], 0.5),
        ("comptoir play", [COMMAND, "play"], 0.5),
        ("import comptoir", [sys.executable, "-c", "import comptoir"], 0.25),
    ):
        times = []
        for _ in range(4):
            start = time.perf_counter()
            subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, check=False
            )
            times.append(time.perf_counter() - start)
        yield Bar(f"s: {name}", min(times), most)


def speeds() -> Iterator[Bar]:
    """Read the figures of `comptoir bench`, and compare them with a loop of Python."""
    turns = min(loop() for _ in range(5))
    done = subprocess.run(
        [COMMAND, "bench", "--json"], capture_output=True, text=True, check=True
    )
    for line in done.stdout.splitlines():
        told = json.loads(line)
        table = f"{told['game']} with {told['seats']}"
        yield Bar(f"ns: a copy of a table, {table}", told["copy_ns"], 1000)
        for what, most in (("moves_per_s", 3), ("house_moves_per_s", 5)):
            ratio = 1 / told[what] / turns
            yield Bar(
                f"turns of a loop: {what.removesuffix('_per_s')}, {table}", ratio, most
            )
        share = told["plain_moves_per_s"] / told["moves_per_s"]
        yield Bar(f"of compiled speed: plain play, {table}", share, 0.1)
        loaded = told["load_s"] / told["compile_s"]
        yield Bar(f"of compiling: loading, {table}", loaded, 1)


def loop(turns: int = 2_000_000) -> float:
    """Return the seconds that one iteration of a plain loop takes on this machine."""
    start, number = time.perf_counter(), 1
    for _ in range(turns):
        number = number * 48271 % 2147483647
    return (time.perf_counter() - start) / turns


def learners() -> Iterator[Bar]:
    """Time a learner's step against house bots, and decisions as data."""
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


def told(game: Game, count: int) -> int:
    """Return the number of decisions of some games as arrays."""
    return sum(len(some) for some in decisions(game, count, seed=1))


def exported(game: Game, count: int) -> int:
    """Write the decisions of some games as Parquet, and return their number."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "games.parquet"
        return export(game, out, count, seed=1).decisions


def thoughts() -> Iterator[Bar]:
    """Time bots with 100 ms per move while all cores are busy with other processes."""
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


def tests() -> Iterator[Bar]:
    """Count the processor time of `make test`, with everything installed and compiled."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    make = [which("make") or "make", "-C", str(ROOT), "test"]
    subprocess.run(make, stdout=sys.stderr, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    yield Bar("minutes of processor time: make test", spent / 60, 11)


if __name__ == "__main__":
    sys.exit(main())
