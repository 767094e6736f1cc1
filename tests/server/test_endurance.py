"""Short runs of `fuzz_socket.py` and `kills.py`; the long ones run nightly."""

import asyncio
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import server_kit as kit


def script(name):
    path = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "messages", [2000, pytest.param(100_000, marks=pytest.mark.nightly)]
)
def test_a_fuzzed_socket_changes_nothing(server, messages):
    answers = asyncio.run(script("fuzz_socket").fuzz(server, messages, 2))

    assert messages == sum(answers.values())
    assert {"bad_message", "not_seated", "too_large", "replayed"} == set(answers)


@pytest.mark.parametrize(
    ("kills", "tables"), [(3, 2), pytest.param(50, 12, marks=pytest.mark.nightly)]
)
def test_kills_lose_nothing(where, kills, tables):
    run = script("kills").kill_often(where, kills, tables, tell=lambda _: None)
    counted = asyncio.run(run)

    assert kills == counted["kills"]
    assert counted["games"] >= tables
    assert counted["resumed"] >= 3 * counted["games"]
    assert counted["acknowledged"] > 50


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--port", "1", "--host", "203.0.113.1"], "cannot listen on 203.0.113.1:1"),
        (["--database", "mysql://x"], "expected a file or postgresql"),
        (["--limit", "speed=1"], "speed"),
        (["--limit", "tables=many"], "--limit"),
        (["--bot", "nowhere.py:x"], "cannot be loaded"),
        (["--trust", "*"], "expected an address or a network"),
        (["--database", "/proc/nowhere/x.sqlite3"], "/proc/nowhere"),
        (["--database", "/"], "is a directory"),
        (["--database", "postgresql://127.0.0.1:1/x"], "PostgreSQL"),
        (["--database", "postgresql://[x"], "PostgreSQL"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(flags, said):
    command = [sys.executable, "-m", "comptoir.cli", "serve", "--no-browser", *flags]
    run = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=kit.PATIENCE
    )

    assert 2 == run.returncode
    assert said in run.stderr
    assert "Traceback" not in run.stderr
    assert 1 == len(run.stderr.splitlines())
