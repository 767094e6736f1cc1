"""`comptoir imitate`: a network that moves as a bot does."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click

from comptoir.cli.common import flags
from comptoir.cli.common.bar import bar
from comptoir.engine.backends.threads import cores
from comptoir.engine.errors import BadSetup, ComptoirError
from comptoir.engine.model import registry

FEW = 8  # games that a process plays at a time


@click.command()
@click.argument("game")
@click.argument("bot")
@flags.number("--games", default="1000", show_default=True, help="Games to learn from.")
@flags.number("--seats", help="How many seats; four if left out.")
@click.option("--seed", default="1", show_default=True, help="Fixes all chance.")
@click.option(
    "--from",
    "start",
    type=Path,
    metavar="FILE",
    help="A network to begin with; the game's own, if it has one that fits.",
)
@click.option("--fresh", is_flag=True, help="Begin with nothing instead.")
@click.option("--out", type=Path, metavar="FILE", help="GAME-BOT.npz if left out.")
@click.option(
    "--device",
    type=click.Choice(("cpu", "cuda")),
    default="cpu",
    help="Where it learns; cpu if left out.",
)
@flags.number("--workers", help="Games at a time; all cores.")
def imitate(
    game: str,
    bot: str,
    games: int,
    seats: int | None,
    seed: str,
    start: Path | None,
    fresh: bool,
    out: Path | None,
    device: str,
    workers: int | None,
) -> None:
    """Make a network that moves as BOT does, from games that BOT plays with itself.

    It plays where a bot that thinks would be too slow: inside Batch, or as the opponents of
    a run of training.
    """
    from comptoir.bots.policy import network_of, why_none
    from comptoir.data.play import set_up
    from comptoir.engine.runs.network import Network
    from comptoir.learn.imitation import KEPT_BACK, Imitation

    chosen = registry.load(game)
    if games < KEPT_BACK:
        raise BadSetup(f"--games {games}: expected {KEPT_BACK} or more")
    set_up(chosen, seats, bot, seed, None, legal=True, observations=True, sources=False)
    path = out or Path(f"{game}-{bot.replace(':', '-')}.npz")
    if fresh and start:
        raise BadSetup(f"--fresh and --from {start}: expected one of them")
    network = Network.load(start, chosen) if start else network_of(chosen)
    if network is None:
        click.echo(f"{why_none(chosen)}: beginning with nothing", err=True)
    learner = Imitation(chosen, None if fresh else network, device, seed)
    play = partial(_played, game, bot, seats, seed, games)
    try:
        for agreement in learner.learn(_all(play, games, workers or cores())):
            click.echo(f"{agreement:.1%} of choices alike", err=True)
        learner.network(imitates=bot, games=games, seed=seed).save(path)
    except KeyboardInterrupt:
        raise ComptoirError("stopped: nothing was written") from None
    except OSError as error:
        raise ComptoirError(f"{path}: cannot be written: {error.strerror}") from error
    click.echo(
        f"{path}: learnt from {learner.count:,} choices of {bot}; "
        f"does the same in {learner.agreement:.1%} of those of other games"
    )


def _all(play: Any, games: int, workers: int) -> Iterator[Any]:
    """Play all games, some at a time on each core."""
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
    """Return the decisions of a few games."""
    from comptoir.data import decisions

    (part,) = decisions(
        game, min(FEW, games - first), seats=seats, bots=bot, seed=seed, first=first,
        legal=True, observations=True, threads=1,
    )  # fmt: skip
    return part
