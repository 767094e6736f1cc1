"""`comptoir export`: to a file, or to a pipe."""

import json

import pytest

from comptoir.data import files, play


def test_games_go_to_standard_output(run):
    """What fixes them, then a line a game; nothing else."""
    done = run("export", "osaka", "--seats", 2, "--games", 2, "--seed", 7, "--legal")
    head, *games = [json.loads(line) for line in done.stdout.splitlines()]

    assert (0, "") == (done.returncode, done.stderr)
    assert ("7", True, 2) == (head["seed"], head["legal"], len(games))


def test_a_file_is_extended(run, tmp_path):
    """The same command continues; a line says what there is."""
    out = tmp_path / "games.jsonl"
    for games in (2, 3):
        done = run("export", "osaka", "--seats", 2, "--games", games, "--out", out)
    head = json.loads(out.read_text().splitlines()[0])

    assert 4 == len(out.read_text().splitlines())
    assert f"3 games in {out}, " in done.stderr
    assert done.stderr.endswith(f"decisions written now; seed {head['seed']}\n")


@pytest.mark.parametrize("ending", ["jsonl", "arrow"])
def test_ctrl_c_leaves_what_is_whole(run, tmp_path, monkeypatch, ending):
    """One sentence says so; the same command writes what an unbroken run writes."""
    monkeypatch.setattr(play, "ROUND", 3)
    whole, out = tmp_path / f"whole.{ending}", tmp_path / f"games.{ending}"
    command = ("export", "osaka", "--seats", 2, "--games", 8, "--seed", 7, "--out")
    run(*command, whole)
    kind = files.JsonLinesFile if ending == "jsonl" else files.PartsFolder
    write, rounds = kind.write, []

    def interrupted(self, decisions):
        rounds.append(decisions)
        if len(rounds) == 2:
            raise KeyboardInterrupt
        write(self, decisions)

    monkeypatch.setattr(kind, "write", interrupted)
    done = run(*command, out)
    monkeypatch.setattr(kind, "write", write)

    assert 2 == done.returncode
    assert (
        f"stopped; {out} stays readable, and the same command continues" in done.stderr
    )
    assert 1 == done.stderr.count("\n")
    assert 0 == run(*command, out).returncode
    assert read(whole) == read(out)


def read(path):
    """Return the contents of an export, file by file."""
    found = sorted(path.iterdir()) if path.is_dir() else [path]
    return [(file.name if path.is_dir() else "", file.read_bytes()) for file in found]


def test_what_is_wrong_is_said(run, tmp_path):
    """One sentence and exit status 2."""
    for given, sentence in (
        (["--games", "0"], "--games 0: expected 1 or more"),
        (["--out", tmp_path / "x.csv"], "format 'csv': expected one of jsonl"),
        (["--bots", "x"], "no bot 'x': expected one of"),
        (["--option", "x=1"], "no option 'x': expected one of"),
    ):
        done = run("export", "osaka", *given)
        assert 2 == done.returncode
        assert sentence in done.stderr
        assert 1 == done.stderr.count("\n")
