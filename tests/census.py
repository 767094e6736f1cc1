"""Counts of move sequences from fixed positions, as perft counts them for chess.

    python tests/census.py        rewrites the tables beside each game's tests

A line holds the seats, the seed, the moves played by random bots, the depth, and the number of
sequences of that length.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from comptoir import games
from comptoir.engine.model.game import Game
from comptoir.engine.rules.table import copy
from random_play import positions

STARTS = (0, 25, 60, 100, 150)  # moves played before counting starts
MOST = 1_500  # larger counts are left out


def path_of(game: Game) -> Path:
    """Return the path of a game's census."""
    return game.folder / "tests" / "census.txt"


def sequences(game: Game, table: Any, box: Any, depth: int) -> int:
    """Count the sequences of `depth` moves from a table, with its own random numbers."""
    bits = game.rules["actors"](table, box)
    if depth == 0 or not bits:
        return 1
    count = 0
    for seat in range(table.seats):
        listed = [0] * len(game.actions)
        legal = game.rules["legal"](table, box, seat, listed) if bits >> seat & 1 else 0
        if depth == 1:
            count += legal
            continue
        for action in listed[:legal]:
            after = copy(table)
            game.rules["play"](after, box, seat, action)
            count += sequences(game, after, box, depth - 1)
    return count


def lines(game: Game) -> Iterator[str]:
    """Yield counts from several positions of one game for each number of seats."""
    for seats in game.seats:
        for start in STARTS:
            reached = list(islice(positions(game, seats, "census"), start, start + 1))
            for match, _ in reached:
                depth, count = 0, 1
                while count <= MOST and not match.over:
                    depth += 1
                    before, count = (
                        count,
                        sequences(
                            game, match.position.table, match.position.box, depth
                        ),
                    )
                    yield f"{seats} census {start} {depth} {count}"
                    if count > MOST or (depth > 6 and count == before):
                        break


def tell(game: Game) -> str:
    """Return the table of counts as text."""
    return "\n".join(lines(game)) + "\n"


def main() -> None:
    """Rewrite every census."""
    for game in games().values():
        path_of(game).write_text(tell(game), encoding="utf-8")
        print(path_of(game))


if __name__ == "__main__":
    main()
