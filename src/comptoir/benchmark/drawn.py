"""The rows of a benchmark as a rich table."""

from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Column, Table
from rich.text import Text

if TYPE_CHECKING:
    from .run import BenchmarkReport

HEADS = ("row", "games", "first %", "better %", "points", "a move")


def drawn(report: "BenchmarkReport") -> Group:
    """Return the rows, and the settings that determine them."""
    table = Table(*(Column(head, no_wrap=True) for head in HEADS), box=SIMPLE_HEAD)
    for one in report.results:
        table.add_row(
            str(one.row),
            f"{one.games}, {one.faults} failed" if one.faults else str(one.games),
            str(one.first),
            str(one.better),
            "–" if one.points is None else f"{one.points:.1f}",
            f"{one.seconds_a_move * 1000:.1f} ms",
        )
    head = report.head
    about = f"{head.protocol} {head.digest[:12]}; agent {head.agent}; key {head.key}"
    score = f"score {100 * report.score:.1f} % of opponents placed behind"
    return Group(table, Text(score), Text(about))
