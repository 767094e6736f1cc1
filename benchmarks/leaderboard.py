"""Computes reference results of bots in a batch: the table of `docs/leaderboard.md`.

    python benchmarks/leaderboard.py [--games 10000] [--game batavia] [--who policy:1]

One bot of `--who` plays among bots of `--against`, in every seat equally often, at every
number of seats. A first place shared by k counts 1/k, a tie counts half. Intervals are
Wilson's 95% intervals. The same seed gives the same table.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from comptoir import games
from comptoir.engine.model.game import Game
from comptoir.engine.runs.intervals import wilson
from comptoir.engine.runs.simulation import TABLES, whole_games

BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"
WHO, AGAINST = "policy", "house"
PAGE = Path(__file__).parents[1] / "docs" / "leaderboard.md"
HEAD = """| game | seats | first places | par | better places |
|---|---|---|---|---|"""


def results(game: Game, seats: int, asked: Any) -> tuple[float, float, int]:
    """Return the shares of first and of better places over all games, and their number."""
    firsts, betters = [], []
    for seat in range(seats):
        bots = [asked.against] * seats
        bots[seat] = asked.who
        seed, count = f"{asked.seed}-{seat}", -(-asked.games // seats)
        for batch in whole_games(game, seats, count, bots, seed, size=TABLES):
            ranks = batch.ranks[batch.over]
            own, others = ranks[:, [seat]], np.delete(ranks, seat, axis=1)
            won = (ranks == 1) / (ranks == 1).sum(axis=1, keepdims=True)
            firsts += won[:, seat].tolist()
            betters += ((own < others) + 0.5 * (own == others)).mean(axis=1).tolist()
    return float(np.mean(firsts)), float(np.mean(betters)), len(firsts)


def rows(asked: Any) -> Iterator[str]:
    """Yield a row for every game and number of seats."""
    for name, game in games().items():
        if asked.game not in (None, name):
            continue
        for seats in game.seats:
            first, better, count = results(game, seats, asked)
            yield (
                f"| {game.words('en').say('title')} | {seats} | {told(first, count)} "
                f"| {100 / seats:.0f}% | {told(better, count)} |"
            )


def told(share: float, count: int) -> str:
    """Return a share with its interval, in percent."""
    low, high = wilson(share, count)
    return f"{100 * share:.1f}% ({100 * low:.1f}–{100 * high:.1f})"


def main() -> None:
    """Play and print the rows; write them to the page if nothing else was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--game", default=None, help="only this game")
    parser.add_argument("--who", default=WHO)
    parser.add_argument("--against", default=AGAINST)
    parser.add_argument("--seed", default="leaderboard")
    asked = parser.parse_args()
    lines = []
    for row in rows(asked):
        print(row, flush=True)
        lines.append(row)
    if (asked.game, asked.who, asked.against) == (None, WHO, AGAINST):
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        _, _, after = rest.partition(END)
        table = "\n".join([BEGIN, "", HEAD, *lines, "", END])
        PAGE.write_text(before + table + after, encoding="utf-8")


if __name__ == "__main__":
    main()
