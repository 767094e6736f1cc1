"""`comptoir warm`: what is compiled once is found by everyone else."""

from comptoir import games
from comptoir.engine.backends import compiled


def test_warm_compiles_what_everyone_else_then_finds(process):
    """A line a kernel; what is there already is only loaded."""
    name, game = next(iter(games().items()))
    done = process("warm", "--game", name, "--jobs", 1)

    assert 0 == done.returncode
    for kernel in compiled.KERNELS:
        assert f"{name} {kernel}" in done.stderr
    assert "ready in" in done.stderr
    assert compiled.is_warm(game)


def test_clean_deletes_what_is_out_of_date(run, environment, monkeypatch, tmp_path):
    """And nothing else: neither today's rules nor a folder that is not ours."""
    current = compiled.cache_folder(games()["batavia"], tmp_path)
    kept = [current, tmp_path / "batavia-notes", tmp_path / f"chess-{'0' * 16}"]
    old = [tmp_path / f"{name}-{'0' * 16}" for name in ("batavia", "osaka")]
    for folder in (*kept, *old):
        folder.mkdir()
        (folder / "kernel.nbc").write_bytes(bytes(2_000_000))
    monkeypatch.setitem(environment, "COMPTOIR_CACHE", str(tmp_path))
    one = run("warm", "--clean", "--game", "osaka")
    rest = run("warm", "--clean")
    none = run("warm", "--clean")

    assert one.stdout == rest.stdout == "out of date: 1 deleted, 2 MB\n"
    assert none.stdout == "out of date: 0 deleted, 0 MB\n"
    assert sorted(kept) == sorted(tmp_path.iterdir())
