"""The public API: its names, its signatures and its documentation."""

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import comptoir
from comptoir import design
from comptoir.arena import Contest
from comptoir.engine.backends import bars
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.errors import BadSetup
from comptoir.engine.runs.seating import name_of, seat_bots

ROOT = Path(__file__).parents[1]
KEPT = Path(__file__).parent / "surface.txt"


def run(*command):
    """Run code in a new Python process and return its output."""
    done = subprocess.run([sys.executable, *command], capture_output=True, check=True)
    return done.stdout.decode()


def described():
    """Return every public name with its signature, one per line."""
    for name in sorted(comptoir.__all__):
        thing = getattr(comptoir, name)
        yield name if inspect.ismodule(thing) else called(name, thing)
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            for own in sorted(set(dir(thing)) - set(dir(object))):
                if not own.startswith("_") and callable(getattr(thing, own)):
                    yield "  " + called(f"{name}.{own}", getattr(thing, own))
    yield called("arena()", comptoir.arena.arena)
    for name in sorted(design.__all__):
        thing = getattr(design, name)
        public = called(name, thing) if inspect.isfunction(thing) else name
        yield f"design.{public}"


def called(name, thing):
    """Return a name with its parameters; types are checked by mypy."""
    if inspect.isclass(thing) and issubclass(thing, Exception):
        return name
    given = inspect.signature(thing).parameters.values()
    return f"{name}({', '.join(told(one) for one in given)})"


def told(parameter):
    default = parameter.default
    if default is parameter.empty:
        return parameter.name
    return f"{parameter.name}={'…' if callable(default) else repr(default)}"


def test_the_surface_is_the_one_we_promised():
    """A change here affects every user: see docs/stability.md, then rewrite the file."""
    assert KEPT.read_text(encoding="utf-8").splitlines() == [*described()]


def test_every_public_name_is_there_and_documented():
    """Each can be imported, has a docstring, and is on the page about stability."""
    page = (ROOT / "docs/stability.md").read_text(encoding="utf-8")
    for name in comptoir.__all__:
        assert getattr(comptoir, name).__doc__, name
        assert f"`{name}`" in page, name
    assert set(comptoir.__all__) <= set(dir(comptoir))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        comptoir.nothing  # noqa: B018


def test_types_come_with_the_package():
    """Type checkers look for the file py.typed."""
    assert (Path(comptoir.__file__).parent / "py.typed").exists()


def test_importing_loads_nothing_heavy():
    """It imports neither numba, nor the server, nor NumPy's random numbers."""
    code = "import comptoir, sys; print(*sys.modules)"
    loaded = run("-c", code)

    heavy = {
        "numba",
        "llvmlite",
        "litestar",
        "rich",
        "comptoir.bots",
        "scipy",
    }
    assert not heavy & set(loaded.split())


def imported(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_pages_and_examples_import_what_is_public():
    """Pages and examples show no private import paths."""
    for path in (ROOT / "examples").rglob("*.py"):
        for name in imported(path.read_text(encoding="utf-8")):
            assert not name.startswith("comptoir.engine"), f"{path.name}: {name}"
    for page in (ROOT / "README.md", ROOT / "docs/envs.md", ROOT / "docs/records.md"):
        found = re.findall(r"(?:from|import) (comptoir[\w.]*)", page.read_text("utf-8"))
        for name in found:
            assert "engine" not in name, f"{page.name}: {name}"


@pytest.mark.parametrize(
    ("bots", "learner", "seated"),
    [
        ("house", None, ["house", "house", "house"]),
        ("house, random", None, ["house", "random", "random"]),
        (["house", "random"], None, ["house", "random", "random"]),
        ("house", 1, ["house", None, "house"]),
        (["house", "random"], 0, [None, "house", "random"]),
        (["house", None, None], 0, ["house", None, None]),
        (None, 0, [None, None, None]),
        (max, 2, [max, max, None]),
        ([max, "house"], None, [max, "house", "house"]),
    ],
)
def test_bots_have_one_spelling(bots, learner, seated):
    """Bots are names with commas, a list or a callable; None is a learner."""
    assert seated == seat_bots(bots, 3, learner=learner)


def test_a_bot_goes_by_its_name():
    """In the arena, two bots with the same name are numbered."""
    first, second = (lambda seat: seat.legal[0]), (lambda seat: seat.legal[-1])
    contest = Contest.of("osaka", [first, second, first, "house"])

    assert ["<lambda>", "<lambda> 2", "<lambda>", "house"] == contest.bots
    assert ["learner", "house", "dict"] == [name_of(one) for one in (None, "house", {})]


def test_functions_meet_in_the_arena(tmp_path):
    """Functions, classes instantiated for each game, and named bots can be mixed."""

    def first(seat):
        return seat.legal[0]

    class Last:
        def __call__(self, seat):
            return seat.legal[-1]

    heard = []
    given = {"seats": 3, "seed": 5, "results": tmp_path / "r.jsonl"}
    report = comptoir.arena(
        "osaka", [first, Last, "house"], 3, progress=heard.append, **given
    )

    assert ["first", "Last", "house"] == [line.bot for line in report.bots]
    assert (3, [1, 1, 1]) == (report.games, heard)
    assert report == comptoir.arena("osaka", [first, Last, "house"], 3, **given)


def test_a_bot_that_raises_ends_its_game_alone():
    """The error message names the bot."""

    def broken(seat):
        raise ZeroDivisionError("so it is")

    report = comptoir.arena("osaka", [broken, "random"], 2, seats=2, seed=1)

    assert 2 == len(report.faults)
    assert "broken in seat 0, move" in report.faults[0].fault
    assert "raised ZeroDivisionError: so it is" in report.faults[0].fault


def test_a_script_needs_no_guard(tmp_path):
    """The arena's processes do not run the caller's script again."""
    script = tmp_path / "script.py"
    call = "comptoir.arena('osaka', games=2, seats=2, seed=1)"
    script.write_text(f"import comptoir\nprint({call}.games)\n")

    assert "2\n" == run(script)


def test_records_have_names(tmp_path):
    """A token or a file can be given in place of the record."""
    match = comptoir.Match("osaka", seed=1)
    match.play(match.actors[0], match.legal(match.actors[0])[0])
    record = match.record()
    record.save(tmp_path / "osaka-1.json")

    for said in (
        record,
        record.token,
        tmp_path / "osaka-1.json",
        str(tmp_path / "osaka-1.json"),
    ):
        assert record == comptoir.replay(said).record()
    with pytest.raises(comptoir.BadRecord, match="cannot be read: no such file"):
        comptoir.replay("nothing.json")


def test_games_are_simulated_by_name():
    """The defaults are four seats and random bots."""
    results = comptoir.simulate("batavia", games=3, seed=1, options={"pirate_line": 30})

    assert (4, ["random"] * 4, 3) == (results.seats, results.bots, results.games)
    with pytest.raises(BadSetup, match="no game 'chess': expected one of"):
        comptoir.simulate("chess")
    with pytest.raises(BadSetup, match="no bot 'search' here: expected one of"):
        comptoir.simulate("batavia", games=1, bots="search")


def test_compiling_is_told_in_a_line(monkeypatch, capsys):
    """The line is on standard error, for a kernel not on disk, unless set to be quiet."""
    compiled = Compiled(comptoir.games()["osaka"])
    monkeypatch.setattr(compiled, "load", lambda name: name == "step_tables")
    for called in ("warm", "_code"):
        monkeypatch.setattr(compiled, called, lambda _: None)
    for name in ("step_tables", "deal_tables", "deal_tables"):
        compiled.ready(name)
    monkeypatch.setenv(bars.QUIET, "1")
    compiled.ready("check_tables")

    line = r"comptoir: compiling osaka deal_tables, about \d+ s, once on this machine\n"
    assert re.fullmatch(line, capsys.readouterr().err)
