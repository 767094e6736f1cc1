"""Runs a benchmark in one call: `comptoir.benchmark("policy:network.npz")`."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from comptoir.arena.contest import Contest, Slot, enter
from comptoir.arena.local import LocalWorkers
from comptoir.arena.meeting import SameProcess
from comptoir.arena.played import ContestGame
from comptoir.arena.run import ContestWorkers
from comptoir.bots import Bot
from comptoir.bots.names import POLICY
from comptoir.bots.remote import UNREACHABLE
from comptoir.engine.errors import BadSetup, ComptoirError
from comptoir.engine.runs import checks
from comptoir.engine.runs.seating import FILE_END
from comptoir.engine.text.shown import Shown

from .protocol import NEWEST, BenchmarkRow, Protocol
from .results import BenchmarkFile, BenchmarkHead, Games
from .rows import RowResult, score_of, summed_up

if TYPE_CHECKING:
    from comptoir.engine.text.shown import Drawing


class BenchmarkReport(Shown, msgspec.Struct):
    """The rows of a benchmark, and its score: the mean share of opponents placed behind."""

    head: BenchmarkHead
    results: list[RowResult]
    score: float

    def shown(self) -> "Drawing":
        """Return the rows as a table, for rich to draw."""
        from .drawn import drawn  # noqa: PLC0415 - only loaded when something is shown

        return drawn(self)


def digest_of(agent: str) -> str:
    """Return the digest of an agent's file, or of its name if it has no file."""
    if agent.startswith(f"{POLICY}:") and agent.endswith(FILE_END):
        return sha256(Path(agent.partition(":")[2]).read_bytes()).hexdigest()
    path = Path(agent.rpartition(":")[0])
    if path.suffix == ".py" and path.is_file():
        return sha256(path.read_bytes() + agent.encode()).hexdigest()
    return sha256(agent.encode()).hexdigest()


def benchmark(
    agent: str | Bot,
    *,
    protocol: str = NEWEST,
    game: str | None = None,
    seats: int | None = None,
    field: str | None = None,
    games: int | None = None,
    key: str | None = None,
    results: str | Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int, int], None] = lambda *_: None,
) -> BenchmarkReport:
    """Play an agent through a benchmark and return its row for each table and field.

    Args:
        agent: The name of a bot, `policy:FILE.npz`, `FILE.py:NAME`, `http://…`,
            `process:COMMAND`, or a callable that takes a `bots.Seat`, which plays in this
            process without a time limit.
        protocol: The name of the protocol.
        game: Play this game only.
        seats: Play with this number of seats only.
        field: Play against this field of opponents only.
        games: The number of games per row; that of the protocol by default.
        key: The key of the seeds: `tuning`, or one chosen by whoever compares several agents.
            By default it follows from the agent's digest.
        results: A file to store the games in; an existing file is continued.
        workers: The number of games played at the same time; one for each core by default.
        cluster: HOST:PORT of a Ray cluster to play on.
        progress: Callback that gets the numbers of games played and of all games.
    """
    if games is not None:
        checks.games(games)
    if workers is not None:
        checks.count("workers", workers)
    plan = Protocol.load(protocol)
    name, own = _entered(agent)
    digest = digest_of(name)
    head = BenchmarkHead(
        protocol=plan.name,
        digest=plan.digest,
        agent=name,
        agent_digest=digest,
        key=plan.key(digest) if key is None else key,
        games=games or plan.games,
        rows=plan.rows(game, seats, field),
    )
    where = _workers(own, workers, cluster, plan.limit)
    with BenchmarkFile(Path(results), head) if results else nullcontext() as file:
        played = _play(plan, head, where, file, progress)
        found = [
            summed_up(plan, row, [g for (r, _), g in played.items() if r == row])
            for row in head.rows
        ]
        report = BenchmarkReport(head, found, score_of(found))
        if file:
            file.close(found, report.score)
    return report


def contests(
    plan: Protocol, head: BenchmarkHead
) -> dict[BenchmarkRow, tuple[Contest, list[Slot]]]:
    """Return the contest and the slots of each row."""
    made = {row: plan.contest(row, head.agent, head.key) for row in head.rows}
    return {row: (made[row], made[row].slots(head.games)) for row in made}


def _entered(agent: str | Bot) -> tuple[str, Mapping[str, Bot]]:
    """Return the agent's name, and if it is a callable, a mapping from the name to it."""
    names, own = enter([agent], 1)
    return names[0], own


def _workers(
    own: Mapping[str, Bot], workers: int | None, cluster: str | None, limit: float
) -> ContestWorkers:
    if own:
        return SameProcess(own)
    if cluster is None:
        return LocalWorkers(workers, limit)
    if workers is not None:
        raise BadSetup("workers are for this machine: a cluster uses all its cores")
    from comptoir.arena.cluster import RayWorkers  # noqa: PLC0415 - an extra

    return RayWorkers(cluster, limit)


def _play(
    plan: Protocol,
    head: BenchmarkHead,
    where: ContestWorkers,
    file: BenchmarkFile | None,
    progress: Callable[[int, int], None],
) -> Games:
    """Play the missing games and return all."""
    played: Games = dict(file.games) if file else {}
    asked = contests(plan, head)
    total = sum(len(slots) for _, slots in asked.values())
    progress(len(played), total)
    for row, (contest, slots) in asked.items():
        missing = [slot for slot in slots if (row, slot) not in played]
        if not missing:
            continue
        plan.check(row)
        for game in where.play(contest, missing):
            _stop_if_unreachable(game, file)
            played[row, game.slot] = game
            if file:
                file.add(row, game)
            progress(len(played), total)
    return played


def _stop_if_unreachable(game: ContestGame, file: BenchmarkFile | None) -> None:
    """Raise an error if the agent could not be reached, so that its games are played later."""
    if game.fault and UNREACHABLE in game.fault:
        again = (
            f"{file.kept[2:]}, and the same command continues from there"
            if file
            else ""
        )
        raise ComptoirError("; ".join(filter(None, [game.fault, again])))
