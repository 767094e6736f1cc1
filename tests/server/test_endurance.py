"""Short runs of what `fuzz_socket.py` and `kills.py` do at length; and a quick start."""

import asyncio
import importlib.util
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

import server_kit as kit


def script(name):
    path = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_fuzzed_socket_changes_nothing(server):
    answers = asyncio.run(script("fuzz_socket").fuzz(server, 4000, 2))

    assert 4000 == sum(answers.values())
    assert {"bad_message", "not_seated", "too_large", "replayed"} == set(answers)


def test_kills_lose_nothing(where):
    counted = asyncio.run(script("kills").kill_often(where, 3, 3, tell=lambda _: None))

    assert 3 == counted["kills"]
    assert counted["acknowledged"] > 100


def test_the_first_page_is_there_soon_after_the_command(tmp_path):
    """Two seconds on a quiet machine that has run it before; ten here, where tests run."""
    with kit.serve(tmp_path / "x.sqlite3"):
        pass
    port = kit.free_port()
    command = [
        sys.executable,
        "-m",
        "comptoir.cli",
        "serve",
        "--no-browser",
        "--port",
        str(port),
    ]
    start = time.monotonic()
    process = subprocess.Popen(
        [*command, "--database", tmp_path / "x.sqlite3"], stdout=subprocess.DEVNULL
    )
    try:
        kit.wait_until(lambda: kit.answers(f"http://127.0.0.1:{port}"))
        assert httpx.get(f"http://127.0.0.1:{port}/").is_success
        assert time.monotonic() - start < 10
    finally:
        process.terminate()
        process.wait(kit.PATIENCE)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--port", "1", "--host", "203.0.113.1"], "cannot listen on 203.0.113.1:1"),
        (["--database", "mysql://x"], "expected a file or postgresql"),
        (["--limit", "speed=1"], "speed"),
        (["--limit", "tables=many"], "--limit"),
        (["--bot", "nowhere.py:x"], "cannot be loaded"),
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
