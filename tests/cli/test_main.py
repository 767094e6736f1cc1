"""The command itself: help at once, and one sentence for anything wrong."""

import subprocess
import sys

import pytest

from comptoir.cli import main


def test_help_names_every_verb(run):
    """Each verb with one line."""
    done = run("--help")

    assert 0 == done.returncode
    for verb in (
        "play",
        "replay",
        "rules",
        "simulate",
        "export",
        "train",
        "bench",
        "warm",
    ):
        assert f"\n  {verb} " in done.stdout


def test_every_verb_has_its_own_help(run):
    """`comptoir VERB --help` explains its options."""
    for verb in (
        "play",
        "replay",
        "rules",
        "simulate",
        "export",
        "train",
        "bench",
        "warm",
    ):
        done = run(verb, "--help")
        assert 0 == done.returncode, verb
        assert "Usage:" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "loaded"),
    [(["--help"], []), (["play", "--help"], []), (["play"], ["rich"])],
)
def test_nothing_heavy_is_loaded(arguments, loaded, environment):
    """Nobody waits for a compiler to read a help page or to play; help draws nothing."""
    code = (
        "import sys, atexit, comptoir.cli.main as m; sys.argv = ['comptoir', *sys.argv[1:]]\n"
        "atexit.register(lambda: print([n for n in ('numba', 'rich') if n in sys.modules]))\n"
        "m.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.DEVNULL,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert str(loaded) == done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["--version"], 0), (["dance"], 2), (["rules", "chess"], 2)],
)
def test_a_shell_sees_what_a_call_sees(process, run, arguments, status):
    """The installed command is the function that other tests call."""
    called = run(*arguments)

    assert status == called.returncode
    assert called == process(*arguments)


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


def test_a_former_command_names_the_new_one(run):
    """`reports` was a command of its own."""
    done = run("reports", "--help")

    assert 0 == done.returncode
    assert "reports is now called people reports\n" == done.stderr
    assert "--closed" in done.stdout


def test_a_reader_who_has_enough_gets_no_traceback():
    """`comptoir rules batavia | head -1` ends quietly."""
    shell = f"{sys.executable} -m comptoir rules batavia | head -1"
    done = subprocess.run(
        ["bash", "-c", shell], capture_output=True, text=True, check=False
    )

    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_a_missing_extra_is_named(monkeypatch, capsys):
    """The online table is an extra; any other missing module is a fault of ours."""
    for name, ends in (
        ("litestar.handlers", SystemExit),
        ("nothing", ModuleNotFoundError),
    ):

        def missing(*_, name=name, **__):
            raise ModuleNotFoundError(name=name)

        monkeypatch.setattr(main.comptoir, "main", missing)
        with pytest.raises(ends):
            main.main()
    assert (
        "comptoir: litestar.handlers is not installed: pip install 'comptoir[serve]'\n"
        == capsys.readouterr().err
    )
