"""The arena on the command line, in a folder of its own."""

from functools import partial

import pytest

import command


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def arena():
    """Call `comptoir arena` with arguments, and return the result."""
    return partial(command.call, "arena")


@pytest.fixture
def process():
    """Run `comptoir arena` as a separate process, and return the result."""
    return partial(command.run, "arena")
