"""A progress bar for verbs that play many games."""

from typing import Any, Self


class Bar:
    """A progress bar on standard error, only where someone can see it."""

    def __init__(self, progress: Any, total: int):
        self.progress = progress
        self.task = progress.add_task("games", total=total)

    def advance(self, games: int) -> None:
        """Advance by games that are over."""
        self.progress.update(self.task, advance=games)

    def __enter__(self) -> Self:
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()


def bar(total: int) -> Bar:
    """Return a bar for so many games, with the time left."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = not console.is_terminal
    return Bar(
        Progress(*columns, console=console, transient=True, disable=hidden), total
    )
