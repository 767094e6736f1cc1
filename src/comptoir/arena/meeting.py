"""Runs a whole contest in one call from Python: `comptoir.arena("batavia", "house,random")`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

from comptoir.bots import Bot
from comptoir.engine.errors import BadSetup
from comptoir.engine.play.position import Options
from comptoir.engine.runs import checks
from comptoir.engine.runs.seating import Bots

from .contest import Contest, Slot, enter
from .local import LIMIT, LocalWorkers
from .played import ContestGame, Player
from .report import ContestReport, report
from .results import Book, seed_of
from .run import ContestWorkers, run


class SameProcess:
    """Plays games one after another in this process, for bots given as callables."""

    def __init__(self, own: Mapping[str, Bot]):
        self.own = own

    def play(self, contest: Contest, slots: Sequence[Slot]) -> Iterator[ContestGame]:
        """Play games of a contest and yield their results."""
        player = Player(contest, [0.0, 0.0, 0.0], self.own)
        yield from (player.play(slot) for slot in slots)


def arena(
    game: str,
    bots: Bots = "house,random",
    games: int = 400,
    *,
    seats: int | None = None,
    seed: str | int | None = None,
    options: Options = None,
    results: str | Path | None = None,
    limit: float = LIMIT,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> ContestReport:
    """Run a tournament between bots and return their strength, with confidence intervals.

    Every deal is played from every seat. Bots given as callables, such as a function in a
    notebook, play in this process without a time limit.

    Args:
        game: The name of a game.
        bots: `house,random`, where the last bot also fills the other seats; or a list of
            names and of callables that take a `bots.Seat`. A class is instantiated for each
            game.
        games: The number of games, rounded up so that every deal is complete.
        seats: The number of seats; four by default, if the game allows it.
        seed: The random seed; by default that of the results file, else a new one.
        options: The game's options by name.
        results: A file to store the games in; an existing file is continued.
        limit: Seconds a bot may think about one move.
        workers: The number of games played at the same time; one for each core by default.
        progress: Callback that gets the number of games just played.
    """
    if workers is not None:
        checks.count("workers", workers)
    if not limit > 0:
        raise BadSetup(f"limit {limit!r}: expected seconds for a move, more than 0")
    path = None if results is None else Path(results)
    if seed is None and path is not None:
        seed = seed_of(path)
    contest = Contest.of(game, bots, seats, options, seed)
    own = enter(bots, contest.seats)[1]
    where: ContestWorkers = SameProcess(own) if own else LocalWorkers(workers, limit)
    slots = contest.slots(games)
    with Book(path, contest) if path else nullcontext() as book:
        played = run(contest, slots, where, book, lambda _: progress(1))
    return report(contest, played)
