"""Games are kept: saved, resumed, broken off, never damaged."""

import json
import resource
import signal
import subprocess
from pathlib import Path

import pytest

from command import COMMAND
from comptoir import Match, Record, replay

ONES = "1\n" * 250


def test_a_saved_game_goes_on_as_if_never_left(run, last, tmp_path):
    """Saved, resumed and finished, it is the same game move for move."""
    file = tmp_path / "mine.json"
    run("play", "--seed", 8, "--seat", 2, typed=f"1\n1\nsave {file}\nquit\n")
    saved = Record.load(file)
    assert saved == Record.load(last)
    assert ["Anna (house)", "Bruno", "Chloé (house)", "Daan (house)"] == saved.players

    left_at_once = run("play", "--resume", file, "--lang", "en", typed="quit\n")
    assert 0 == left_at_once.returncode
    assert "You are Bruno, in seat 2 of 4." in left_at_once.stdout
    assert saved == Record.load(last)

    run("play", "--resume", file, typed=ONES)
    finished = Record.load(last)
    assert replay(finished).over
    assert saved.moves == finished.moves[: len(saved.moves)]
    assert replay(finished, len(saved.moves)).view() == replay(saved).view()


def test_another_game_kept_before_is_set_aside(run, home, last):
    """A new game does not push out the one kept before it."""
    run("play", "--seed", 1, typed="quit\n")
    run("play", "--seed", 2, typed="quit\n")

    assert "2" == Record.load(last).seed
    assert "1" == Record.load(home / "earlier-batavia.json").seed


def test_the_end_of_input_keeps_the_game(run, last):
    """Exit 2, one sentence that says how to go on, and a record that replays."""
    done = run("play", "--seed", 9, "--lang", "fr", typed="1\n")
    record = Record.load(last)

    assert 2 == done.returncode
    assert 1 == done.stderr.count("\n")
    assert f"comptoir play --resume {last}" in done.stderr
    assert "la partie a été interrompue et enregistrée" in done.stderr
    assert 0 in [move.seat for move in replay(record).moves]


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
def test_a_signal_keeps_the_game(number, sit, last):
    """Whatever ends the terminal, the game so far is kept and nothing else is said."""
    table = sit("play", "--seed", 10, "--lang", "en")
    table.read()
    table.type("1")
    table.send(number)
    said = table.read(until=None)

    assert 2 == table.wait()
    assert "the game was interrupted and saved" in said
    assert "Traceback" not in table.seen
    assert replay(Record.load(last)).moves


def test_a_closed_terminal_keeps_the_game(sit, last):
    """The window is closed: nobody reads any more, the game is kept all the same."""
    table = sit("play", "--seed", 10)
    table.read()
    table.type("1")
    table.hang_up()

    assert 2 == table.wait()
    assert replay(Record.load(last)).moves


def test_a_reader_that_leaves_keeps_the_game(environment, last):
    """`comptoir play | head -1`: no traceback, and the game is kept."""
    shell = f"yes 1 | {COMMAND} play | head -1"
    done = subprocess.run(
        ["bash", "-c", shell], env=environment, capture_output=True, check=False
    )

    assert b"Traceback" not in done.stderr
    assert Record.load(last)


def test_a_file_that_cannot_be_written_is_said(run, last, tmp_path, monkeypatch):
    """A folder, another file, no name: one sentence each, and the game goes on."""
    monkeypatch.chdir(tmp_path)
    folder, other = Path("folder"), Path("letter.txt")
    folder.mkdir()
    other.write_text("Dear Anna")
    typed = f"save {folder}\nsave {other}\nsave {other}/x\nsave\nsave \0\n1\nquit\n"
    done = run("play", "--seed", 11, "--lang", "en", typed=typed)
    said = " ".join(done.stdout.split())

    assert f"{folder} cannot be written: it is a folder. The game goes on." in said
    assert f"{other} already contains something else" in said
    assert f"{other}/x cannot be written: part of its path is a file" in said
    assert "Type the file name too" in said
    assert "cannot be written: embedded null byte" in said
    assert (0, "") == (done.returncode, done.stderr)
    assert "Dear Anna" == other.read_text()
    assert replay(Record.load(last)).moves


def test_a_full_disk_leaves_everything_as_it_was(run, process, home, last):
    """The game cannot be kept: one sentence, and the one kept before is untouched."""
    run("play", "--seed", 11, typed="1\nquit\n")
    before = last.read_bytes()

    def fill_the_disk():
        resource.setrlimit(resource.RLIMIT_FSIZE, (9, 9))

    done = process("play", "--seed", 12, "--lang", "en", preexec_fn=fill_the_disk)
    assert 2 == done.returncode
    assert 1 == done.stderr.count("\n")
    assert "could not be saved: file too large" in done.stderr
    assert before == last.read_bytes()
    assert [last] == list(home.iterdir())


def test_a_folder_that_cannot_be_written_is_said_before_leaving(
    run, environment, tmp_path
):
    """The first quit stays, so that the game can be saved elsewhere."""
    (tmp_path / "file").touch()
    nowhere = environment | {"COMPTOIR_DATA": str(tmp_path / "file" / "data")}
    file = tmp_path / "mine.json"
    done = run(
        "play", "--lang", "en", typed=f"quit\nsave {file}\nquit\n", environment=nowhere
    )

    assert 0 == done.returncode
    assert "The game could not be saved" in done.stdout
    assert Record.load(file)


def edited(record, **changes):
    """Return a record's text with changes, signed anew unless the check is changed."""
    changed = json.loads(record.text()) | changes
    if "check" not in changes:
        changed["check"] = Record(**changed).checksum()
    return json.dumps(changed)


RECORD = Match("batavia", 4, 1).record()
BAD_RECORDS = {
    "truncated": (RECORD.text()[:-40], "not a whole record"),
    "edited": (edited(RECORD, seats=5, check=RECORD.check), "was changed after"),
    "newer": (edited(RECORD, rules=99), "a newer Comptoir plays it"),
    "seed": (edited(RECORD, seed="2"), "does not match the commitment"),
    "move": (edited(RECORD, moves=["0 lay french"]), "move 1, '0 lay french'"),
}


@pytest.mark.parametrize("fault", ["missing", *BAD_RECORDS])
def test_a_bad_record_ends_in_one_sentence(fault, run, tmp_path):
    """Missing, cut, edited, of newer rules, with another seed, with a wrong move."""
    file = tmp_path / "record.json"
    text, sentence = BAD_RECORDS.get(fault, (None, "no such file"))
    if text:
        file.write_text(text)
    verb = ["replay"] if fault in ("edited", "move") else ["play", "--resume"]
    done = run(*verb, file)

    assert (2, "") == (done.returncode, done.stdout)
    assert 1 == done.stderr.count("\n")
    assert sentence in done.stderr
