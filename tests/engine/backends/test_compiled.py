"""Compiled rules on disk: found by what they depend on, and never stale."""

import importlib.metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from comptoir import games
from comptoir.engine.backends import compiled


@pytest.fixture
def copied(tmp_path):
    """A stand-in for a game with a source folder of its own."""
    (tmp_path / "rules.py").write_text("one = 1\n")
    return SimpleNamespace(name="copied", folder=tmp_path)


def test_the_folder_changes_with_any_rule_source(copied):
    """numba looks at one file only; we look at all of them."""
    before = compiled.fingerprint.__wrapped__(copied)
    assert before == compiled.fingerprint.__wrapped__(copied)
    (copied.folder / "rules.py").write_text("one = 2\n")

    assert before != compiled.fingerprint.__wrapped__(copied)


def test_the_folder_changes_with_the_tools(copied, monkeypatch):
    """Another numba compiles other code."""
    before = compiled.fingerprint.__wrapped__(copied)
    monkeypatch.setattr(compiled, "version", lambda name: f"{name} 99")

    assert before != compiled.fingerprint.__wrapped__(copied)


def test_the_cache_lies_where_it_is_told(monkeypatch, tmp_path):
    """COMPTOIR_CACHE first, then the user's cache folder."""
    monkeypatch.setenv("COMPTOIR_CACHE", str(tmp_path / "own"))
    assert tmp_path / "own" == compiled.cache_root()
    monkeypatch.delenv("COMPTOIR_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert tmp_path / "comptoir" == compiled.cache_root()
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert Path.home() / ".cache" / "comptoir" == compiled.cache_root()


def test_an_empty_cache_is_not_warm(monkeypatch, tmp_path):
    """Nothing compiled yet: whoever wants speed sees a progress bar first."""
    monkeypatch.setenv("COMPTOIR_CACHE", str(tmp_path))

    assert not compiled.is_warm(games()["batavia"])


def test_an_unknown_kernel_is_named():
    """The error lists those that exist."""
    with pytest.raises(AttributeError, match=r"no kernel 'dance': expected play_games"):
        compiled.Compiled(games()["batavia"]).dance  # noqa: B018


def test_without_numba_everything_runs_plain(monkeypatch):
    """`available()` says so and imports nothing."""

    def missing(name):
        raise importlib.metadata.PackageNotFoundError(name)

    assert compiled.available()
    monkeypatch.setattr(compiled, "version", missing)
    assert not compiled.available()


def test_the_length_of_the_bar_is_the_number_of_rules():
    """What `comptoir warm` counts up to."""
    assert 40 < compiled.rules_of(games()["batavia"]) < 200
