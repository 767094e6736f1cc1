"""Shows the progress of training: a bar on a terminal, else a line every half minute."""

import time
from collections.abc import Sequence
from typing import Self

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from comptoir.engine.text.svg import short
from comptoir.learn.progress import TrainingProgress as Line
from comptoir.learn.progress import lately, strength

EVERY = 30.0  # seconds between two lines


class Training:
    """Prints the progress of a training run to standard error.

    Args:
        steps: The total number of steps in the run.
        done: The number of steps done by earlier calls.
        minutes: The time limit, if there is one.
    """

    def __init__(self, steps: int, done: int, minutes: float | None):
        self.steps, self.first = steps, done
        self.began = self.told = time.monotonic()
        self.end = None if minutes is None else self.began + 60 * minutes
        console = Console(stderr=True)
        self.seen = console.is_terminal
        columns = (
            BarColumn(bar_width=20),
            TaskProgressColumn(),
            TextColumn("{task.description}"),
        )
        self.bar = Progress(
            *columns, console=console, transient=True, disable=not self.seen
        )
        self.task = self.bar.add_task("", total=steps, completed=done)

    def __enter__(self) -> Self:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    @property
    def late(self) -> bool:
        """True if the time limit has passed."""
        return self.end is not None and time.monotonic() >= self.end

    def tell(self, lines: Sequence[Line]) -> None:
        """Print the statistics of the last update."""
        now, last = time.monotonic(), lines[-1]
        text = (
            f"{short(last.speed)} steps/s · {firsts(lines)} · {self._left(now, last)}"
        )
        self.bar.update(self.task, completed=last.steps, description=text)
        if not self.seen and (now - self.told >= EVERY or last.steps >= self.steps):
            self.told = now
            share = f"{100 * min(1, last.steps / self.steps):.1f} %"
            steps = f"{last.steps:,} steps · entropy {last.entropy:.2f}"
            click.echo(f"{share} · {steps} · {text}", err=True)

    def _left(self, now: float, last: Line) -> str:
        a_step = (now - self.began) / max(1, last.steps - self.first)
        left = max(0.0, self.steps - last.steps) * a_step
        if self.end is not None:
            left = min(left, max(0.0, self.end - now))
        return f"{left / 60:.0f} min left" if left >= 60 else f"{left:.0f} s left"  # noqa: PLR2004


def firsts(lines: Sequence[Line]) -> str:
    """Return as text the share of recent games against bots that the network won."""
    shares = strength(lately(lines))
    said = (f"{name} {100 * share:.0f} %" for name, share in shares.items())
    return ", ".join(said) or "no game over yet"
