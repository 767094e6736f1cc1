"""The tutorial is right: its commands run, and its code is the package's."""

import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from command import call
from comptoir.engine.model import registry

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
AT_ONCE = (ROOT / "docs/choosing-at-once.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples/entrepot"
PILOTS = ROOT / "examples/pilots"
NAMES = ("entrepot", "pilots")
BLOCK = re.MULTILINE | re.DOTALL
COMMANDS = re.findall(r"^```bash\n(.*?)^```", PAGE, BLOCK)
CODE = re.findall(r"^```py(?:thon)?\n# (\S+)\n(.*?)^```", PAGE + AT_ONCE, BLOCK)


@pytest.mark.parametrize(("file", "code"), CODE)
def test_code_of_the_page_stands_in_the_package(file, code):
    package = PILOTS if file.startswith("pilots") else EXAMPLE
    assert code in (package / file).read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(registry.FOLDERS, "")
    monkeypatch.setenv("COMPTOIR_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COMPTOIR_QUIET", "1")  # the package may not be compiled yet
    registry.forget()
    yield tmp_path
    for name in [name for name in sys.modules if name.split(".")[0] in NAMES]:
        del sys.modules[name]
    monkeypatch.undo()
    registry.forget()


def run(block):
    for line in block.splitlines():
        verb, *arguments = shlex.split(line)
        done = call(*arguments)
        assert ("comptoir", 0, "") == (verb, done.returncode, done.stderr), line


def test_the_steps_of_the_page_run_in_their_order(folder):
    """First with the package as `comptoir new` creates it, then with the finished example."""
    before, after = COMMANDS
    run(before)
    shutil.rmtree(folder / "entrepot")
    shutil.copytree(EXAMPLE, folder / "entrepot")
    for name in [name for name in sys.modules if name.split(".")[0] == "entrepot"]:
        del sys.modules[name]
    registry.forget()
    run(after)


def test_the_commands_of_choosing_at_once_run(folder):
    (commands,) = re.findall(r"^```bash\n(.*?)^```", AT_ONCE, BLOCK)
    shutil.copytree(PILOTS, folder / "pilots")
    run(commands)


def test_lines_of_the_page_are_those_of_the_package():
    lines = sum(
        len(file.read_text().splitlines())
        for file in (EXAMPLE / "entrepot").glob("*.py")
    )

    assert f"has {lines} lines of Python" in PAGE
