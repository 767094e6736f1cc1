"""The table of baselines comes from seeds, by one command."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks/baselines.py"


@pytest.mark.nightly
def test_the_table_is_reproduced(tmp_path):
    """Its short form: twice from the seeds, and once from the results files."""
    short = ["--agents", "random,house", "--game", "osaka", "--field", "house"]
    tables = [
        subprocess.run(
            [sys.executable, SCRIPT, *short, "--games", "4", "--out", tmp_path / out],
            capture_output=True, check=True, text=True,
        ).stdout
        for out in ("one", "two", "two")
    ]  # fmt: skip

    assert tables[0] == tables[1] == tables[2]
    assert "| osaka/2/house |" in tables[0]
    assert "| score |" in tables[0]
