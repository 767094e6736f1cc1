"""A study on a real Ray cluster of two nodes, of which one and a worker are lost."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from comptoir.lab import Study, report, run, write

TRIAL = Path(__file__).with_name("cluster_trial.py")
APART = ["unshare", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
if os.getuid():
    APART.append("--map-root-user")
STUDY = (
    'game = "osaka"\nseats = 2\nchunk = 512\ngames = 16384\nlevels = ["house"]\n'
    "precision = { share = 1e-9 }\n[variants.box]\n"
    "[variants.nine]\noptions = { tokens = 9 }\n"
)


def can_be_kept_apart():
    """Return True if a cluster can run here without listening to the network."""
    return (
        importlib.util.find_spec("ray") is not None
        and shutil.which("unshare")
        and shutil.which("ip")
        and not subprocess.run(
            [*APART, "true"], capture_output=True, check=False
        ).returncode
    )


@pytest.mark.nightly
def test_a_cluster_that_loses_a_worker_and_a_node_comes_to_the_same(tmp_path):
    """Every job is there once, and the report is that of one machine, to the byte."""
    if not can_be_kept_apart():
        pytest.skip("Ray, unshare and ip are needed")
    study, here, there = tmp_path / "s.toml", tmp_path / "here", tmp_path / "there"
    study.write_text(STUDY)
    with tempfile.TemporaryDirectory(prefix="ray", dir="/tmp") as folder:
        trial = subprocess.run(
            [*APART, sys.executable, TRIAL, folder, study, there],
            env=os.environ
            | {"PYTHONPATH": os.pathsep.join([str(TRIAL.parents[1]), *sys.path])}
            | {"RAY_USAGE_STATS_ENABLED": "0"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    assert 0 == trial.returncode, trial.stderr[-3000:]
    write(report(run(Study.read(study), here / "results.jsonl")), here)

    assert {"killing a worker", "killing a node"} <= {
        line.rstrip("0123456789 ") for line in trial.stderr.split("\n")
    }
    assert (here / "report.json").read_bytes() == (there / "report.json").read_bytes()
    lines = [
        (place / "results.jsonl").read_bytes().split(b"\n") for place in (here, there)
    ]
    assert sorted(lines[0]) == sorted(lines[1])
