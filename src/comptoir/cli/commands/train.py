"""`comptoir train`: train a network for a game by self-play."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import click

from comptoir.cli.common import flags
from comptoir.engine.backends import compiler
from comptoir.engine.errors import ComptoirError
from comptoir.engine.model import registry
from comptoir.engine.model.game import Game

USED = ("deal_tables", "step_tables", "rollout_tables", "observe_tables")
STOPS = (signal.SIGINT, signal.SIGTERM)


@click.command()
@click.argument("game")
@click.option(
    "--config",
    type=Path,
    metavar="FILE",
    help="Configuration of the run; see docs/training.md.",
)
@click.option(
    "--out",
    type=Path,
    metavar="DIR",
    help="Folder of the run, which is continued if it exists. Default: runs/GAME.",
)
@click.option(
    "--from",
    "start",
    type=Path,
    metavar="FILE",
    help="Start from the checkpoint.npz or network.npz of another run.",
)
@click.option(
    "--device",
    type=click.Choice(("cpu", "cuda")),
    help="Where to play and learn. Default: cpu.",
)
@flags.number("--steps", help="Decisions in the whole run. Default: one million.")
@click.option("--seed", help="Random seed. Default: 1.")
@flags.minutes("--minutes", help="Stop after this time; the same command continues.")
def train(
    game: str,
    config: Path | None,
    out: Path | None,
    start: Path | None,
    device: str | None,
    steps: int | None,
    seed: str | None,
    minutes: float | None,
) -> None:
    """Train a network for a game by playing against itself, its earlier versions and bots.

    Ctrl-C stops the run after the current update; the same command continues it. The
    folder holds config.json, log.jsonl, checkpoint.npz, network.npz and curve.svg.
    """
    from comptoir.learn.folder import begun

    chosen = registry.load(game)
    folder = out or Path("runs") / game
    changes = {"device": device, "steps": steps, "seed": seed}
    settings, kept = begun(chosen, folder, config, start, **changes)
    if kept and kept.about.steps >= settings.steps:
        click.echo(
            f"the run in {folder} is finished after {kept.about.steps:,} steps; "
            "use a larger --steps to continue"
        )
        return
    warm(chosen)
    try:
        _train(settings, kept, folder, minutes)
    except OSError as error:
        raise ComptoirError(
            f"{error.filename or folder}: cannot be written: {error.strerror}"
        ) from error


def warm(game: Game) -> None:
    """Compile a game if needed."""
    if compiler.available() and not compiler.is_warm(game, *USED):
        from comptoir.engine.backends.bars import warm_up

        warm_up((game.name,))


def _train(settings: Any, kept: Any, path: Path, minutes: float | None) -> None:
    """Train until the run is complete, its time limit has passed, or a signal stops it."""
    from comptoir.cli.terminal.training import Training, firsts
    from comptoir.learn.folder import NETWORK, Folder
    from comptoir.learn.run import Run

    run = Run(settings, kept)
    folder = Folder(path, run)
    with _stops() as asked, Training(settings.steps, run.steps, minutes) as training:
        for progress in run.go_on():
            folder.add(progress)
            training.tell(folder.lines)
            if asked or training.late:
                break
        folder.keep()
    if run.done < 1:
        said = (
            f"stopped after {run.steps:,} steps; the same command continues from there"
        )
        if asked:
            raise ComptoirError(said)
        click.echo(said)
    click.echo(f"{path / NETWORK}: {run.steps:,} steps · {firsts(folder.lines)}")


@contextmanager
def _stops() -> Iterator[list[int]]:
    """Yield a list that receives the first signal to stop; the current update is then finished.

    A second signal ends the process at once; the last checkpoint stays on disk.
    """
    asked: list[int] = []
    before = {number: signal.getsignal(number) for number in STOPS}

    def hear(number: int, frame: FrameType | None) -> None:
        asked.append(number)
        for one, handler in before.items():
            signal.signal(one, handler)

    for number, handler in before.items():
        if handler != signal.SIG_IGN:
            signal.signal(number, hear)
    try:
        yield asked
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
