"""The ladder: tables of every bot against every other, written where the docs have them."""

import subprocess
import sys
from pathlib import Path

LADDER = Path(__file__).parents[2] / "benchmarks" / "ladder.py"


def climb(page, *arguments):
    return subprocess.run(
        [sys.executable, LADDER, "--page", page, "--games", "4", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_a_ladder_is_written_between_its_marks_and_goes_on(tmp_path):
    """A table a game; the second time nothing is played, and nothing else changes."""
    page, results = tmp_path / "page.md", tmp_path / "results"
    page.write_text(
        "before\n<!-- ladder: begin -->\nold\n<!-- ladder: end -->\nafter\n"
    )
    first = climb(page, "--results", results, "--bots", "house,random")
    written = page.read_text()
    files = {file: file.read_bytes() for file in results.iterdir()}
    climb(page, "--results", results, "--bots", "house,random")

    assert 0 == first.returncode, first.stderr
    assert written.startswith("before\n<!-- ladder: begin -->\n")
    assert written.endswith("<!-- ladder: end -->\nafter\n")
    assert "old" not in written
    assert "### Traders of Osaka" in written
    assert "\n| **house** | – | 100 (" in written
    assert "\n| **random** | 0 (" in written
    assert written == page.read_text()
    assert files == {file: file.read_bytes() for file in results.iterdir()}


def test_a_page_without_marks_is_left_alone(tmp_path):
    """In one sentence."""
    page = tmp_path / "page.md"
    page.write_text("mine\n")
    done = climb(page, "--results", tmp_path / "results")

    assert 1 == done.returncode
    assert "expected <!-- ladder: begin --> and" in done.stderr
    assert 1 == done.stderr.count("\n")
    assert "mine\n" == page.read_text()
