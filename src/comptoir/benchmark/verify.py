"""Checks a results file of a benchmark by playing its games again.

The opponents choose anew, so each of their moves must be the one in the file. The agent chooses
anew too if it is a bot that always plays the same; otherwise its moves are taken from the file.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

import msgspec

from comptoir.arena.contest import Contest
from comptoir.arena.local import without_main
from comptoir.arena.played import ContestGame, Player
from comptoir.bots import Seat, built_in, find
from comptoir.engine.backends.threads import cores
from comptoir.engine.errors import BadRecord, ComptoirError
from comptoir.engine.runs.seating import FILE_END

from .protocol import TUNING, BenchmarkRow, Protocol
from .results import BenchmarkFile, BenchmarkHead, Closing, Games, decode
from .rows import agent_seat, score_of, summed_up
from .run import contests, digest_of

AGENT = "agent"  # the name of an agent whose moves come from the file
MEASURED = ("bots", "seconds", "longest")  # these may differ between runs
MOST = 20  # maximum number of problems listed


class Verification(msgspec.Struct):
    """The findings of a check of a results file."""

    games: int  # number of games played again
    chosen: bool  # True if the agent chose its moves anew
    held_out: bool  # True if the key follows from the agent
    problems: list[str]

    @property
    def is_genuine(self) -> bool:
        """True if the file has no problem."""
        return not self.problems


def verify(
    path: str | Path,
    *,
    workers: int | None = None,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> Verification:
    """Check a results file: its digest, its seeds, and every game, which is played again.

    Args:
        path: The file.
        workers: The number of games played at the same time; one for each core by default.
        progress: Callback that gets the numbers of games checked and of all games.

    Raises:
        BadRecord: The file is not a results file, or its protocol is not known here.
        BadSetup: The opponents are not available here as they were pinned.
    """
    path = Path(path)
    try:
        lines = path.read_bytes().split(b"\n")[:-1]
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}") from None
    head, games, closing = decode(path, lines)
    plan = Protocol.load(head.protocol)
    if plan.digest != head.digest:
        raise BadRecord(
            f"{path} is of another {head.protocol}: its digest is {head.digest}"
        )
    for row in head.rows:
        plan.check(row)
    again = _plays_the_same(head)
    problems = [*_file_problems(plan, head, games, closing, lines)]
    jobs = [
        (_contest(plan, head, row, again), game)
        for (row, _), game in games.items()
        if row in head.rows
    ]
    for number, problem in enumerate(_replayed(jobs, workers or cores()), 1):
        problems += problem
        progress(number, len(jobs))
    held_out = head.key == plan.key(head.agent_digest)
    return Verification(len(jobs), again, held_out, problems[:MOST])


def _plays_the_same(head: BenchmarkHead) -> bool:
    """Return True if the agent is available here and always makes the same moves."""
    if not (built_in(head.agent) or head.agent.endswith(FILE_END)):
        return False
    try:
        budget = getattr(find(head.agent), "budget", None)
        return (
            not (budget and budget.seconds)
            and digest_of(head.agent) == head.agent_digest
        )
    except (ComptoirError, OSError):
        return False


def _contest(
    plan: Protocol, head: BenchmarkHead, row: BenchmarkRow, again: bool
) -> Contest:
    return plan.contest(row, head.agent if again else AGENT, head.key)


def _file_problems(
    plan: Protocol,
    head: BenchmarkHead,
    games: Games,
    closing: Closing | None,
    lines: list[bytes],
) -> Iterator[str]:
    """Yield what is wrong with a file apart from the moves of its games."""
    if closing is None:
        yield "the file has no last line: its games are not complete"
    elif closing.check != sha256(b"\n".join(lines[:-1]) + b"\n").hexdigest():
        yield "the file was changed after it was written: its digest differs"
    if built_in(head.agent) and head.agent_digest != digest_of(head.agent):
        yield f"the digest of the agent is not that of {head.agent}"
    if any(row not in plan.rows() for row in head.rows):
        yield f"{plan.name} has not all of the rows"
        return
    asked = {
        (row, s) for row, (_, slots) in contests(plan, head).items() for s in slots
    }
    if asked != games.keys():
        missing, more = len(asked - games.keys()), len(games.keys() - asked)
        yield f"{missing} games are missing, and {more} do not belong to it"
    if closing is None:
        return
    rows = {row: [g for (r, _), g in games.items() if r == row] for row in head.rows}
    found = [summed_up(plan, row, rows[row]) for row in head.rows]
    for told, true in zip(closing.results, found, strict=False):
        if told != true:
            yield f"the results of {true.row} do not follow from its games"
    if (len(closing.results), closing.score) != (len(found), score_of(found)):
        yield "the score does not follow from the rows"


def _replayed(
    jobs: list[tuple[Contest, ContestGame]], workers: int
) -> Iterator[list[str]]:
    """Play games again, and yield what is wrong with each."""
    if workers == 1:
        yield from map(_check, jobs)
        return
    with without_main(), ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(_check, jobs, chunksize=4)


def _check(job: tuple[Contest, ContestGame]) -> list[str]:
    """Play a game again and return what differs; a game that failed has nothing to check."""
    contest, told = job
    if told.fault is not None:
        return []
    own = {AGENT: Recorded(told, contest.seats)} if AGENT in contest.bots else {}
    true = Player(contest, [0.0] * 3, own).play(told.slot)
    where = f"{contest.game}, {contest.seats} seats, deal {told.deal}, rotation {told.rotation}"
    if true.fault:
        return [f"{where}: {true.fault}"]
    differ = [
        field
        for field in ContestGame.__struct_fields__
        if field not in MEASURED and getattr(true, field) != getattr(told, field)
    ]
    return [f"{where}: other {', '.join(differ)}"] if differ else []


class Recorded:
    """A bot that makes the agent's moves of a recorded game."""

    def __init__(self, game: ContestGame, seats: int):
        own = agent_seat(game, seats)
        self._moves = iter([action for seat, action in game.played if seat == own])

    def __call__(self, seat: Seat) -> int:
        """Return the next move."""
        for action in self._moves:
            return action
        raise BadRecord("the game goes on longer than in the file")


__all__ = ["TUNING", "BenchmarkFile", "Verification", "verify"]
