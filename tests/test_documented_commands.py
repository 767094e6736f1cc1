"""The shell commands of the docs: all are parsed, cheap ones run, the rest run nightly.

The tutorial about a game of your own runs in `test_tutorial.py`.
"""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from command import call
from comptoir import Match, bots
from comptoir.cli.main import comptoir

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")]
LINE = re.compile(r"^(?:    |\$ )comptoir (.+?)(?: +#.*| > .*)?$", re.MULTILINE)
TYPED = {"play": "quit\n", "replay": "\n" * 400}
CHEAP = {"rules", "replay", "simulate", "warm"}
BY_NIGHT = {"arena", "bench", "export", "play", "review"}
SERVES = re.compile(r"^make .+$", re.MULTILINE)


def documented():
    """Return every command of a page, without comments and redirections."""
    found = {
        command: None
        for page in PAGES
        for command in LINE.findall(page.read_text(encoding="utf-8"))
    }
    return list(found)


def verb_of(command):
    return command.split()[0]


def runnable():
    """Return the commands that may run here, with the slow ones marked."""
    for command in documented():
        if "--resume" in command:  # about a game that is not over
            continue
        if verb_of(command) in CHEAP and "policy" not in command:
            yield command
        elif verb_of(command) in CHEAP | BY_NIGHT:
            yield pytest.param(command, marks=pytest.mark.nightly)


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """A folder with the files that commands of the docs name: a game, examples, a run."""
    folder = tmp_path_factory.mktemp("docs")
    (folder / "examples").symlink_to(ROOT / "examples")
    shutil.copy(ROOT / "examples/training/osaka.toml", folder)
    (folder / "tables-2026-11-16").touch()
    match, dice = Match("batavia", 3, seed="docs"), bots.new_dice("docs")
    while not match.over:
        bots.move(match, match.actors[0], bots.find("house"), dice)
    match.record().save(folder / "my-game.json")
    return folder


def test_every_command_is_understood(world, monkeypatch):
    """The command, its options and their values are parsed; nothing is run."""
    monkeypatch.chdir(world)
    commands = [c for c in documented() if not {"entrepot", "pilots"} & {*c.split()}]

    assert len(commands) > 20
    for command in commands:
        group = comptoir.make_context("comptoir", shlex.split(command))
        words = [*group._protected_args, *group.args]
        while words:
            name, verb, words = group.command.resolve_command(group, words)
            group = verb.make_context(name, words, parent=group)
            assert group.info_name in command
            if not isinstance(verb, click.Group):
                break
            words = [*group._protected_args, *group.args]


@pytest.mark.parametrize("command", [*runnable()])
def test_a_command_runs(command, world, monkeypatch, tmp_path):
    """The command runs to its end as printed, without an error."""
    monkeypatch.chdir(world)
    words = [
        w.replace("games.parquet", f"{tmp_path}/p.parquet")
        for w in shlex.split(command)
    ]
    environment = {"COMPTOIR_DATA": str(tmp_path), "COMPTOIR_QUIET": "1"}
    done = call(*words, typed=TYPED.get(verb_of(command), ""), environment=environment)

    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_targets_of_the_readme_start_the_server():
    """`make` finds the targets and would serve, with the arguments that are documented."""
    starts = SERVES.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    for start in starts:
        done = subprocess.run(
            ["make", "-n", *shlex.split(start)[1:]], cwd=ROOT, capture_output=True,
            text=True, check=False,
        )  # fmt: skip
        given = re.search(r'ARGS="(.*)"', start)
        serves = re.search(r"bin/comptoir serve *(.*)", done.stdout)

        assert done.returncode == 0, done.stderr
        assert serves[1] == (given[1] if given else "")
    assert len(starts) == 2


@pytest.mark.nightly
def test_the_readme_installs_in_a_clone(tmp_path):
    """In a clone, the commands of 'Script in Python' work, and so does its code."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shell = re.search(r"```sh\n(python3 .+?)\.venv/bin/python\n```", readme, re.DOTALL)
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
    code = "import doctest; print(doctest.testfile('README.md', False, optionflags=8))"
    told = subprocess.run(
        ["sh", "-ec", f'{shell[1]}.venv/bin/python -c "{code}"'], cwd=clone,
        capture_output=True, text=True, check=False,
        env=os.environ | {"PIP_QUIET": "1"},
    )  # fmt: skip

    assert told.returncode == 0, told.stderr
    assert "failed=0" in told.stdout
