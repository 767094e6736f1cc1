"""Draw the logs of the training scripts in examples/ as one picture.

    python benchmarks/curves.py sb3.jsonl cleanrl.jsonl puffer.jsonl --out docs/learners.svg

Each log has a line for every stretch of games; its name is that of the file.
"""

import argparse
import json
from pathlib import Path

from chart import curves


def main() -> None:
    """Write the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("logs", type=Path, nargs="+")
    parser.add_argument("--title", default="games won against house bots, by steps")
    parser.add_argument("--level", type=float, default=1 / 3, help="what is par")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    lines = {}
    for path in asked.logs:
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        lines[path.stem] = [(row["steps"], row["won"]) for row in rows]
    asked.out.write_text(curves(asked.title, lines, asked.level))


if __name__ == "__main__":
    main()
