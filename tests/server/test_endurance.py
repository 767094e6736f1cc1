"""Short runs of `fuzz_socket.py` and `kills.py`; the long ones run nightly."""

import asyncio
import gc
import importlib.util
import logging
import signal
import sys
import warnings
from pathlib import Path

import pytest

from command import call, run


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
    killing = script("kills").kill_often(where, kills, tables, tell=lambda _: None)
    counted = asyncio.run(killing)

    assert kills == counted["kills"]
    assert counted["games"] >= tables
    assert counted["resumed"] >= 3 * counted["games"]
    assert counted["acknowledged"] > 50


@pytest.fixture
def own_settings():
    """What `serve` sets for its whole process is afterwards as it was."""
    loggers = [logging.getLogger(n) for n in ("comptoir", "uvicorn.error", "litestar")]
    said = [(log.handlers[:], log.level, log.propagate) for log in loggers]
    ends, collects = signal.getsignal(signal.SIGTERM), gc.get_threshold()
    switches = sys.getswitchinterval()
    yield
    for log, (handlers, level, propagate) in zip(loggers, said, strict=True):
        log.handlers[:], log.propagate = handlers, propagate
        log.setLevel(level)
    signal.signal(signal.SIGTERM, ends)
    gc.set_threshold(*collects)
    sys.setswitchinterval(switches)


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
def test_what_cannot_be_served_is_said_in_a_sentence(own_settings, flags, said):
    with warnings.catch_warnings(action="ignore"):  # Litestar's
        ended = call("serve", "--no-browser", *flags)

    assert 2 == ended.returncode
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr
    assert 1 == len(ended.stderr.splitlines())


def test_a_process_that_cannot_serve_ends_with_status_2():
    ended = run("serve", "--no-browser", "--database", "mysql://x")

    assert (2, "") == (ended.returncode, ended.stdout)
    assert 1 == len(ended.stderr.splitlines())
