"""`comptoir bench` and `comptoir warm`: real compiling, in folders of their own."""

import json

from comptoir import games
from comptoir.engine import compiled

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
