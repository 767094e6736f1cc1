"""A Ray cluster of two nodes on this machine, and the arena on it while nodes are killed.

Run by `test_cluster.py` in namespaces of its own: Ray listens on all interfaces, and here
there is none but the loop; when this process ends, all it started ends with it.
"""

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from arena_runs import closed, command_of, start, wait_for_games
from waiting import PATIENCE, wait_until

RAY = Path(sys.executable).with_name("ray")
ADDRESS = "127.0.0.1:6379"


def main(folder, file, *arguments):
    """Play on the cluster; kill a game, a task and a node on the way."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    with closed(Path(folder) / "gate") as environment:
        os.environ |= environment  # every game process stops after its third game
        head = node(
            "--head", "--port=6379", f"--temp-dir={folder}", "--include-dashboard=false"
        )
        wait_until(answers, "the head to answer")
        other = node(f"--address={ADDRESS}")
        run = start(*arguments, "--cluster", ADDRESS, "--results", file)
        wait_for_games(Path(file), 6)  # three on each node
        kill("a game", a_process(head, "spawn_main"))
        wait_for_games(Path(file), 9)
        kill("a task", a_process(head, "ray::play_there"))
        wait_for_games(Path(file), 12)
        kill("a node", *reversed(family(other)))
    out, err = run.communicate(timeout=PATIENCE)
    print(err, file=sys.stderr)
    print(out, end="")
    return run.returncode


def node(*arguments):
    """Start a node of one core, and return its process id."""
    command = [RAY, "start", "--block", "--num-cpus=1", "--node-ip-address=127.0.0.1"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([*command, *arguments], **quiet).pid


def answers():
    with socket.socket() as knock:
        return knock.connect_ex(("127.0.0.1", 6379)) == 0


def kill(what, *processes):
    print("killing", what, *processes, file=sys.stderr)
    for process in processes:
        with suppress(ProcessLookupError):  # it ended with a related process
            os.kill(process, signal.SIGKILL)


def family(process):
    """A process and all its descendants, parents before children."""
    own = [process]
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):  # a thread that has just ended
            for child in task.read_text().split():
                own += family(int(child))
    return own


def a_process(of, words):
    """One of a family whose command line has some words, as soon as there is one.

    Between two games Ray calls its workers idle: who plays stays at the gate, and comes.
    """
    return wait_until(
        lambda: next((p for p in family(of) if words in command_of(p)), None),
        f"a process {words}",
    )


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
