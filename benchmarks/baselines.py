"""Makes the table of baselines of the Merchant Benchmark from scratch.

    python benchmarks/baselines.py --games 400 --out baselines

It plays each agent through the protocol with the same key, keeps the results files in a folder,
from which a stopped run continues, and prints the table as Markdown. Learners are given as
networks: `--agents random,house,policy:runs/a.npz,policy:runs/b.npz`; the networks of one
learner, one per seed, show its spread.
"""

from pathlib import Path

import click

from comptoir import benchmark

KEY = "baselines-1"
AGENTS = "random,house,policy,policy:1,search:100"


def cells(report) -> list[str]:
    """Return the columns of an agent: its share of opponents placed behind, by row."""
    return [str(one.better) for one in report.results]


@click.command()
@click.option("--agents", default=AGENTS, help="Agents, separated by commas.")
@click.option("--game", help="This game only.")
@click.option("--seats", type=int, help="This number of seats only.")
@click.option("--field", help="This field of opponents only.")
@click.option(
    "--games", type=int, help="Games per row; those of the protocol by default."
)
@click.option(
    "--out", type=Path, default=Path("baselines"), help="Folder of results files."
)
def main(
    agents: str,
    game: str | None,
    seats: int | None,
    field: str | None,
    games: int | None,
    out: Path,
) -> None:
    """Play the agents and print the table."""
    out.mkdir(parents=True, exist_ok=True)
    names = agents.split(",")
    reports = [
        benchmark(
            name, game=game, seats=seats, field=field, games=games, key=KEY,
            results=out / f"{number}.jsonl",
        )
        for number, name in enumerate(names)
    ]  # fmt: skip
    print(f"| better % | {' | '.join(f'`{name}`' for name in names)} |")
    print(f"|---|{'---|' * len(names)}")
    for row, told in zip(
        reports[0].head.rows, zip(*map(cells, reports), strict=True), strict=True
    ):
        print(f"| {row} | {' | '.join(told)} |")
    print(f"| score | {' | '.join(f'{100 * one.score:.1f}' for one in reports)} |")


if __name__ == "__main__":
    main()
