"""`comptoir imitate`: train a network to imitate a bot."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comptoir.cli.common import flags
from comptoir.cli.common.bar import bar
from comptoir.engine.backends.threads import cores
from comptoir.engine.errors import BadSetup, ComptoirError
from comptoir.engine.model import registry

if TYPE_CHECKING:
    from comptoir.engine.runs.network import Network
    from comptoir.learn.imitation import Imitation

FEW = 8  # games that a worker process plays per task
Made = tuple["Network", str]
"""A network and a sentence about the training."""


@click.command()
@click.argument("game")
@click.argument("bot")
@flags.number(
    "--games", default="1000", show_default=True, help="Number of games to learn from."
)
@flags.number("--seats", help="Number of seats. Default: four.")
@click.option("--seed", default="1", show_default=True, help="Random seed.")
@click.option(
    "--from",
    "start",
    type=Path,
    metavar="FILE",
    help="Network to start from. Default: the game's own, if there is one.",
)
@click.option("--fresh", is_flag=True, help="Start from scratch instead.")
@click.option(
    "--values",
    is_flag=True,
    help="Keep the policy and learn only the values.",
)
@click.option(
    "--out", type=Path, metavar="FILE", help="File to write. Default: GAME-BOT.npz."
)
@click.option(
    "--device",
    type=click.Choice(("cpu", "cuda")),
    default="cpu",
    help="Where to learn. Default: cpu.",
)
@flags.number("--workers", help="Games to run in parallel. Default: one per core.")
def imitate(
    game: str,
    bot: str,
    games: int,
    seats: int | None,
    seed: str,
    start: Path | None,
    fresh: bool,
    values: bool,
    out: Path | None,
    device: str,
    workers: int | None,
) -> None:
    """Train a network to move as BOT does, from games that BOT plays against itself.

    The network can play where a searching bot would be too slow: inside Batch, or as an
    opponent in training.
    """
    from comptoir.bots.policy import shipped_network, why_none
    from comptoir.data.play import set_up
    from comptoir.engine.runs.network import Network
    from comptoir.learn.imitation import KEPT_BACK, Imitation

    chosen = registry.load(game)
    if games < KEPT_BACK:
        raise BadSetup(f"--games {games}: expected {KEPT_BACK} or more")
    set_up(chosen, seats, bot, seed, None, legal=True, observations=True, sources=False)
    path = out or Path(f"{game}-{bot.replace(':', '-')}.npz")
    if fresh and start:
        raise BadSetup(f"--fresh and --from {start}: expected only one of them")
    if fresh and values:
        raise BadSetup("--fresh and --values: expected a network whose policy to keep")
    network = Network.load(start, chosen) if start else shipped_network(chosen)
    if network is None and values:
        raise BadSetup(f"--values: {why_none(chosen)}: expected --from FILE")
    if network is None:
        click.echo(f"{why_none(chosen)}: starting from scratch", err=True)
    play = partial(_played, game, bot, seats, seed, games)
    played = _all(play, games, workers or cores())
    about = {"games": games, "seed": seed}
    try:
        if values and network:
            made, told = _fit_values(network, played, of=bot, **about)
        else:
            learner = Imitation(chosen, None if fresh else network, device, seed)
            made, told = _learn_choices(learner, played, imitates=bot, **about)
        made.save(path)
    except KeyboardInterrupt:
        raise ComptoirError("stopped: nothing was written") from None
    except OSError as error:
        raise ComptoirError(f"{path}: cannot be written: {error.strerror}") from error
    click.echo(f"{path}: {told}")


def _learn_choices(learner: "Imitation", played: Any, **about: Any) -> Made:
    """Train the policy; return the network and how often it chooses the bot's move."""
    for agreement in learner.learn(played):
        click.echo(f"{agreement:.1%} of choices agree", err=True)
    told = f"learned from {learner.count:,} choices of {about['imitates']}; "
    told += f"agrees with {learner.agreement:.1%} of them in other games"
    return learner.network(**about), told


def _fit_values(network: "Network", played: Any, **about: Any) -> Made:
    """Fit the values; return the network and the share of the results' variance they
    explain.
    """
    from comptoir.learn.values import Fit

    fit = Fit(network)
    fit.learn(played)
    made, explained = fit.done(**about)
    told = f"values of {fit.count:,} choices of {about['of']}; they explain "
    return made, f"{told}{explained:.1%} of what other games came to"


def _all(play: Any, games: int, workers: int) -> Iterator[Any]:
    """Play all games in worker processes, and yield the results of each task."""
    with (
        bar(games) as progress,
        ProcessPoolExecutor(workers, get_context("spawn")) as pool,
    ):
        for part in pool.map(play, range(0, games, FEW)):
            progress.advance(len(part.ends.game))
            yield part


def _played(
    game: str, bot: str, seats: int | None, seed: str, games: int, first: int
) -> Any:
    """Play a few games and return their decisions."""
    from comptoir.data import decisions

    (part,) = decisions(
        game, min(FEW, games - first), seats=seats, bots=bot, seed=seed, first=first,
        legal=True, observations=True, threads=1,
    )  # fmt: skip
    return part
