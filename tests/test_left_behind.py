"""Processes that a command started end with the command."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import command
from waiting import PATIENCE, wait_until

WARM = ("warm", "--jobs", 2)
SERVE = ("serve", "--no-browser", "--port", 0, "--database")


def parents():
    """The parent of every process."""
    told = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
    )
    return dict(map(int, line.split()) for line in told.stdout.splitlines())


def beside(pid):
    """Return all descendants of a process."""
    found, of = {pid}, parents()
    while more := {child for child, parent in of.items() if parent in found} - found:
        found |= more
    return found - {pid}


def told(pid):
    """The command line of a process; empty if it has ended."""
    line = ["ps", "-o", "args=", "-p", str(pid)]
    return subprocess.run(line, capture_output=True, text=True, check=False).stdout


def alive(pids):
    """Return the processes that have not ended."""
    return [pid for pid in pids if told(pid) and "defunct" not in told(pid)]


def works(pid, module):
    """Return True if a process of a command runs."""
    return any(module in told(child) for child in beside(pid))


def compiling(process):
    """The child processes of a command, once one of them is compiling."""
    wait_until(lambda: works(process.pid, "backends.compiling"), "a compiling process")
    return beside(process.pid)


@pytest.fixture
def cold(tmp_path):
    """An environment with an empty cache of compiled code."""
    own = {"COMPTOIR_CACHE": str(tmp_path / "cache"), "COMPTOIR_DATA": str(tmp_path)}
    return own | {"PYTHONUNBUFFERED": "1"}


@pytest.fixture
def start(cold):
    """Start `comptoir` with nothing compiled; it is stopped after the test in any case."""
    started = []

    def start(*arguments):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        started.append(command.start(*arguments, environment=cold, **quiet))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.wait(PATIENCE)


NIGHTLY = pytest.mark.nightly


@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        (WARM, signal.SIGINT),
        pytest.param(WARM, signal.SIGTERM, marks=NIGHTLY),
        pytest.param(WARM, signal.SIGKILL, marks=NIGHTLY),
        pytest.param(SERVE, signal.SIGINT, marks=NIGHTLY),
        pytest.param(SERVE, signal.SIGTERM, marks=NIGHTLY),
        (SERVE, signal.SIGKILL),
    ],
)
def test_nothing_compiles_for_nobody(start, tmp_path, arguments, number):
    """Ctrl-C, SIGTERM or kill -9 stop a command that is compiling, with bots at work."""
    where = (tmp_path / "x.sqlite3",) if arguments is SERVE else ()
    process = start(*arguments, *where)
    others = compiling(process)
    if where:
        wait_until(lambda: works(process.pid, "bots.worker"), "a thinker")
        others |= beside(process.pid)
    process.send_signal(number)
    process.wait(PATIENCE)

    wait_until(lambda: not alive(others), f"the end of {others}")


def test_a_compiling_process_that_is_killed_is_started_again(start, tmp_path):
    process = start("warm", "--jobs", 1)
    (first,) = compiling(process)
    os.kill(first, signal.SIGKILL)

    wait_until(lambda: beside(process.pid) - {first}, "another process")
    assert process.poll() is None


def test_a_thinker_ends_in_the_middle_of_a_thought():
    """Even an endless search ends when the process's input does."""
    own = Path(__file__).parent / "server/bots/own_bots.py"
    code = (
        "import asyncio, sys\n"
        "from comptoir import Match, bots\n"
        "from comptoir.server.bots.pool import BotPool\n"
        "from comptoir.server.bots.worker import BotQuestion\n"
        "match = Match('osaka', 2, 1)\n"
        f"asked = BotQuestion.at(match, match.actors[0], {str(own)!r} + ':hangs', "
        "bots.new_dice('x'))\n"
        "async def main():\n"
        "    pool = BotPool(1, patience=3600)\n"
        "    task = asyncio.create_task(pool.choose(asked))\n"
        "    while not pool._running:\n"
        "        await asyncio.sleep(0)\n"
        "    print('asked', flush=True)\n"
        "    await task\n"
        "asyncio.run(main())\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    )
    try:
        assert "asked\n" == process.stdout.readline()
        others = beside(process.pid)
        assert others
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)

    wait_until(lambda: not alive(others), f"the end of {others}")
