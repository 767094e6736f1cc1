"""Compares random play in Comptoir and other libraries, on one machine in one run.

    python benchmarks/peers.py [--seconds 3] [--json] [--only OpenSpiel] [--chart FILE.svg]
    python benchmarks/peers.py --learners      # one learner's steps, and games as data

Every loop lists the legal actions at every step. Each library is installed into a temporary
environment; those that cannot be installed are listed. Loops run on one core and are measured
in CPU time, which other work disturbs little; the best of three rounds counts.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from chart import bars

LOOPS = Path(__file__).parent / "loops"
PEERS = {
    "OpenSpiel": ("openspiel_loop.py", ["open_spiel"]),
    "PettingZoo": (
        "pettingzoo_loop.py",
        ["pettingzoo", "pygame", "rlcard", "shimmy", "open_spiel"],
    ),
    "RLCard": ("rlcard_loop.py", ["rlcard"]),
    "Pgx": ("pgx_loop.py", ["pgx"]),
    "catanatron": ("catanatron_loop.py", ["catanatron"]),
}
KINDS = ("learner", "told")
LEARNERS = ("Comptoir", "PettingZoo", "OpenSpiel", "Pgx")
ONE_CORE = {
    "ONE_CORE": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "JAX_PLATFORMS": "cpu",
    "PYTHONWARNINGS": "ignore",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
}


def main() -> None:
    """Run every loop and print a table, or one JSON object per line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", action="append", choices=["Comptoir", *PEERS])
    parser.add_argument("--chart", type=Path, default=None)
    parser.add_argument("--learners", action="store_true")
    asked = parser.parse_args()
    rows = []
    for who in ["Comptoir", *PEERS]:
        if asked.only and who not in asked.only:
            continue
        if asked.learners and who not in LEARNERS:
            continue
        for row in measure(who, asked.seconds, "learner_" * asked.learners):
            rows.append(row)
            if asked.json:
                print(json.dumps(row), flush=True)
    if not asked.json:
        print(table(rows))
    if asked.chart:
        measured = [row for row in rows if "moves_per_s" in row]
        named = [(f"{r['who']} {r['game']}, {r['way']}", r) for r in measured]
        figures = [(name, r["moves_per_s"], r["who"]) for name, r in named]
        asked.chart.write_text(bars("moves a second, one core", figures))


def measure(who: str, seconds: float, kind: str) -> list[dict[str, object]]:
    """Run the loop of one library in its own environment, on one core."""
    if who == "Comptoir":
        return run(who, sys.executable, f"{kind}comptoir_loop.py", seconds)
    loop, packages = PEERS[who]
    with tempfile.TemporaryDirectory() as folder:
        print(f"installing {who} …", file=sys.stderr, flush=True)
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        pip = [python, "-m", "pip", "install", "-q", "setuptools<81", *packages]
        done = subprocess.run(pip, capture_output=True, text=True, check=False)
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            return [{"who": who, "game": "", "way": "", "failed": reason[:200]}]
        return run(who, python, kind + loop, seconds)


def run(who: str, python: str, loop: str, seconds: float) -> list[dict[str, object]]:
    """Return the rows that a loop prints."""
    done = subprocess.run(
        [python, str(LOOPS / loop), str(seconds)],
        capture_output=True, text=True, check=False, env=os.environ | ONE_CORE,
    )  # fmt: skip
    rows = [json.loads(line) for line in done.stdout.splitlines() if line[:1] == "{"]
    if not rows:
        reason = (done.stderr.strip().splitlines() or ["it printed nothing"])[-1]
        rows = [{"who": who, "game": "", "way": "", "failed": reason[:200]}]
    return rows


def kind_of(row: dict[str, object]) -> str:
    """Return the kind of a row: moves, a learner's steps, or decisions as data."""
    return next((kind for kind in KINDS if kind in str(row["way"])), "")


def table(rows: list[dict[str, object]]) -> str:
    """Return the figures as Markdown, each with its ratio to the fastest other library."""
    best: dict[str, int] = {}
    for row in rows:
        if row["who"] != "Comptoir" and "moves_per_s" in row:
            rate = int(str(row["moves_per_s"]))
            best[kind_of(row)] = max(rate, best.get(kind_of(row), 0))
    lines = ["| who | game | way | moves a second | to the fastest peer |"]
    lines.append("|---|---|---|---:|---:|")
    for row in rows:
        about = f"| {row['who']} | {row['game']} | {row['way']} |"
        if "moves_per_s" in row:
            rate = int(str(row["moves_per_s"]))
            fastest = best.get(kind_of(row))
            ratio = f"{rate / fastest:.2g}" if fastest else ""
            lines.append(f"{about} {rate:,} | {ratio} |")
        else:
            lines.append(f"{about} {row['failed']} | |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
