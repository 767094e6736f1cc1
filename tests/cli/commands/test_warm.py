"""`comptoir warm`: other processes find the compiled code."""

import shutil

import pytest

from comptoir import games
from comptoir.engine.backends import compiler, shipped
from comptoir.engine.backends.cache import cache_root
from comptoir.engine.kernels import ahead

SMALL = "check_tables"


@pytest.fixture
def all_but_one(process, environment, monkeypatch, tmp_path):
    """A game of which everything is compiled but its smallest kernel."""
    name, game = next(iter(games().items()))
    if not compiler.is_warm(game):
        process("warm", "--game", name)
    shutil.copytree(cache_root() / name, tmp_path / "cache" / name)
    for path in (tmp_path / "cache" / name).glob(f"{SMALL}-*"):
        path.unlink()
    monkeypatch.setitem(environment, "COMPTOIR_CACHE", str(tmp_path / "cache"))
    return name


def test_warm_compiles_what_is_missing_and_no_more(process, all_but_one):
    """A line for it, and one that says how much is ready; what is there is left alone."""
    first = process("warm", "--game", all_but_one, "--jobs", 1)
    again = process("warm", "--game", all_but_one)
    count = len(ahead())

    assert 0 == first.returncode == again.returncode
    assert f"{count - 1} of {count} kernels are ready" in first.stderr
    assert "takes about" in first.stderr
    assert f"{all_but_one} {SMALL}" in first.stderr
    assert 1 == first.stderr.count("ready in ") - first.stderr.count("are ready in ")
    assert again.stderr.startswith(f"{count} of {count} kernels are ready in ")
    assert 1 == again.stderr.count("\n")


def test_a_list_says_what_is_ready_and_compiles_nothing(process, all_but_one):
    for _ in range(2):
        told = process("warm", "--list", "--game", all_but_one).stdout.splitlines()
        lines = dict(line.split(maxsplit=2)[1:] for line in told[:-1])
        others = {lines[kernel] for kernel in ahead() if kernel != SMALL}

        assert {"ready"} == others
        assert lines[SMALL].startswith("about ")
        assert "the rest takes about" in told[-1]


def test_clean_deletes_what_is_out_of_date(run, environment, monkeypatch, tmp_path):
    """And nothing else: neither today's kernels, nor a GPU's, nor a folder that is not ours."""
    for name in ("batavia", "osaka", "chess"):
        (tmp_path / name).mkdir()
    keys = compiler.kernel_keys(games()["batavia"])
    kernel, key = next(iter(keys.items()))
    kept = [
        tmp_path / "batavia" / f"{kernel}-{key}.bin",
        tmp_path / "chess" / f"{kernel}-{'0' * len(key)}.bin",
        tmp_path / "osaka" / f"cuda-{kernel}-{'0' * len(key)}.bin",
    ]
    old = [
        tmp_path / n / f"{kernel}-{'0' * len(key)}.bin" for n in ("batavia", "osaka")
    ]
    for path in (*kept, *old):
        path.write_bytes(bytes(2_000_000))
    monkeypatch.setitem(environment, "COMPTOIR_CACHE", str(tmp_path))
    one = run("warm", "--clean", "--game", "osaka")
    rest = run("warm", "--clean")
    none = run("warm", "--clean")

    assert one.stdout == rest.stdout == "out of date: 1 deleted, 2 MB\n"
    assert none.stdout == "out of date: 0 deleted, 0 MB\n"
    assert sorted(kept) == sorted(tmp_path.glob("*/*"))


def test_portable_keeps_what_a_wheel_takes_along(process, tmp_path):
    """Keys are those that a package is searched for, and all others are deleted."""
    kind, _ = shipped.here()
    name, game = next(iter(games().items()))
    kernel, *_ = ahead()
    target = (shipped.BASELINES[kind].name, "")
    keys = [keys[kernel] for keys in (
        compiler.kernel_keys(game), compiler.kernel_keys(game, target=target),
    )]  # fmt: skip
    (tmp_path / name).mkdir()
    paths = [tmp_path / name / f"{kernel}-{key}.bin" for key in keys]
    for path in paths:
        path.write_bytes(b"")
    done = process("warm", "--portable", tmp_path, "--clean")

    assert "out of date: 1 deleted" in done.stdout
    assert paths[1:] == list(tmp_path.glob("*/*"))


def test_modules_for_a_page_are_written(process, tmp_path):
    """A module and its description, each named with its size."""
    name = next(iter(games()))
    told = process("warm", "--wasm", tmp_path, "--game", name)

    assert 0 == told.returncode
    assert {f"{name}.wasm", f"{name}.json"} == {
        path.name for path in tmp_path.iterdir()
    }
    assert 2 == told.stdout.count(" kB\n")
