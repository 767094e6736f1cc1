"""Kernels for the CPU: named, counted, and found on disk before they are compiled."""

import importlib.metadata

import pytest

from comptoir import games
from comptoir.engine.backends import compiler
from comptoir.engine.kernels import KERNELS
from comptoir.engine.runs.batch import Batch

GAME = games()["batavia"]


def test_an_empty_cache_is_not_warm(monkeypatch, tmp_path):
    """Nothing compiled yet: whoever wants speed sees a progress bar first."""
    monkeypatch.setenv("COMPTOIR_CACHE", str(tmp_path))

    assert not compiler.is_warm(GAME)
    assert not compiler.is_warm(GAME, "search")


def test_an_unknown_kernel_is_named():
    """The error lists those that exist."""
    with pytest.raises(
        AttributeError, match=r"no kernel 'dance': expected deal_tables"
    ):
        compiler.Compiled(GAME).dance  # noqa: B018


def test_without_numba_everything_runs_plain(monkeypatch):
    """`available()` says so and imports nothing."""

    def missing(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(compiler, "version", missing)
    assert not compiler.available()


def test_examples_have_the_types_of_what_is_passed(game):
    """A kernel that was warmed up is not compiled once more by its first use."""
    kernels = compiler.Compiled(game)
    kernels.warm("check_tables")
    batch = Batch(game, size=3, seed="types", kernels=kernels)
    batch.check(batch.mask.argmax(axis=1))

    assert 1 == len(kernels.check_tables.signatures)


def test_the_length_of_the_bar_is_the_number_of_rules():
    """What `comptoir warm` counts up to."""
    assert 40 < compiler.rules_of(GAME) < 200
    assert {"deal_tables", "rollout_tables", "search"} <= set(KERNELS)
