"""The time per position on one core of a network, a house move and a search iteration.

    python benchmarks/network.py [--game batavia] [--seats 4] [--width 192] [--seconds 1]

One JSON object per line, in microseconds. The positions are those of one game of house bots,
seen by the first seat to act. A game without a network is given a random one. An iteration is
one of a search with play-outs from the opening. `steps` are steps per second of a learner that
takes its first legal move against policies, in a batch on one thread. The best of three rounds
counts.
"""

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from comptoir import Match, games
from comptoir.bots import Seat, new_dice
from comptoir.bots.budget import Budget
from comptoir.bots.search import Search
from comptoir.engine.backends.compiler import Compiled, is_warm
from comptoir.engine.kernels.network import (
    PolicyArrays,
    consult,
    policy_arrays,
    value,
    weigh,
)
from comptoir.engine.model.game import Game
from comptoir.engine.rules.contract import house, legal
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import new_tables, pack
from comptoir.engine.runs.batch import Batch
from comptoir.engine.runs.network import Network

ROUNDS = 3
TABLES = 1024  # of a batch
TIMES = 20  # how often all positions are gone through between two readings of the clock


@rule
def with_network(
    tables: Any,
    boxes: Any,
    seats: Any,
    moves: Any,
    policy: PolicyArrays,
) -> float:
    """Evaluate moves and values at every position, as many times as are measured."""
    total = 0.0
    for _ in range(TIMES):
        for i in range(len(tables)):
            t = tables[i]
            count = legal(t, boxes[0], seats[i], moves)
            consult(t, boxes[0], seats[i], policy)
            weigh(moves, count, 1.0, 0.0, policy, policy.weights)
            total += value(0, policy)
    return total


@rule
def with_house(
    tables: Any,
    boxes: Any,
    seats: Any,
    moves: Any,
    policy: PolicyArrays,
) -> float:
    """Let the house bot choose at every position."""
    total = 0.0
    for _ in range(TIMES):
        for i in range(len(tables)):
            t = tables[i]
            count = legal(t, boxes[0], seats[i], moves)
            total += house(t, boxes[0], seats[i], moves, count)
    return total


def positions(match: Match) -> tuple[Any, Any]:
    """Return the tables of one game of house bots, and the seat to act at each."""
    tables, seats = [], []
    while match.actors:
        seat = match.actors[0]
        tables.append(match.imagine(seat, new_dice(str(len(tables)))).table)
        seats.append(seat)
        match.play(seat, match.position.house(seat))
    packed = new_tables(match.game.table, len(tables))
    for i, table in enumerate(tables):
        pack(table, packed[i])
    return packed, np.array(seats)


def microseconds(call: Callable[[], object], steps: int) -> float:
    """Return the time of a step, in the best round."""
    call()
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return round(best / steps * 1e6, 2)


def iteration(match: Match, seconds: float) -> float:
    """Return the time of one iteration of the search."""
    bot = Search(Budget(seconds=seconds))
    number = match.actors[0]
    thoughts = [
        bot.think(Seat.at(match, number, new_dice(str(i)))) for i in range(ROUNDS)
    ]
    return round(min(one.seconds / one.iterations for one in thoughts) * 1e6, 2)


def against_policies(game: Game, seats: int) -> int:
    """Return how many steps per second are made against policies."""
    bots = [None] + ["policy"] * (seats - 1)
    batch = Batch(game, seats, TABLES, seed="steps", bots=bots, threads=1)

    def play() -> None:
        for _ in range(TIMES):
            batch.step(batch.mask.argmax(axis=1))

    return round(1e6 / microseconds(play, TABLES * TIMES))


def measure(game: Game, asked: Any) -> dict[str, Any]:
    """Return the figures of one game."""
    shipped = Network.shipped(game)
    network = shipped or Network.random(game, asked.width)
    width = network.width
    match = Match(game, asked.seats, "network")
    boxes = game.new_boxes(match.seats)
    tables, seats = positions(Match(game, asked.seats, "network"))
    moves = np.zeros(len(game.actions), np.int64)
    given = (tables, boxes, seats, moves, policy_arrays(game, network.given))
    compiled = Compiled(game)
    steps = len(tables) * TIMES
    row: dict[str, Any] = {
        "network": "shipped" if shipped else "random",
        "width": width,
    }
    for name, loop in (("position", with_network), ("house_move", with_house)):
        run = compiled.compiled(loop)
        row[name] = microseconds(lambda run=run: run(*given), steps)  # type: ignore[misc]
    if shipped:
        row["steps"] = against_policies(game, match.seats)
    return row | {"iteration": iteration(match, asked.seconds)}


def main() -> None:
    """Print one JSON object per line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=None, help="only this game")
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--width", type=int, default=192, help="of a random network")
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="a round of the search"
    )
    asked = parser.parse_args()
    for name, game in games().items():
        if asked.game not in (None, name):
            continue
        if not is_warm(game, "search"):
            raise SystemExit(f"{name} is not compiled yet: run comptoir warm first")
        print(json.dumps({"game": name} | measure(game, asked)), flush=True)


if __name__ == "__main__":
    main()
