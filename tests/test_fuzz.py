"""The fuzzer itself: it runs, it ends, and a failure becomes a record that replays."""

import json

import pytest

import fuzz
from comptoir import Match, Record, replay


@pytest.mark.parametrize("games", [4, pytest.param(400, marks=pytest.mark.nightly)])
def test_the_fuzzer_finds_nothing_in_a_few_games(games, tmp_path, monkeypatch, capsys):
    """A short run of what `make fuzz` does for longer."""
    arguments = [
        "--seconds",
        "inf",
        "--games",
        str(games),
        "--out",
        str(tmp_path / "out"),
    ]
    monkeypatch.setattr("sys.argv", ["fuzz.py", *arguments])

    assert 0 == fuzz.main()
    assert games == json.loads(capsys.readouterr().out)["games"]
    assert not (tmp_path / "out").exists()


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
