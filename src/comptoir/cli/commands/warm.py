"""`comptoir warm`: compile every kernel, several games at a time.

Kernels of one game share most of their rules, so one process compiles all of them.
"""

import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import click

from comptoir.bots import find
from comptoir.engine.backends import compiler, shipped, wasm_compiler
from comptoir.engine.backends.bars import summary, warm_up
from comptoir.engine.backends.cache import GPU, cache_root, entry_paths, processor
from comptoir.engine.backends.threads import cores
from comptoir.engine.backends.warming import missing_kernels
from comptoir.engine.errors import ComptoirError
from comptoir.engine.kernels import ahead
from comptoir.engine.model import registry


@click.command()
@click.option("--game", "games", multiple=True, help="Only this game (repeatable).")
@click.option(
    "--jobs",
    type=click.IntRange(1),
    help="Games to run in parallel. Default: one per core.",
)
@click.option("--list", "only_list", is_flag=True, help="Only list what is compiled.")
@click.option(
    "--clean", is_flag=True, help="Only delete compiled code that is out of date."
)
@click.option(
    "--portable",
    type=click.Path(path_type=Path, file_okay=False, resolve_path=True),
    help="Compile for most processors, into a folder to ship in a wheel.",
)
@click.option(
    "--wasm",
    type=click.Path(path_type=Path, file_okay=False, resolve_path=True),
    help="Compile to WebAssembly instead, into a folder, for a page without a server.",
)
@click.option("--native", is_flag=True, help="Compile even what a wheel already ships.")
def warm(
    games: tuple[str, ...],
    jobs: int | None,
    only_list: bool,
    clean: bool,
    portable: Path | None,
    wasm: Path | None,
    native: bool,
) -> None:
    """Compile the games now, so that nobody has to wait for it later.

    Compiled code is kept on disk; a kernel is compiled again only when a rule or constant
    it uses, numba or the processor changes. `--list` shows what is compiled and how long
    the rest will take; `--clean` deletes outdated code.
    """
    if not compiler.available():
        raise ComptoirError(
            "numba is not installed: the rules run as plain Python, which is slower"
        )
    chosen = games or tuple(registry.names())
    if wasm:
        _write_modules(chosen, wasm, jobs or cores())
        return
    if portable:
        kind, _ = shipped.here()
        os.environ.update(shipped.settings(kind, portable))
    elif native:
        os.environ.update(shipped.told(processor()))
    if clean or portable:
        click.echo(clean_up(chosen))
    if clean:
        return
    for why in {compiler.misfit(registry.load(name)) for name in chosen} - {None}:
        click.echo(why, err=True)
    if only_list:
        _list(chosen, jobs or cores())
    elif failed := warm_up(chosen, jobs):
        raise ComptoirError("\n".join(failed))


def _write_modules(games: tuple[str, ...], folder: Path, jobs: int) -> None:
    """Write each game's module for WebAssembly, and its description."""
    with ProcessPoolExecutor(min(jobs, len(games)), get_context("spawn")) as pool:
        for paths in pool.map(partial(_write_module, folder), games):
            for path in paths:
                click.echo(f"{path}: {path.stat().st_size / 1e3:.0f} kB")


def _write_module(folder: Path, name: str) -> list[Path]:
    return wasm_compiler.write(registry.load(name), folder)


def clean_up(games: tuple[str, ...]) -> str:
    """Delete outdated compiled code, and return a sentence that says how much was freed.

    GPU code is kept, because only a machine with that GPU can tell if it is outdated.
    """
    count, size = 0, 0
    for name in games:
        game = registry.load(name)
        keys = compiler.kernel_keys(game)
        current = {f"{kernel}-{key}.bin" for kernel, key in keys.items()}
        current.add(wasm_compiler.wasm_entry(game).path.name)
        for path in entry_paths(cache_root(), name):
            if path.name not in current and not path.name.startswith(GPU):
                count, size = count + 1, size + path.stat().st_size
                path.unlink()
    return f"out of date: {count} deleted, {size / 1e6:.0f} MB"


def _list(games: tuple[str, ...], jobs: int) -> None:
    """Print a line for each kernel, and the totals."""
    missing = missing_kernels(games)
    expected = {(one.game, one.kernel): one.seconds for one in missing}
    for name in games:
        for kernel in ahead():
            seconds = expected.get((name, kernel))
            state = "ready" if seconds is None else f"about {seconds:.0f} s"
            click.echo(f"{name:<10} {kernel:<16} {state}")
    click.echo(summary(missing, len(games), jobs))


def warm_for(game: str, bots: Iterable[str]) -> None:
    """Compile a game if one of the bots needs compiled code and that code is missing."""
    thinks = any(hasattr(find(name), "prepare") for name in bots)
    if thinks and compiler.available() and not compiler.is_warm(registry.load(game)):
        warm_up((game,))
