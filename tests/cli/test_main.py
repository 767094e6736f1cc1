"""The command itself: help at once, and one sentence for anything wrong."""

import subprocess
import sys

import pytest


def test_help_names_every_verb(run):
    """Each verb with one line."""
    done = run("--help")

    assert 0 == done.returncode
    for verb in ("play", "replay", "rules", "simulate", "bench", "warm"):
        assert f"\n  {verb} " in done.stdout


def test_every_verb_has_its_own_help(run):
    """`comptoir VERB --help` explains its options."""
    for verb in ("play", "replay", "rules", "simulate", "bench", "warm"):
        done = run(verb, "--help")
        assert 0 == done.returncode, verb
        assert "Usage:" in done.stdout


def test_help_starts_in_half_a_second_without_numba(seconds_of):
    """Nobody waits for a compiler to read a help page."""
    assert seconds_of("--help") < 0.5

    code = (
        "import sys; sys.argv = ['comptoir', '--help']\n"
        "from comptoir.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: print('numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert "False" == done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["dance"], "No such command 'dance'"),
        (["simulate"], "Missing argument 'GAME'"),
        (["simulate", "chess"], "no game 'chess': expected one of batavia"),
        (
            ["simulate", "batavia", "--seats", 9],
            "expected 3 to 5 seats for batavia, got 9",
        ),
        (["simulate", "batavia", "--games", 0], "expected at least 1 game, got 0"),
        (["simulate", "batavia", "--bots", "chess"], "no bot 'chess': expected one of"),
        (
            ["simulate", "batavia", "--bots", "house,house,house,house,house"],
            "at most 4 bots",
        ),
        (
            ["simulate", "batavia", "--option", "die"],
            "option 'die': expected NAME=VALUE",
        ),
        (["simulate", "batavia", "--option", "die=0"], "option die: expected int >= 1"),
        (["bench", "--game", "chess"], "no game 'chess'"),
        (["bench", "--seats", "2"], "expected 3 to 5 seats"),
        (["warm", "--game", "chess"], "no game 'chess'"),
        (["warm", "--jobs", "0"], "0 is not in the range"),
    ],
)
def test_anything_wrong_is_one_sentence_and_exit_status_2(run, arguments, sentence):
    """What was wrong and what is allowed; no traceback."""
    done = run(*arguments)

    assert 2 == done.returncode
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert "" == done.stdout


def test_a_reader_who_has_enough_gets_no_traceback():
    """`comptoir rules batavia | head -1` ends quietly."""
    shell = f"{sys.executable} -m comptoir rules batavia | head -1"
    done = subprocess.run(
        ["bash", "-c", shell], capture_output=True, text=True, timeout=60, check=False
    )

    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr
