"""`comptoir bench` and `comptoir warm`: real compiling, in folders of their own."""

import json

from comptoir import games
from comptoir.engine.backends import compiled

FIELDS = {
    "game", "seats", "moves_per_s", "games_per_s", "plain_moves_per_s",
    "compile_s", "load_s", "state_bytes", "copy_ns",
}  # fmt: skip


def test_bench_prints_one_object_a_line(run):
    """The figures, and bars low enough for any machine; README has the real ones."""
    done = run("bench", "--game", "batavia", "--seats", 4, "--json", timeout=180)
    (line,) = done.stdout.splitlines()
    figures = json.loads(line)

    assert set(figures) == FIELDS
    assert figures["moves_per_s"] > 10 * figures["plain_moves_per_s"]
    assert figures["load_s"] < figures["compile_s"]
    assert figures["state_bytes"] < 1024
    assert figures["copy_ns"] < 1000


def test_warm_compiles_what_everyone_else_then_finds(run):
    """All games at once (`make test` begins with it); whoever comes later loads them."""
    first = run("warm", timeout=900)
    second = run("warm", "--game", "batavia", "--jobs", 1, timeout=180)

    assert 0 == first.returncode == second.returncode
    for name, game in games().items():
        assert f"{name} play_games" in first.stderr
        assert compiled.is_warm(game)
    assert "ready in" in second.stderr


def test_clean_deletes_what_is_out_of_date(run, tmp_path):
    """And nothing else: neither today's rules nor a folder that is not ours."""
    current = compiled.cache_folder(games()["batavia"], tmp_path)
    kept = [current, tmp_path / "batavia-notes", tmp_path / f"chess-{'0' * 16}"]
    old = [tmp_path / f"{name}-{'0' * 16}" for name in ("batavia", "osaka")]
    for folder in (*kept, *old):
        folder.mkdir()
        (folder / "kernel.nbc").write_bytes(bytes(2_000_000))
    elsewhere = {"environment": {"COMPTOIR_CACHE": str(tmp_path)}}
    one = run("warm", "--clean", "--game", "osaka", **elsewhere)
    rest = run("warm", "--clean", **elsewhere)
    none = run("warm", "--clean", **elsewhere)

    assert one.stdout == rest.stdout == "out of date: 1 deleted, 2 MB\n"
    assert none.stdout == "out of date: 0 deleted, 0 MB\n"
    assert sorted(kept) == sorted(tmp_path.iterdir())
