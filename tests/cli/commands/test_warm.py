"""`comptoir warm`: what is compiled once is found by everyone else."""

from comptoir import games
from comptoir.engine.backends import compiler, shipped
from comptoir.engine.kernels import KERNELS


def test_warm_compiles_what_everyone_else_then_finds(process):
    """A line a kernel; what is there already is only loaded."""
    name, game = next(iter(games().items()))
    done = process("warm", "--game", name, "--jobs", 1)

    assert 0 == done.returncode
    for kernel in KERNELS:
        assert f"{name} {kernel}" in done.stderr
    assert "ready in" in done.stderr
    assert compiler.is_warm(game)


def test_clean_deletes_what_is_out_of_date(run, environment, monkeypatch, tmp_path):
    """And nothing else: neither today's kernels nor a folder that is not ours."""
    for name in ("batavia", "osaka", "chess"):
        (tmp_path / name).mkdir()
    keys = compiler.kernel_keys(games()["batavia"])
    kernel, key = next(iter(keys.items()))
    kept = [
        tmp_path / "batavia" / f"{kernel}-{key}.bin",
        tmp_path / "chess" / f"{kernel}-{'0' * len(key)}.bin",
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
    kernel, *_ = KERNELS
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
