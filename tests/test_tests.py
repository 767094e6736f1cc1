"""Tests must not measure time, sleep, or check only once what is about to happen."""

import ast
from pathlib import Path

import pytest

import comptoir

TESTS = Path(__file__).parent
FILES = [
    *TESTS.rglob("*.py"),
    *Path(comptoir.__file__).parent.glob("games/*/tests/*.py"),
]
CLOCKS = {"perf_counter", "monotonic", "process_time", "thread_time", "perf_counter_ns"}
PAUSES = {"sleep", "wait_for_timeout"}

# file: why it may look at a clock or pause
ALLOWED = {
    "waiting.py": "looks again and again until something is so, or never will be",
    "cli/conftest.py": "reads a terminal until the prompt appears, or never will",
    "fuzz.py": "plays for as long as it is told",
    "arena/test_faults.py": "hands the arena a clock of its own",
    "web/pictures.py": "no test: takes pictures when everything has come to rest",
    "server/bots/own_bots.py": "a bot that hangs",
    "server/kills.py": "no test: a crowd that plays until it is killed",
}


def name_of(path):
    return str(path.relative_to(TESTS)) if path.is_relative_to(TESTS) else str(path)


def waits(path):
    """Lines that read a clock or pause; a pause of 0, which lets others run, is allowed."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr in CLOCKS:
            yield node.lineno
        elif isinstance(node, ast.Call):
            called = node.func
            name = getattr(called, "attr", getattr(called, "id", None))
            if name in PAUSES and [ast.unparse(a) for a in node.args] != ["0"]:
                yield node.lineno


def test_no_test_reads_a_clock_or_sleeps():
    """Timing belongs in `benchmarks/bars.py`; tests wait for events."""
    found = {name_of(path): [*waits(path)] for path in FILES}
    wrong = {
        name: lines for name, lines in found.items() if lines and name not in ALLOWED
    }

    assert {} == wrong


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("time.sleep(0.1)", [1]),
        ("await asyncio.sleep(0)", []),
        ("page.wait_for_timeout(300)", [1]),
        ("start = 1\nassert time.perf_counter() - start < 5", [2]),
        ("from time import monotonic\nassert monotonic() < 5", []),
    ],
)
def test_clocks_and_pauses_are_found(code, lines, tmp_path):
    """They are found however they are written, except for names imported directly."""
    (tmp_path / "code.py").write_text(code)

    assert lines == [*waits(tmp_path / "code.py")]


def test_clocks_are_called_by_the_name_of_their_module():
    """They are written as `time.monotonic()`, so that the test above finds them."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "time":
                pytest.fail(f"{name_of(path)}:{node.lineno}")
