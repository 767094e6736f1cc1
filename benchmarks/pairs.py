"""Compares the speed of two checkouts: alternating pairs, one core, medians of ratios.

    python benchmarks/pairs.py ../before/src [--pairs 30] [--game batavia] [--json]

Two processes, one a checkout, do the same work in turn: whole games at random (`simulate`)
and by house bots (`house`), random rollouts of a batch, and searches from the opening. Slower
are `--way study`, a small study of the lab with all its lineups, and `--way laws`, the laws
that both checkouts know.
Machines have slow minutes, so neither checkout is measured alone: a pair's ratio is this
one's rate over the other's, and the median of all pairs counts, with the quartiles beside
it. Both must be warm (`comptoir warm`), each in its own cache if they share none of their
kernels.
"""

import argparse
import contextlib
import importlib
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parents[1] / "src"
WAYS = ("simulate", "house", "rollout", "search")
SLOW = ("study", "laws")  # only where they are asked for
LAWS = "COMPTOIR_PAIRS_LAWS"  # the names of the laws that both know
SLICE = 0.3  # approximate seconds of work


def find(*names):
    """Return the first of these modules that a checkout has, since modules have moved."""
    for name in names:
        try:
            return importlib.import_module(f"comptoir.engine.{name}")
        except ModuleNotFoundError:
            continue
    raise SystemExit(f"none of {', '.join(names)} in {os.environ['PYTHONPATH']}")


def work() -> None:
    """Answer requests `GAME WAY` with the number of moves, or iterations, in a second."""
    from comptoir import games

    jobs = {}
    for line in sys.stdin:
        name, way = line.split()
        if (name, way) not in jobs:
            jobs[name, way] = globals()[way](games()[name])
            jobs[name, way]()  # loads the compiled code
        start, done = time.perf_counter(), 0
        while (taken := time.perf_counter() - start) < SLICE:
            done += jobs[name, way]()
        print(done / taken, flush=True)


def simulate(game):
    """Return a job that plays whole games at random and counts the moves."""
    return whole_games(game, "random", 16_384)


def house(game):
    """Return a job that plays whole games by house bots and counts the moves."""
    return whole_games(game, "house", 2048)


def whole_games(game, bot, games):
    """Return a job that plays some games of equal bots and counts the moves."""
    play = find("runs.simulation", "simulation").simulate
    seats = game.check_seats(None)
    bots = [bot] * seats
    return lambda: play(game, seats, games, bots, "pairs", plain=False, threads=1).moves


def rollout(game):
    """Return a job that rolls out a batch at random and counts the moves."""
    batch_of = find("runs.batch", "batch").Batch
    batch = batch_of(game, size=1024, seed="pairs", threads=1, fill=False)

    def play() -> int:
        before = batch.moves
        batch.rollout(20)
        return batch.moves - before

    return play


def search(game):
    """Return a job that searches from the opening and counts the iterations."""
    from comptoir import Match
    from comptoir.bots import Seat, new_dice
    from comptoir.bots.budget import Budget
    from comptoir.bots.search import Search

    bot, match = Search(Budget(iterations=500)), Match(game, seed="pairs")
    bot.prepare(game, match.seats)

    def think() -> int:
        seat = Seat.at(match, match.actors[0], new_dice("pairs"))
        return bot.think(seat).iterations

    return think


def study(game):
    """Return a job that plays a study and writes its report, and counts studies."""
    from comptoir import lab

    short = {"games": 2048, "chunk": 1024, "precision": {"share": 9.0, "number": 9.0}}
    asked = {"game": game.name, "variants": {"box": {}, "same": {}}, **short}

    def play() -> int:
        lab.report(lab.run(lab.Study(asked)))
        return 1

    return play


def laws(game):
    """Return a job that checks a game by the laws of both, and counts games."""
    from comptoir.cli.commands.check import fault_of

    known, wanted = all_laws(), os.environ[LAWS].split(",")

    def check() -> int:
        for name in wanted:
            assert not fault_of(known[name], game), name
        return 1

    return check


def all_laws() -> dict:
    """Return this checkout's laws that need no compiling, by name."""
    from comptoir import laws as package

    with contextlib.suppress(ImportError):  # they stood in the package
        from comptoir.laws import all_laws as package
    return {law.__name__: law for law in package.LAWS}


def laws_of(source: Path) -> set[str]:
    """Return the names of a checkout's laws."""
    done = subprocess.run(
        [sys.executable, __file__, "laws"], env=os.environ | {"PYTHONPATH": str(source)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(done.stdout.split())


def begin(source: Path, cache: str | None) -> subprocess.Popen:
    """Start the process of a checkout."""
    env = os.environ | {"PYTHONPATH": str(source)}
    env |= {"COMPTOIR_CACHE": cache} if cache else {}
    return subprocess.Popen(
        [sys.executable, __file__, "work"], env=env, text=True, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )  # fmt: skip


def ask(process: subprocess.Popen, game: str, way: str) -> float:
    """Return the rate of one slice of work."""
    process.stdin.write(f"{game} {way}\n")
    process.stdin.flush()
    return float(process.stdout.readline())


def main() -> None:
    """Print a line for each game and kind of work."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", type=Path, help="the other checkout's src folder")
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--game", default=None, help="only this game")
    parser.add_argument("--way", choices=(*WAYS, *SLOW), help="only this way")
    parser.add_argument("--cache", help="the other checkout's cache of compiled rules")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    from comptoir import games

    if asked.way == "laws":
        both = laws_of(HERE) & laws_of(asked.other.resolve())
        os.environ[LAWS] = ",".join(sorted(both))
    ours, theirs = begin(HERE, None), begin(asked.other.resolve(), asked.cache)
    for name in [asked.game] if asked.game else games():
        for way in [asked.way] if asked.way else WAYS:
            rates = []
            for number in range(asked.pairs + 1):  # the first one warms up
                pair = (ours, theirs) if number % 2 else (theirs, ours)
                got = {process: ask(process, name, way) for process in pair}
                rates.append((got[ours], got[theirs]))
            tell(name, way, rates[1:], as_json=asked.json)
    for process in (ours, theirs):
        process.communicate()


def tell(name: str, way: str, rates: list, *, as_json: bool) -> None:
    """Print the medians of both, and the quartiles of their ratios."""
    ratios = [ours / theirs for ours, theirs in rates]
    low, middle, high = statistics.quantiles(ratios, n=4)
    here, there = (statistics.median(column) for column in zip(*rates, strict=True))
    row = {"game": name, "way": way, "pairs": len(rates), "ratio": round(middle, 3)}
    row |= {"low": round(low, 3), "high": round(high, 3)}
    row |= {"this": round(here), "other": round(there)}
    if as_json:
        print(json.dumps(row), flush=True)
    else:
        digits = 0 if here > 1 else 3
        print(
            f"{name:<10}{way:<10}{middle:6.3f} ({low:.3f} to {high:.3f})"
            f"{here:>14,.{digits}f}{there:>14,.{digits}f} a second",
            flush=True,
        )


if __name__ == "__main__":
    if sys.argv[1:] == ["work"]:
        work()
    elif sys.argv[1:] == ["laws"]:
        print(*all_laws())
    else:
        main()
