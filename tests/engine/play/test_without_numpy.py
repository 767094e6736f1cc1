"""Rules run in plain Python without NumPy and numba, with exactly the same results."""

import subprocess
import sys
from pathlib import Path

PLAYED = Path(__file__).parent / "plain_games.py"


def played(*how):
    """Return what whole games of every title print in a process of their own."""
    given = [sys.executable, str(PLAYED), *how]
    done = subprocess.run(given, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.stdout


def test_whole_games_need_no_numpy():
    """Legal moves, views, prompts, refusals, previews, undo, narration, records and boards."""
    assert played() == played("bare")
