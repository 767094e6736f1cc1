"""Runs of the arena for tests: the real command, and results in a comparable form."""

import fcntl
import json
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import command
from waiting import wait_until

OWN = Path(__file__).parent / "arena" / "own_bots.py"


start = partial(command.start, "arena")  # a run in the background


def own(name):
    """The name of a bot that the tests define."""
    return f"{OWN}:{name}"


def lines_of(text):
    return [json.loads(line) for line in text.splitlines()]


def games_of(path):
    """The games of a results file in order, without values that depend on the machine."""
    games = lines_of(path.read_text())[1:]
    for game in games:
        del game["seconds"], game["longest"]
    return sorted(games, key=lambda game: (game["deal"], game["rotation"]))


def timeless(text):
    """The output of `--json`, without values that depend on the machine."""
    lines = lines_of(text)
    for line in lines:
        line.pop("seconds_a_move", None)
        line.pop("longest_move", None)
    return lines


def wait_for_games(file, count):
    """Wait until a results file has a number of games."""
    wait_until(
        lambda: file.exists() and file.read_bytes().count(b"\n") > count,
        f"{count} games",
        every=0.01,
    )


def workers_of(pid):
    """The worker processes of a run."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children if "spawn_main" in command_of(child)]


def command_of(process):
    """The command line of a process, empty if it has just ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""


@contextmanager
def closed(gate):
    """Keep the gate of `Gated` bots closed; they continue after the block."""
    with gate.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield {"GATE": str(gate)}
