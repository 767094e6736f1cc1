"""The fuzzer itself: it runs, it ends, and a failure becomes a record that replays."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import fuzz
from comptoir import Match, Record, replay

SCRIPT = Path(fuzz.__file__)


def test_the_fuzzer_finds_nothing_in_a_few_seconds(tmp_path):
    """A short run of what `make fuzz` does for longer."""
    command = [sys.executable, SCRIPT, "--seconds", "3", "--out", tmp_path / "fuzz"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False
    )

    assert 0 == done.returncode, done.stderr
    assert json.loads(done.stdout)["games"] > 0
    assert not (tmp_path / "fuzz").exists()


def test_a_failure_is_written_down_as_a_record(tmp_path, capsys):
    """What broke can be replayed up to the move before."""
    match = fuzz.set_up("broken/1")
    seat = match.actors[0]
    match.play(seat, match.legal(seat)[0])
    fuzz.write_down(match, tmp_path)
    (path,) = tmp_path.iterdir()

    assert match.record() == replay(Record.load(path)).record()
    assert f"comptoir replay {path}" in capsys.readouterr().err


def test_the_fuzzer_notices_a_broken_table():
    """A lost card stops the run."""
    match = Match("batavia", 4, "broken")
    match.position.table.bills[0] += 1

    with pytest.raises(RuntimeError, match="bills were lost or made"):
        fuzz.play(match, [1, 2, 3, 4])
