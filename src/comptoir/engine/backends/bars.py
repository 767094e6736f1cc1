"""Progress bars for compiling, ahead of time and on demand."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from comptoir.engine.errors import ComptoirError
from comptoir.engine.kernels import KERNELS, ahead
from comptoir.engine.model import registry

from . import compiler
from .cache import cache_root
from .threads import cores
from .warming import (
    FORMS,
    OPTIMISED,
    TYPED,
    KernelProgress,
    Missing,
    Warmer,
    missing_kernels,
)

LOOK = 0.2  # seconds between updates of the bars
QUIET = "COMPTOIR_QUIET"  # environment variable: compile without output


def warm(*games: str, policies: bool = False, jobs: int | None = None) -> None:
    """Compile the kernels of games (by default all) ahead of time.

    Compiled kernels are cached on disk. `policies` adds the kernels for batches whose bots
    play by a network; `jobs` is how many games are compiled at a time, by default one per core.

    Raises:
        ComptoirError: A kernel cannot be compiled or cached.
    """
    chosen = tuple(registry.load(name).name for name in games or registry.names())
    if not compiler.available():
        raise ComptoirError(
            "numba is not installed: everything runs plain, only slower"
        )
    more = (
        [name for name in KERNELS if name not in (*ahead(), "evaluate")]
        if policies
        else []
    )
    if failed := warm_up(chosen, jobs, [*ahead(), *more]):
        raise ComptoirError("\n".join(failed))


@contextmanager
def telling(game: str, kernel: str, rules: int) -> Iterator[None]:
    """Print a line that a kernel is being compiled, with a progress bar on a terminal."""
    if os.environ.get(QUIET):
        yield
        return
    seconds = rules * (TYPED + OPTIMISED)
    sys.stderr.write(
        f"comptoir: compiling {game} {kernel}, about {seconds:.0f} s, once on this machine\n"
    )
    sys.stderr.flush()
    if not sys.stderr.isatty():
        yield
        return
    from numba.core import event
    from rich.console import Console
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    with Bars(console=console, transient=True, auto_refresh=False) as bars:
        bar = bars.add_task("", total=rules * FORMS)

        class Advance(event.Listener):
            def on_start(self, event: Any) -> None:
                """Ignore starts: only finished rules are counted."""

            def on_end(self, event: Any) -> None:
                bars.update(bar, advance=1, refresh=True)

        with event.install_listener("numba:compile", Advance()):
            yield


def summary(
    missing: list[Missing], games: int, jobs: int, kernels: Sequence[str] | None = None
) -> str:
    """Return a sentence on how many kernels are ready and how long the others will take."""
    total = games * len(kernels or ahead())
    ready = f"{total - len(missing)} of {total} kernels are ready in {cache_root()}"
    if not missing:
        return ready
    return f"{ready}; the rest takes about {_seconds(missing, jobs):.0f} s"


def _seconds(missing: list[Missing], jobs: int) -> float:
    """Return the estimated time: games run in parallel, kernels of a game in sequence."""
    of_game: dict[str, float] = {}
    for one in missing:
        of_game[one.game] = of_game.get(one.game, 0.0) + one.seconds
    return max(sum(of_game.values()) / jobs, max(of_game.values(), default=0.0))


def warm_up(
    games: tuple[str, ...],
    jobs: int | None = None,
    kernels: Sequence[str] | None = None,
) -> list[str]:
    """Compile missing kernels with a progress bar for each; return reasons for failures.

    `kernels` names them; by default all that are compiled ahead of time.
    """
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True, highlight=False)
    missing = missing_kernels(games, kernels)
    told = summary(missing, len(games), jobs or cores(), kernels)
    console.print(told, soft_wrap=True)
    if not missing:
        return []
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[state]}"),
        TimeElapsedColumn(),
    )
    failed: dict[str, str] = {}  # each reason, with the first kernel that failed for it
    with Bars(*columns, console=console) as bars:
        shown = {
            (one.game, one.kernel): bars.add_task(
                f"{one.game} {one.kernel}",
                total=one.rules * FORMS,
                state="waiting",
                start=False,
            )
            for one in missing
        }

        def show(game: str, kernel: str, progress: KernelProgress) -> None:
            if progress.reason:
                failed.setdefault(progress.reason, f"{game} {kernel}")
            _show(bars, shown[game, kernel], progress)

        _compile(Warmer(jobs, show), missing)
    return [f"{what}: {reason}" for reason, what in failed.items()]


def _compile(warmer: Warmer, missing: list[Missing]) -> None:
    """Compile the missing kernels, and stop all processes in any case."""
    try:
        for game in dict.fromkeys(one.game for one in missing):
            warmer.want(game, *(one.kernel for one in missing if one.game == game))
        while not warmer.wait(
            LOOK
        ):  # with a timeout, so that Ctrl-C works on all systems
            pass
    finally:
        warmer.close()


def _show(bars: Any, bar: Any, progress: KernelProgress) -> None:
    """Update the progress bar of a kernel."""
    total = progress.of * FORMS
    match progress.state:
        case "compiling" if not progress.rules:
            bars.start_task(bar)
            bars.update(bar, state="compiling")
        case "compiling":
            bars.update(bar, completed=min(progress.rules, total * 0.95))
        case "ready":
            bars.start_task(bar)
            bars.update(
                bar, completed=total, state=f"ready in {progress.seconds:.1f} s"
            )
            bars.stop_task(bar)
        case "failed":
            bars.update(bar, state="failed")
            bars.stop_task(bar)
