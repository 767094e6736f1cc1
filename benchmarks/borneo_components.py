"""Does the reconstruction of Borneo's cards hold? Its figures from self-play.

    python benchmarks/borneo_components.py
    python benchmarks/borneo_components.py --seats 4 --games 1000000 --house-games 0 --json
    python benchmarks/borneo_components.py --components my-cards.toml

Plays with random and with house bots, compiled, and prints one table a kind of bot and
number of seats, or one JSON object a line. Places are counted from the first player.
"""

import argparse
import json
import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from comptoir import games
from comptoir.engine.backends.compiled import Compiled
from comptoir.engine.backends.threads import cores
from comptoir.engine.kernels.loop import BOTS
from comptoir.engine.runs.simulation import Arrays, Player
from comptoir.games.borneo.data import Place

CHUNK = 2000
SURE = 1.96  # standard errors in a 95 % interval


class Tally:
    """Adds up finished tables of one kind of bot and number of seats."""

    def __init__(self, player: Player):
        self.player = player
        self.games = 0
        self.sums: dict[str, Any] = {}

    def add(self, played: Arrays) -> None:
        """Add one chunk of games."""
        seats, box = self.player.seats, self.player.boxes[0]
        tables, won = played.tables, played.ranks == 1
        self.games += len(tables)
        places = (np.arange(seats) + tables["first"][:, None].astype(int)) % seats
        shares = won / won.sum(axis=1, keepdims=True)  # a shared victory is divided
        taken = tables["mission_place"] >= Place.STORE
        values = (taken * box["mission_value"]).sum()
        self.count("wins", np.take_along_axis(shares, places, axis=1).sum(axis=0))
        self.count("distributions", tables["distributions"].sum(dtype=int))
        self.count("monopolies", tables["monopolies"].sum(dtype=int))
        self.count("by_harbours", (played.endings == 1).sum())
        self.count("usual_length", (tables["distributions"] == self.usual()).sum())
        self.count("no_missions_left", (tables["missions_left"] == 0).sum())
        self.count("mission_points", values)
        self.count("card_points", played.points.sum() - values)
        self.count("turns", tables["turns"].sum(dtype=int))
        self.count("taken", taken.sum(axis=0))
        self.count("cost", tables["mission_cost"].sum(axis=0, dtype=int))

    def count(self, name: str, amount: Any) -> None:
        """Add to one of the sums."""
        self.sums[name] = self.sums.get(name, 0) + amount

    def usual(self) -> int:
        """BOR-6.9  Distributions until the harbours have run out."""
        return int(self.player.boxes[0]["harbour_in"].sum()) - 2

    def figures(self) -> dict[str, Any]:
        """Return what the ledger asks for."""
        sums, seats = self.sums, self.player.seats
        share = 1 / seats
        error = SURE * (share * (1 - share) / self.games) ** 0.5
        points = sums["mission_points"] + sums["card_points"]
        return {
            "monopolies": part(sums["monopolies"], sums["distributions"]),
            "ended_by_harbours": part(sums["by_harbours"], self.games),
            "usual_distributions": self.usual(),
            "games_of_that_length": part(sums["usual_length"], self.games),
            "no_missions_left": part(sums["no_missions_left"], self.games),
            "points_from_missions": part(sums["mission_points"], points),
            "points_a_seat": part(points, self.games * seats, 2),
            "turns_a_game": part(sums["turns"], self.games, 1),
            "wins_by_place": [part(n, self.games) for n in sums["wins"]],
            "wins_margin": round(error, 4),
            "missions": list(self.missions()),
        }

    def missions(self) -> Iterator[dict[str, Any]]:
        """Return value, cards paid and share taken of each class of missions."""
        box = self.player.boxes[0]
        for value in sorted(set(box["mission_value"].tolist())):
            alike = (box["mission_value"] == value) & (box["mission_in"] == 1)
            taken = self.sums["taken"][alike].sum()
            yield {
                "value": value,
                "taken": part(taken, self.games * alike.sum()),
                "cards": part(self.sums["cost"][alike].sum(), taken, 2),
            }


def part(some: Any, whole: Any, digits: int = 4) -> float:
    """Return a share, or a mean."""
    return round(float(some) / float(whole), digits) if whole else 0.0


def main() -> None:
    """Play, count and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, action="append", default=None)
    parser.add_argument("--games", type=int, default=100_000, help="by random bots")
    parser.add_argument("--house-games", type=int, default=10_000)
    parser.add_argument("--components", default=None, help="another file of cards")
    parser.add_argument("--seed", default="components")
    parser.add_argument("--threads", type=int, default=cores())
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    game = games()["borneo"]
    cards = game.components.read(asked.components) if asked.components else None
    kernels = Compiled(game)
    numbers = {"random": asked.games, "house": asked.house_games}
    counts = asked.seats or list(game.seats)
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("games", total=sum(numbers.values()) * len(counts))
        for bot, number in numbers.items():
            for seats in counts if number else ():
                options = {"components": cards}
                bots = [BOTS[bot]] * seats
                player = Player(game, seats, bots, asked.seed, options, kernels)
                tally = Tally(player)
                for played in play(player, number, asked.threads):
                    tally.add(played)
                    progress.advance(bar, len(played.lengths))
                tell(bot, seats, tally, as_json=asked.json)


def play(player: Player, games: int, threads: int) -> Iterator[Arrays]:
    """Play games in chunks on some threads, each game on a table of its own."""
    running: deque[Future[Arrays]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        for first in range(0, games, CHUNK):
            size = min(CHUNK, games - first)
            running.append(pool.submit(player.play, first, size, size))
            if len(running) > threads:  # no more tables in memory than that
                yield running.popleft().result()
        yield from (future.result() for future in running)


def tell(bot: str, seats: int, tally: Tally, *, as_json: bool) -> None:
    """Print the figures of one kind of bot and number of seats."""
    figures = tally.figures()
    if as_json:
        line = {"bots": bot, "seats": seats, "games": tally.games, **figures}
        print(json.dumps(line), flush=True)
        return
    table = Table("figure", "", title=f"{tally.games:,} games, {seats} {bot} bots")
    for name, value in figures.items():
        if name == "missions":
            for mission in value:
                label = f"mission of {mission['value']}"
                said = f"{mission['cards']} cards, taken {mission['taken']:.1%}"
                table.add_row(label, said)
        else:
            table.add_row(name.replace("_", " "), str(value))
    Console(file=sys.stdout).print(table)


if __name__ == "__main__":
    main()
