"""A progress bar for commands that play many games."""

from typing import Any, Self


class Bar:
    """A progress bar on standard error, shown only if that is a terminal."""

    def __init__(self, progress: Any, total: int):
        self.progress = progress
        self.task = progress.add_task("games", total=total)

    def advance(self, games: int) -> None:
        """Advance the bar by a number of finished games."""
        self.progress.update(self.task, advance=games)

    def __enter__(self) -> Self:
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()


def bar(total: int) -> Bar:
    """Return a progress bar for a number of games, with the time left."""
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
