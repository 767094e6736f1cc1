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
from collections.abc import Iterator
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from comptoir import games
from comptoir.engine.backends.threads import cores
from comptoir.engine.runs.batch import Batch
from comptoir.engine.runs.simulation import whole_games
from comptoir.games.borneo.data import Place

TABLES = 4000  # of a batch
SURE = 1.96  # standard errors in a 95 % interval


class Tally:
    """Adds up finished tables of one kind of bot and number of seats."""

    def __init__(self, seats: int, box: Any):
        self.seats, self.box = seats, box
        self.games = 0
        self.sums: dict[str, Any] = {}

    def add(self, played: Batch) -> None:
        """Add a round of games."""
        seats, box, over = self.seats, self.box, played.over
        tables, won = played.tables[over], played.ranks[over] == 1
        self.games += len(tables)
        places = (np.arange(seats) + tables["first"][:, None].astype(int)) % seats
        shares = won / won.sum(axis=1, keepdims=True)  # a shared victory is divided
        taken = tables["mission_place"] >= Place.STORE
        values = (taken * box["mission_value"]).sum()
        self.count("wins", np.take_along_axis(shares, places, axis=1).sum(axis=0))
        self.count("distributions", tables["distributions"].sum(dtype=int))
        self.count("monopolies", tables["monopolies"].sum(dtype=int))
        self.count("by_harbours", (played.ending[over] == 1).sum())
        self.count("usual_length", (tables["distributions"] == self.usual()).sum())
        self.count("no_missions_left", (tables["missions_left"] == 0).sum())
        self.count("mission_points", values)
        self.count("card_points", played.points[over].sum() - values)
        self.count("turns", tables["turns"].sum(dtype=int))
        self.count("taken", taken.sum(axis=0))
        self.count("cost", tables["mission_cost"].sum(axis=0, dtype=int))

    def count(self, name: str, amount: Any) -> None:
        """Add to one of the sums."""
        self.sums[name] = self.sums.get(name, 0) + amount

    def usual(self) -> int:
        """BOR-6.9  Distributions until the harbours have run out."""
        return int(self.box["harbour_in"].sum()) - 2

    def figures(self) -> dict[str, Any]:
        """Return what the ledger asks for."""
        sums, seats = self.sums, self.seats
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
        box = self.box
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
    numbers = {"random": asked.games, "house": asked.house_games}
    counts = asked.seats or list(game.seats)
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("games", total=sum(numbers.values()) * len(counts))
        for bot, number in numbers.items():
            for seats in counts if number else ():
                options, bots = {"components": cards}, [bot] * seats
                tally = Tally(seats, game.new_boxes(seats, options)[0])
                given = (game, seats, number, bots, asked.seed, options)
                for played in whole_games(*given, size=TABLES, threads=asked.threads):
                    tally.add(played)
                    progress.advance(bar, int(played.over.sum()))
                tell(bot, seats, tally, as_json=asked.json)


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
