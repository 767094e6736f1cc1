"""The arena on a real Ray cluster of two nodes, from which parts are taken away."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from arena_runs import games_of, own, timeless

TRIAL = Path(__file__).with_name("cluster_trial.py")
GAME = ("osaka", "--seats", 2, "--bots", f"{own('Gated')},house", "--games", 24)
PATIENT = ("--limit", 3600)  # for bots that wait at the gate
APART = ["unshare", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
if os.getuid():
    APART.append("--map-root-user")


def why_not():
    """Return what this machine lacks for a test cluster."""
    if importlib.util.find_spec("ray") is None:
        return "Ray is not installed: pip install 'comptoir[cluster]'"
    if not shutil.which("unshare") or not shutil.which("ip"):
        return "unshare and ip are needed to keep Ray off the network"
    if subprocess.run([*APART, "true"], capture_output=True, check=False).returncode:
        return "no namespaces may be made here, and Ray listens on all interfaces"
    return None


@pytest.fixture
def short_folder():
    """Ray's sockets need a short path."""
    with tempfile.TemporaryDirectory(prefix="ray", dir="/tmp") as folder:
        yield folder


def test_a_cluster_that_loses_a_game_a_task_and_a_node_loses_no_result(
    arena, tmp_path, short_folder
):
    """All games are there once, and they are those of one machine."""
    reason = why_not()
    if reason:
        pytest.skip(reason)
    here, there = tmp_path / "here", tmp_path / "there"
    arguments = [str(a) for a in (*GAME, *PATIENT, "--seed", 5, "--json")]
    trial = subprocess.run(
        [*APART, sys.executable, TRIAL, short_folder, there, *arguments],
        env=os.environ
        | {"PYTHONPATH": str(TRIAL.parents[1]), "RAY_USAGE_STATS_ENABLED": "0"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert 0 == trial.returncode, trial.stderr
    local = arena(*arguments, "--results", here)

    assert timeless(local.stdout) == timeless(trial.stdout)
    assert games_of(here) == games_of(there)
    assert 25 == there.read_bytes().count(b"\n")


def test_without_ray_it_says_what_to_install(process, tmp_path):
    """A module of that name that cannot be imported stands for none."""
    (tmp_path / "ray.py").write_text("raise ImportError")
    done = process(
        *GAME, "--cluster", "127.0.0.1:6379", environment={"PYTHONPATH": str(tmp_path)}
    )

    assert 2 == done.returncode
    assert "pip install 'comptoir[cluster]'" in done.stderr
    assert 1 == done.stderr.count("\n")
