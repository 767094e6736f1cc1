"""`comptoir warm`: compile every kernel, the games side by side.

Kernels of one game share most of their rules, so one process compiles them all.
"""

import multiprocessing as mp
import os
import threading
from collections.abc import Iterable
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any

import click

from comptoir.bots import find
from comptoir.engine.backends import compiler, shipped
from comptoir.engine.backends.cache import cache_root, entry_paths, processor
from comptoir.engine.backends.threads import cores
from comptoir.engine.errors import ComptoirError
from comptoir.engine.kernels import KERNELS
from comptoir.engine.model import registry

News = tuple[
    str, str, float
]  # game, kernel, rules compiled so far or −seconds at the end


@click.command()
@click.option("--game", "games", multiple=True, help="Only this game (repeatable).")
@click.option("--jobs", type=click.IntRange(1), help="Games at a time; all cores.")
@click.option("--clean", is_flag=True, help="Only delete what is out of date.")
@click.option(
    "--portable",
    type=click.Path(path_type=Path, file_okay=False, resolve_path=True),
    help="Compile for most processors, into a folder that a wheel takes along.",
)
@click.option("--native", is_flag=True, help="Compile even what came with a wheel.")
def warm(
    games: tuple[str, ...],
    jobs: int | None,
    clean: bool,
    portable: Path | None,
    native: bool,
) -> None:
    """Compile the games once, so that nobody waits later.

    What is compiled is kept on disk; a kernel is compiled again when a rule or a constant
    that it uses, numba or the processor changes. `--clean` deletes what was made before.
    """
    if not compiler.available():
        raise ComptoirError(
            "numba is not installed: everything runs plain, only slower"
        )
    chosen = games or tuple(registry.names())
    if portable:
        kind, _ = shipped.here()
        os.environ.update(shipped.settings(kind, portable))
    elif native:
        os.environ.update(shipped.told(processor()))
    if clean or portable:
        click.echo(clean_up(chosen))
    if not clean:
        for why in {compiler.misfit(registry.load(name)) for name in chosen} - {None}:
            click.echo(why, err=True)
        warm_up(chosen, jobs)


def clean_up(games: tuple[str, ...]) -> str:
    """Delete all compiled code but that of today's rules and tools, and say how much."""
    count, size = 0, 0
    for name in games:
        keys = compiler.kernel_keys(registry.load(name))
        current = {f"{kernel}-{key}.bin" for kernel, key in keys.items()}
        for path in entry_paths(cache_root(), name):
            if path.name not in current:
                count, size = count + 1, size + path.stat().st_size
                path.unlink()
    return f"out of date: {count} deleted, {size / 1e6:.0f} MB"


def warm_up(games: tuple[str, ...], jobs: int | None = None) -> None:
    """Compile what is not yet compiled, with a bar for each kernel."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    tasks = [(name, kernel) for name in games for kernel in KERNELS]
    totals = {name: compiler.rules_of(registry.load(name)) for name in games}
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[state]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bars = {
            (name, kernel): progress.add_task(
                f"{name} {kernel}", total=totals[name], state="waiting", start=False
            )
            for name, kernel in tasks
        }
        for game, kernel, number in _compile(games, jobs or cores()):
            bar, total = bars[game, kernel], totals[game]
            if number <= 0:
                state = f"ready in {-number:.1f} s"
                progress.update(bar, completed=total, state=state)
                progress.stop_task(bar)
            elif number == 1:
                progress.start_task(bar)
                progress.update(bar, completed=1, state="compiling")
            else:
                progress.update(bar, completed=min(number, total - 1))


def warm_for(game: str, bots: Iterable[str]) -> None:
    """Compile a game if one of these bots thinks at full speed, and it is not yet."""
    thinks = any(hasattr(find(name), "prepare") for name in bots)
    if thinks and compiler.available() and not compiler.is_warm(registry.load(game)):
        warm_up((game,))


def _compile(games: tuple[str, ...], jobs: int) -> Any:
    """Run one process a game, at most `jobs` at a time, and pass on their news."""
    context = mp.get_context("spawn")
    news: Queue[News] = context.Queue()
    waiting = list(games)
    running: dict[str, Any] = {}
    *_, last = KERNELS
    while waiting or running:
        while waiting and len(running) < jobs:
            game = waiting.pop(0)
            running[game] = context.Process(target=_work, args=(game, news))
            running[game].start()
        try:
            game, kernel, number = news.get(timeout=0.5)
        except mp.queues.Empty:  # type: ignore[attr-defined]
            _check_alive(running)
            continue
        yield game, kernel, number
        if number <= 0 and kernel == last:
            running.pop(game).join()


def _check_alive(running: dict[str, Any]) -> None:
    for game, process in running.items():
        if process.exitcode not in (None, 0):
            raise ComptoirError(f"compiling {game} failed: see above")


def _end_with_parent() -> None:
    """Compile for nobody no longer than somebody waits, however the parent ended."""
    parent = mp.parent_process()
    assert parent
    parent.join()
    os._exit(1)


def _work(game: str, news: "Queue[News]") -> None:
    """Compile the kernels of a game and tell of every rule that is done."""
    from numba.core import event

    class Listener(event.Listener):
        kernel = ""
        done = 0

        def on_start(self, event: Any) -> None:
            """Count what is finished only."""

        def on_end(self, event: Any) -> None:
            self.done += 1
            news.put((game, self.kernel, self.done + 1))

    threading.Thread(target=_end_with_parent, daemon=True).start()
    listener = Listener()
    kernels = compiler.Compiled(registry.load(game))
    with event.install_listener("numba:compile", listener):
        for name in KERNELS:
            listener.kernel, listener.done = name, 0
            news.put((game, name, 1))
            news.put((game, name, -kernels.warm(name)))
