"""Compiling ahead: the order of jobs, and their progress reports."""

import pytest

from comptoir.engine.backends import warming
from comptoir.engine.backends.warming import KernelProgress, Urgency, Warmer
from waiting import PATIENCE

SMALL = "imagine_tables"  # compiled within seconds


@pytest.fixture
def cold(monkeypatch, tmp_path):
    """An empty cache, with compilation at normal priority, as some machines are never idle."""
    monkeypatch.setenv("COMPTOIR_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(warming, "KINDNESS", (0, 0, 0))


def compiled(jobs, *wanted):
    """Compile kernels, and return all progress reports."""
    told = []
    warmer = Warmer(
        jobs, lambda game, kernel, done: told.append((game, kernel, done.state))
    )
    try:
        for game, kernel, urgency in wanted:
            warmer.want(game, kernel, urgency=urgency)
        assert warmer.wait(PATIENCE)
        return told, warmer
    finally:
        warmer.close()


def test_what_nobody_waits_for_comes_last_and_is_compiled_once(cold):
    """Even if it was asked for first; what is ready is not compiled again."""
    idle, soon = ("osaka", SMALL, Urgency.IDLE), ("negoces", SMALL, Urgency.SOON)
    told, warmer = compiled(1, soon, idle, soon)
    steps = [(game, state) for game, _, state in told]

    assert steps.index(("negoces", "ready")) < steps.index(("osaka", "compiling"))
    assert 1 == steps.count(("negoces", "ready"))
    assert "ready" == warmer.progress("osaka", SMALL).state
    again, _ = compiled(1, soon)
    assert [("negoces", SMALL, "ready")] == again


def test_what_somebody_waits_for_waits_for_nothing(cold):
    """It begins beside what nobody waits for."""
    idle, wanted = ("negoces", SMALL, Urgency.IDLE), ("osaka", SMALL, Urgency.WANTED)
    told, _ = compiled(1, idle, wanted)
    steps = [(game, state) for game, _, state in told]

    begins = steps.index(("osaka", "compiling"))
    assert begins < steps.index(("negoces", "ready"))


def test_what_cannot_be_kept_is_told(monkeypatch, tmp_path):
    """Why, and that it will not be ready; a game goes on without."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("COMPTOIR_CACHE", str(tmp_path / "file" / "cache"))
    _, warmer = compiled(1, ("osaka", SMALL, Urgency.WANTED))
    progress = warmer.progress("osaka", SMALL)

    assert "failed" == progress.state
    assert warming.trouble() == progress.reason
    assert "cannot be written" in progress.reason
    assert progress.left is None


def test_a_place_that_can_be_written_is_no_trouble(cold):
    assert not warming.trouble()


def test_how_long_it_takes_is_known_before_it_begins():
    assert 12.0 == KernelProgress(seconds=12.0).left
    assert 0.0 == KernelProgress("ready").left
