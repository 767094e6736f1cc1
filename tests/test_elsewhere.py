"""The public API works without the functions that Windows and macOS lack."""

import subprocess
import sys

LACKING = """
import os, signal, sys

for name in ("fcntl", "grp", "pwd", "readline", "resource", "termios", "tty", "uvloop"):
    sys.modules[name] = None
for place, names in {
    os: "fork forkpty getpriority getuid nice register_at_fork sched_getaffinity "
        "sched_setaffinity setpriority",
    signal: "SIGALRM SIGHUP SIGUSR1",
}.items():
    for name in names.split():
        delattr(place, name)
"""

LIBRARY = """
from comptoir import Batch, Match, arena, bots, decisions, export, lab, simulate

match = Match("osaka", 2, seed=1)
match.record().save("match.json")
bots.move(match, match.actors[0], bots.find("house"), bots.new_dice("x"))
print(simulate("osaka", games=2, seed=1).games)
batch = Batch("osaka", 2, 64, seed=1, bots="house", threads=2)
batch.step(batch.mask.argmax(axis=1))
batch.save("batch.npz")
print(Batch.load("batch.npz").moves == batch.moves)
print(export("osaka", "games.jsonl", 2, seed=1).games)
print(arena("osaka", [lambda seat: seat.legal[0]], 2, seats=2, results="r.jsonl").games)
asked = {"game": "osaka", "games": 64, "chunk": 64, "questions": ["seats"]}
print(lab.run(lab.Study(asked), "study.jsonl").jobs)
"""

SERVER = """
from comptoir.cli.main import main

sys.argv = ["comptoir", "doctor", "--database", "tables.sqlite3"]
main()
"""


def run(tmp_path, code):
    done = subprocess.run(
        [sys.executable, "-c", LACKING + code],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert 0 == done.returncode, done.stderr[-2000:] + done.stdout[-2000:]
    return done.stdout


def test_the_library_needs_no_posix(tmp_path):
    """Matches, batches, files, custom bots and studies work, without locks on results files."""
    assert ["2", "True", "2", "2", "[1]"] == run(tmp_path, LIBRARY).split("\n")[:5]


def test_the_server_needs_no_posix(tmp_path):
    """The server opens its database, and its bot workers answer."""
    (tmp_path / "tables.sqlite3").touch()

    assert "bots answer" in run(tmp_path, SERVER)
