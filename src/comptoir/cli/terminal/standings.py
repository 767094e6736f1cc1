"""The results of a contest, printed for people."""

from rich.console import Console

from comptoir.arena import Contest, ContestReport
from comptoir.arena.standings import standings as drawn


def standings(contest: Contest, report: ContestReport) -> None:
    """Print the bots, the pairs, where points came from, and the faults."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(drawn(report, seed=contest.seed))
