"""`comptoir new` and `comptoir check`: a package of one's own, held to the laws."""

import re
import shlex
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from comptoir.cli.commands.new import files
from comptoir.engine.errors import BadSetup
from comptoir.engine.model import registry
from waiting import wait_until


@pytest.fixture(autouse=True)
def folders(monkeypatch, tmp_path):
    """A temporary folder; the games found there are forgotten after the test."""
    monkeypatch.setenv(registry.FOLDERS, "")
    monkeypatch.chdir(tmp_path)
    registry.forget()
    known = {*sys.modules}
    yield
    for name in {*sys.modules} - known:
        if name.partition(".")[0] in ("bazaar", "souk", "wrong_one"):
            del sys.modules[name]
    monkeypatch.undo()
    registry.forget()


@pytest.fixture
def made(run, tmp_path):
    """The folder where `comptoir new` wrote a package."""
    done = run("new", "bazaar")
    assert (0, "") == (done.returncode, done.stderr)
    return tmp_path


@pytest.mark.usefixtures("made")
def test_a_new_package_is_checked_and_played_before_a_line_is_changed(run):
    checked = run("check", "bazaar", "--quick")
    played = run("--games", "bazaar", "simulate", "bazaar", "--plain", "--games", 20)
    rules = run("rules", "bazaar", "options", "--games", "bazaar")

    assert (0, "bazaar: every law holds") == (
        checked.returncode,
        checked.stdout.splitlines()[-1].partition(",")[0],
    )
    assert (0, "") == (played.returncode, played.stderr)
    assert "stalls: Stalls." in rules.stdout


def test_a_broken_law_is_told_with_what_to_look_at(made, run):
    rules = made / "bazaar/bazaar/rules.py"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("t.sold[good] += cards", "t.sold[good] += 1"))

    done = run("check", "bazaar", "--law", "nothing is ever lost")

    assert 1 == done.returncode
    assert "✗ every game ends and nothing is ever lost" in done.stdout
    assert "cards, not 10" in done.stdout
    assert "bazaar: 1 laws broken" in done.stdout


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize(("lang", "end"), [("en", "coins"), ("fr", "pièces")])
def test_a_whole_game_of_a_new_package_is_played_in_the_terminal(run, lang, end):
    """To its end, where the next command is one that finds the package again."""
    flags = ("--games", "bazaar", "--seed", "1", "--seats", "2", "--bots", "random")
    done = run("play", "bazaar", *flags, "--lang", lang, typed="1\n" * 60)
    (replay,) = (line for line in done.stdout.splitlines() if "comptoir replay" in line)

    assert (0, "") == (done.returncode, done.stderr)
    assert end in done.stdout
    assert 0 == run(*shlex.split(replay)[1:]).returncode


@pytest.mark.usefixtures("made")
def test_rules_for_people_are_no_must(run):
    """Then the words say what the game is; a number of them is refused in a sentence."""
    for book in Path("bazaar/bazaar").glob("RULES*.md"):
        book.unlink()
    checked = run("check", "bazaar", "--law", "paragraph")
    whole = run("rules", "bazaar", "--games", "bazaar")
    one = run("rules", "bazaar", "2.1", "--games", "bazaar")

    assert (0, 0) == (checked.returncode, whole.returncode)
    assert "sell two or three of a kind" in whole.stdout
    assert (
        "comptoir: the rules of Bazaar are not numbered: read them in full\n"
        == one.stderr
    )


def test_all_words_that_are_lacking_are_told_at_once(made, run):
    table = made / "bazaar/bazaar/table.py"
    text = table.read_text(encoding="utf-8")
    for old, new in [
        ('"tea", "salt"', '"tea", "salt", "wine"'),
        ('"trio"', '"three"'),
        ("(10, 10, 10)", "(9, 9, 9, 9)"),
    ]:
        text = text.replace(old, new)
    table.write_text(text, encoding="utf-8")

    done = run("check", "bazaar", "--law", "words")

    lacks = "words/en.json lacks good.wine, action.three, about.three"
    assert f"✗ nothing lacks its words\n      table.py:25: {lacks}\n" in done.stdout


def test_what_the_subset_leaves_out_is_told_with_its_line(made, run):
    """And not by a compiler, in a page of its own words."""
    rules = made / "bazaar/bazaar/rules.py"
    text = rules.read_text(encoding="utf-8")
    written = "room = sum([n for n in t.hand[seat]]) < box.limit"
    rules.write_text(text.replace("room = count(t.hand[seat]) < box.limit", written))
    line = rules.read_text(encoding="utf-8").partition(written)[0].count("\n") + 1

    done = run("check", "bazaar", "--law", "subset")

    assert f"bazaar.rules:{line}: the rule legal has a comprehension" in done.stdout


def test_pytest_tries_the_laws_of_a_package(made):
    """By the plugin, on every table, and a test of one's own beside them."""
    own = made / "bazaar/tests/test_own.py"
    own.write_text("def test_own(game, seats):\n    assert seats in game.seats\n")
    command = [sys.executable, "-m", "pytest", "-p", "comptoir.laws.plugin"]
    done = subprocess.run(
        [*command, "-k", "own or subset or forgets", "-v", "--no-header"],
        cwd=made / "bazaar", capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert 0 == done.returncode, done.stdout
    for test in ("test_own[bazaar-2]", "subset[bazaar]", "the_table[bazaar-4-{}]"):
        assert test in done.stdout


def test_nothing_is_left_of_the_templates_name():
    for place, text in files("quay").items():
        assert "souk" not in f"{place}{text}".lower()
        assert "SOU-" not in text


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("batavia", "there already is a game called 'batavia'"),
        ("json", "Python already has a module 'json'"),
        ("Big-Name", "cannot be a package name"),
        ("class", "cannot be a package name"),
    ],
)
def test_a_name_that_cannot_be(name, sentence, run, tmp_path):
    done = run("new", name)

    assert 2 == done.returncode
    assert sentence in done.stderr
    assert [] == [*tmp_path.iterdir()]


@pytest.mark.usefixtures("made")
def test_what_is_there_is_not_written_over(run):
    done = run("new", "bazaar")

    assert (2, "comptoir: bazaar is not empty: name another folder with --to\n") == (
        done.returncode,
        done.stderr,
    )


def test_no_such_game(run):
    done = run("check", "chess")

    assert 2 == done.returncode
    assert "no game 'chess': expected one of" in done.stderr


def package(folder, name, text):
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "import no_such_module",
            "ModuleNotFoundError: No module named 'no_such_module'",
        ),
        ("def game(:", "SyntaxError"),
        ("game = 3", "it has no `game = declare"),
        ("from comptoir.template.souk import game", "it calls its game 'souk'"),
        ("raise SystemError", "SystemError"),
    ],
)
def test_a_package_that_does_not_load_is_left_out_with_a_sentence(
    text, sentence, tmp_path
):
    package(tmp_path, "wrong_one", text)
    registry.use(tmp_path)

    assert registry.own_names() == registry.names()
    (fault,) = registry.faults()
    assert sentence in fault
    assert fault.startswith(f"the game 'wrong_one' of {tmp_path}")
    assert fault.endswith("mend it, or leave it out")
    with pytest.raises(BadSetup, match="does not load"):
        registry.load("wrong_one")


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("words/fr.json", None, "fr.json"),
        ("words/fr.json", "{", "fr.json"),
        (
            "table.py",
            "limit = option(99, least=4, most=12)",
            "an option is 99 by default, not 4 to 12",
        ),
    ],
)
def test_a_package_without_its_words_is_left_out_too(file, text, sentence, made):
    """A page that lists all games must not fail by one of them."""
    place = made / "bazaar/bazaar" / file
    if text is None:
        place.unlink()
    elif file == "table.py":
        old = place.read_text(encoding="utf-8")
        place.write_text(re.sub(r"limit = option\(.*?\)", text, old), encoding="utf-8")
    else:
        place.write_text(text, encoding="utf-8")
    registry.use(made / "bazaar")

    assert registry.own_names() == registry.names()
    assert sentence in registry.faults()[0]


def test_an_installed_package_adds_its_game_by_an_entry_point(made, monkeypatch):
    """And one that is broken is told by its name, without the others being lost."""
    points = [
        EntryPoint("bazaar", "bazaar", registry.GAMES),
        EntryPoint("lost", "no_such_module:game", registry.GAMES),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda **_: points)
    monkeypatch.syspath_prepend(str(made / "bazaar"))
    registry.forget()

    assert "bazaar" == registry.load("bazaar").name
    assert sorted([*registry.own_names(), "bazaar"]) == registry.names()
    (fault,) = registry.faults()
    assert "the game 'lost' of no_such_module:game does not load" in fault


def test_two_games_of_one_name(tmp_path):
    package(tmp_path, "batavia", "raise AssertionError('never imported')")
    registry.use(tmp_path)

    (fault,) = registry.faults()
    assert fault.startswith("two games are called 'batavia', of Comptoir and of ")
    assert fault.endswith("rename the second")
    assert "batavia" == registry.load("batavia").name


def test_a_package_is_found_by_many_threads_at_once(tmp_path):
    """None of them sees half a module: it is imported while the others wait."""
    text = "waiting.append(1)\ngate.wait()\nfrom comptoir.template.souk import game\n"
    package(tmp_path, "wrong_one", f"from gate_of_test import gate, waiting\n{text}")
    gate_module = ModuleType("gate_of_test")
    gate_module.gate, gate_module.waiting = threading.Event(), []
    sys.modules["gate_of_test"] = gate_module
    registry.use(tmp_path)
    with ThreadPoolExecutor(4) as pool:
        told = [pool.submit(registry.faults) for _ in range(4)]
        wait_until(lambda: gate_module.waiting, "the import")
        gate_module.gate.set()
        faults = [each.result() for each in told]
    del sys.modules["gate_of_test"]

    assert [1] == gate_module.waiting
    assert all("it calls its game 'souk'" in fault for (fault,) in faults)


def test_no_such_folder(tmp_path):
    with pytest.raises(BadSetup, match="no such folder"):
        registry.use(tmp_path / "nowhere")
