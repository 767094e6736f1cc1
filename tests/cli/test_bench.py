"""`comptoir bench` and `comptoir warm`: real compiling, in folders of their own."""

import json

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


def test_warm_compiles_once(run, tmp_path):
    """The second time everything is ready; an unusable folder is named."""
    own = {"environment": {"COMPTOIR_CACHE": str(tmp_path)}, "timeout": 180}
    first = run("warm", "--game", "batavia", **own)
    second = run("warm", "--game", "batavia", "--jobs", 1, **own)

    assert 0 == first.returncode == second.returncode
    for done in (first, second):
        assert "batavia play_games" in done.stderr
        assert "ready in" in done.stderr
    assert list(tmp_path.glob("batavia-*/**/*.nbc"))
