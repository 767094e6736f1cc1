"""The real command, run to its end."""

import subprocess

import pytest

from arena_runs import start
from waiting import PATIENCE


@pytest.fixture
def arena(tmp_path):
    """Run `comptoir arena` with arguments; return what came of it."""

    def arena(*arguments, **settings):
        process = start(*arguments, cwd=tmp_path, **settings)
        try:
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)

    return arena
