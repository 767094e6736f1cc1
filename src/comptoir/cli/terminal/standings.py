"""The report of a contest on the terminal."""

from rich.console import Console

from comptoir.arena import Contest, ContestReport
from comptoir.arena.standings import standings as drawn


def standings(contest: Contest, report: ContestReport) -> None:
    """Print the tables of bots, pairs of bots and sources of points, and the faults."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(drawn(report, seed=contest.seed))
