"""Kernels that come with the package: compiled for most processors, used where they fit."""

import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

from comptoir import games
from comptoir.engine.backends import cache, shipped
from comptoir.engine.backends.compiler import Compiled, kernel_entry, misfit
from comptoir.engine.errors import ComptoirError
from comptoir.engine.kernels import KERNELS, ahead
from comptoir.engine.rules.callgraph import CallGraph
from comptoir.engine.runs.batch import Batch

KERNEL = "imagine_tables"


def rules_in_it(game):
    return len(CallGraph(game.rules).reachable(KERNELS[KERNEL].loop))


GAME = min(games().values(), key=rules_in_it)  # compiled in a few seconds
BUILD = """
import sys
from comptoir import games
from comptoir.engine.backends.compiler import Compiled

Compiled(games()[sys.argv[1]]).warm(sys.argv[2])
"""
KIND, FEATURES = shipped.here()
pytestmark = pytest.mark.skipif(
    shipped.misfit(KIND, FEATURES) is not None, reason="nothing is shipped for here"
)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A package that carries one kernel, compiled for most processors."""
    package = tmp_path_factory.mktemp("package")
    subprocess.run(
        [sys.executable, "-c", BUILD, GAME.name, KERNEL],
        env=os.environ | shipped.settings(KIND, package), check=True,
    )  # fmt: skip
    return package


@pytest.fixture
def package(built, tmp_path):
    """A copy of it, to be damaged."""
    return shutil.copytree(built, tmp_path / "package")


@pytest.fixture
def own(tmp_path):
    """A cache with all of the game's kernels except this one."""
    ours = Compiled(GAME)
    for name in ("deal_tables", "rollout_tables", KERNEL):
        ours.warm(name)
    ignored = shutil.ignore_patterns(f"{KERNEL}-*")
    there = cache.cache_root() / GAME.name
    shutil.copytree(there, tmp_path / "own" / GAME.name, ignore=ignored)
    return tmp_path / "own"


def imagined(kernels):
    """Some tables in mid-game, with everything hidden dealt anew."""
    batch = Batch(GAME, size=50, seed="shipped", fill=False, kernels=kernels)
    batch.rollout(20)
    before = batch.tables.copy()
    batch.imagine()
    assert not np.array_equal(before, batch.tables)
    return batch.tables.tobytes()


def tried(own, package):
    """Return if the kernel was compiled, and its result."""
    kernels = Compiled(GAME, own, package=package)
    tables = imagined(kernels)
    return sum(kernels.imagine_tables.stats.cache_misses.values()), tables


def test_what_is_shipped_is_used_and_does_the_same(own, package):
    """Nothing is compiled, nothing is written, and the tables are those of our own code."""
    before = sorted(own.rglob("*"))

    assert (0, imagined(Compiled(GAME))) == tried(own, package)
    assert before == sorted(own.rglob("*"))


def test_an_own_kernel_goes_first(package):
    """It is made for this very processor."""
    entry = kernel_entry(GAME, KERNEL, package=package)
    assert entry.stand_in
    assert entry.stand_in.exists()

    assert (
        cache.read_whole(entry.path) == entry.read() != cache.read_whole(entry.stand_in)
    )


@pytest.mark.parametrize("damage", ["cut short", "changed", "of other tools"])
def test_what_cannot_be_trusted_is_compiled_as_usual(damage, own, package):
    """And said to whoever asks; the game stays the same."""
    (path,) = package.rglob("*.bin")
    kept = path.read_bytes()
    if damage == "cut short":
        path.write_bytes(kept[: len(kept) // 2])
    elif damage == "changed":
        path.write_bytes(kept[:-100] + bytes(100))
    else:
        path.rename(path.with_stem(f"{KERNEL}-{'0' * cache.LETTERS}"))

    assert (1, imagined(Compiled(GAME))) == tried(own, package)
    assert misfit(GAME, package)


def test_why_they_are_not_used_is_said(package, tmp_path):
    """A package without any has nothing to say, nor has one whose kernels are used."""
    assert misfit(GAME, tmp_path) is None
    (path,) = package.rglob("*.bin")
    assert "not compiled by numba" in misfit(GAME, package)
    for name in ahead():
        entry = kernel_entry(GAME, name, package=package)
        shutil.copy(path, entry.stand_in) if name != KERNEL else None
    assert misfit(GAME, package) is None
    path.write_bytes(b"damaged")
    assert f"{path} is damaged" == misfit(GAME, package)


def test_a_processor_that_lacks_something_uses_none():
    """Every feature that LLVM takes for granted is asked for."""
    for kind, baseline in shipped.BASELINES.items():
        assert shipped.misfit(kind, set(baseline.features)) is None
        for feature in baseline.features:
            assert shipped.misfit(kind, baseline.features - {feature}).endswith(
                f"processor with {feature}"
            )
    assert "not for riscv64" in shipped.misfit("riscv64", set())


def test_a_processor_that_numba_is_told_of_uses_none(monkeypatch, package):
    """Even if it is this processor, whose kernels then have the same key (`warm --native`)."""
    key = cache.entry_key("code")
    assert shipped.target(package) == (shipped.BASELINES[KIND].name, "")
    for name, value in shipped.told(cache.processor()).items():
        monkeypatch.setenv(name, value)
    assert shipped.target(package) is None
    assert key == cache.entry_key("code")
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    assert key != cache.entry_key("code")


def test_where_nothing_can_be_shipped_it_is_said(tmp_path):
    """As an error of one sentence."""
    with pytest.raises(ComptoirError, match="not for riscv64"):
        shipped.settings("riscv64", tmp_path)
