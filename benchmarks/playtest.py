"""Times how long a designer waits: for a new game's folder, and again after a change to a CSV.

Run `.venv/bin/python benchmarks/playtest.py`; it needs the page built. It prints seconds.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "examples/pilots"
FIRST = (
    ("new", "wharf"),
    ("check", "wharf", "--quick"),
    ("--games", "wharf", "simulate", "wharf", "--games", "200", "--plain"),
    ("check", "wharf"),
    ("publish", "wharf", "out"),
)
AGAIN = (("check", "pilots", "--quick"), ("publish", "pilots", "again"))


def main() -> None:
    """Run the commands of the docs in an empty folder and print what each took."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        first = sum(seconds(folder, *words) for words in FIRST)
        print(f"{first:6.1f} s from `comptoir new` to a folder to play")
        shutil.copytree(EXAMPLE, folder / "pilots")
        seconds(folder, *AGAIN[0])
        sheet = folder / "pilots/pilots/ship.csv"
        text = sheet.read_text(encoding="utf-8")
        sheet.write_text(text.replace("scottish,7", "scottish,9"), encoding="utf-8")
        again = sum(seconds(folder, *words) for words in AGAIN)
        print(f"{again:6.1f} s from a changed CSV to a new folder")


def seconds(folder: Path, *words: str) -> float:
    """Run a command, print how long it took, and return it."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "comptoir", *words]
    done = subprocess.run(
        command, cwd=folder, check=True, capture_output=True, text=True
    )
    took = time.perf_counter() - start
    compiled = done.stderr.count("compiling")
    print(
        f"{took:6.1f} s  comptoir {' '.join(words)}"
        + f", {compiled} kernels compiled" * bool(compiled)
    )
    return took


if __name__ == "__main__":
    main()
