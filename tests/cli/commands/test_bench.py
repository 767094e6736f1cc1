"""`comptoir bench`: its output; the required speeds are in `benchmarks/bars.py`."""

import json
from contextlib import nullcontext

import pytest

from comptoir.cli.commands import bench
from comptoir.engine.backends.cache import cache_root

FIELDS = {
    "game", "seats", "moves_per_s", "games_per_s", "house_moves_per_s",
    "plain_moves_per_s", "compile_s", "load_s", "state_bytes", "copy_ns",
}  # fmt: skip


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """One short round, with the kernels that are there in place of new ones."""
    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "SECONDS", 0.01)
    monkeypatch.setattr(bench, "COPIES", 1000)
    there = nullcontext(cache_root())
    monkeypatch.setattr(bench.tempfile, "TemporaryDirectory", lambda: there)


def test_bench_prints_one_object_a_line(run):
    """A line for each number of seats, with all its figures."""
    done = run("bench", "--game", "batavia", "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]

    assert [3, 4, 5] == [line["seats"] for line in lines]
    for figures in lines:
        assert set(figures) == FIELDS
        assert "batavia" == figures.pop("game")
        assert all(figure > 0 for figure in figures.values())


def test_people_get_a_table(run, environment, monkeypatch):
    """With the same figures, none of them cut off in a window of the usual width."""
    monkeypatch.setitem(environment, "COLUMNS", "80")
    done = run("bench", "--game", "batavia", "--seats", 4)

    assert 0 == done.returncode
    assert "random play and house bots, one core" in done.stdout
    assert "batavia" in done.stdout
    assert "…" not in done.stdout
