"""Thirty tasks for a user's first day: each is short, uses public imports, and runs alone."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import comptoir

PAGE = Path(__file__).parents[1] / "docs/first-day.md"
TASKS = re.findall(
    r"^\*\*(\d+)\. (.+?)\*\*.*?^```python\n(.+?)^```",
    PAGE.read_text("utf-8"),
    re.MULTILINE | re.DOTALL,
)
MOST = 10  # lines
OTHERS = ("gymnasium", "pickle", "collections")
PUBLIC = ("comptoir", "comptoir.envs.pettingzoo", *OTHERS)


def test_there_are_thirty():
    """They are numbered consecutively."""
    assert [str(number) for number in range(1, 31)] == [n for n, *_ in TASKS]


@pytest.mark.parametrize("code", [c for *_, c in TASKS], ids=[t for _, t, _ in TASKS])
def test_a_task_is_short_and_knows_only_what_is_public(code):
    """It has at most ten lines, and imports only public names."""
    assert len([line for line in code.splitlines() if line]) <= MOST
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom):
            assert node.module in PUBLIC
            if node.module == "comptoir":
                assert {alias.name for alias in node.names} <= set(comptoir.__all__)
        elif isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= set(OTHERS)


def test_every_task_runs_by_itself(tmp_path):
    """All run in one process, each in its own namespace; each prints something."""
    pytest.importorskip("pandas")
    script = tmp_path / "tasks.py"
    calls = "".join(
        f"print('task {number}')\nexec({code!r}, {{'__name__': 'task'}})\n"
        for number, _, code in TASKS
    )
    script.write_text(calls, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script], cwd=tmp_path, capture_output=True, text=True,
        check=False, env=os.environ | {"PYTHONWARNINGS": "error::DeprecationWarning:comptoir"},
    )  # fmt: skip

    assert 0 == done.returncode, done.stdout[-300:] + done.stderr[-2000:]
    told = done.stdout.split("task ")[1:]
    quiet = {part.split()[0] for part in told if part.count("\n") == 1}
    assert {"21", "29"} >= quiet
