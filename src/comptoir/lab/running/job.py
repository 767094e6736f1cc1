"""One job of a study: some deals, played in every variant, and the totals of these games.

A job's result depends only on the study and the job's number. It is the same on CPU cores, a
GPU or a cluster. Finished jobs can therefore be kept, and lost ones repeated.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.facts import FIRST, MOVES
from comptoir.engine.runs.batch import Batch
from comptoir.engine.runs.facts import Facts, Noter
from comptoir.engine.runs.turning import turn
from comptoir.lab.statistics import metrics
from comptoir.lab.statistics.moments import Moments
from comptoir.lab.statistics.totals import StudyTotals
from comptoir.lab.studies.study import SAMPLED, TRIALS, Lineup, Study, inside
from comptoir.lab.studies.variants import Variant

from .plain import Change, play_beside

TABLES = 1024  # tables in a batch on CPU cores; a GPU plays all tables of a job at once
Array = np.ndarray[Any, Any]


class StudyJob(msgspec.Struct, frozen=True):
    """One job: a lineup of a study and the number of its block of deals."""

    lineup: int
    chunk: int


class JobResult(msgspec.Struct):
    """A job with its totals; one line of a results file."""

    job: StudyJob
    tally: StudyTotals


class Hardware(msgspec.Struct, frozen=True):
    """The device and threads that games run on."""

    device: str = "cpu"
    threads: int | None = None


def play(
    study: Study, job: StudyJob, where: Hardware | None = None, raw: Any = None
) -> JobResult:
    """Play a job: all variants on the same deals if the study pairs them, else on different
    deals.

    `raw`, if given, is called with the games of each variant.
    """
    lineup = study.lineups[job.lineup]
    columns: dict[str, dict[int, metrics.Column]] = {}
    tally = StudyTotals(games=study.chunk(lineup))
    for number, variant in enumerate(study.variants[: 1 if lineup.turned else None]):
        bots = lineup.seated(job.chunk, variant.seats)
        seed = seed_of(study, job, number)
        try:
            facts, noted, trials = _play(
                study, variant, bots, seed, job, where or Hardware()
            )
        except BadSetup as error:
            raise BadSetup(
                f"variant {variant.name!r}, {lineup.name}: {error}"
            ) from error
        if lineup.turned:
            facts = _turned_back(facts, lineup.turn(job.chunk, variant.seats))
        better = job.chunk % variant.seats if lineup.better else None
        found = metrics.of_games(facts, study.pace, variant.game.endings, better)
        if lineup.turned:
            found = {name: one for name, one in found.items() if _of_seats(name)}
        if trials:
            found |= metrics.of_trials(facts.wins[: _sampled(tally.games)], trials)
        for name, column in found.items():
            columns.setdefault(name, {})[number] = column
        _add_pieces(tally, variant, noted)
        lengths = metrics.minutes(facts.words, study.pace)
        tally.lengths.append(metrics.histogram(lengths).tolist())
        if raw:
            raw(job, variant, facts, lengths)
    for name, by_variant in columns.items():
        tally.moments[name] = Moments.of(by_variant, paired=study.asked.paired)
    return JobResult(job, tally)


def seed_of(study: Study, job: StudyJob, variant: int) -> str:
    """Return the seed of a job's first game; it is the same for all variants of a paired
    study.
    """
    lineup = study.lineups[job.lineup]
    first = job.chunk * study.chunk(lineup)
    own = "" if study.asked.paired else f"-{variant}"
    return f"{study.seed}{own}/{first}"


Noted = tuple[
    Array, Array
]  # how often actions were offered and chosen; sums for each action
Trials = list[tuple[Array, Array, int]]


def _play(
    study: Study,
    variant: Variant,
    bots: list[str],
    seed: str,
    job: StudyJob,
    where: Hardware,
) -> tuple[Facts, Noted, Trials]:
    lineup = study.lineups[job.lineup]
    games, change = study.chunk(lineup), _change(lineup, variant, job)
    if not all(inside(bot) for bot in bots):
        return (*play_beside(variant, bots, seed, games, change), [])
    size = games if where.device == "cuda" else min(TABLES, games)
    noter = Noter(_batch(variant, size, seed, where), bots)
    rounds = []
    for start in range(0, games, size):
        if start:
            noter.deal(games - start)
        if change:
            noter.change(change)
        rounds.append(noter.play())
    facts = Facts(
        *(
            np.concatenate([getattr(one, name) for one in rounds])
            for name in ("words", "points", "ranks", "ending")
        )
    )
    trials: Trials = []
    if "tension" in study.questions and not (lineup.better or lineup.turned):
        trials = list(_try_again(variant, bots, seed, facts, where))
    return facts, (noter.offered, noter.worth), trials


def _change(lineup: Lineup, variant: Variant, job: StudyJob) -> Change | None:
    """Return a function that applies a variant's set-up and turns the seats of dealt tables."""
    by = lineup.turn(job.chunk, variant.seats)
    if not (by or variant.changes):
        return None

    def change(tables: Any) -> None:
        variant.change(tables)
        if by:
            fields = variant.game.table_class.own_fields()
            turn(fields, tables, variant.seats, by)

    return change


def _of_seats(metric: str) -> bool:
    return metrics.QUESTION_OF[metrics.kind(metric)] == "seats"


def _turned_back(facts: Facts, by: int) -> Facts:
    """Return the facts with seats numbered as before the table was turned."""
    points, ranks = (np.roll(one, -by, axis=1) for one in (facts.points, facts.ranks))
    words = facts.words.copy()
    words[:, FIRST] = (words[:, FIRST] - by) % ranks.shape[1]
    return Facts(words, points, ranks, facts.ending)


def _batch(variant: Variant, size: int, seed: str, where: Hardware) -> Batch:
    return Batch(
        variant.game, variant.seats, size, seed=seed, options=variant.options,
        after="stop", fill=False, device=where.device, threads=where.threads,
    )  # fmt: skip


def _sampled(games: int) -> int:
    """Return how many of a job's games are replayed from intermediate positions."""
    return max(games // SAMPLED, min(games, 4))


def _try_again(
    variant: Variant, bots: list[str], seed: str, facts: Facts, where: Hardware
) -> Iterator[tuple[Array, Array, int]]:
    """Replay a job's first games from four positions, and yield the wins of each round.

    The positions are the deal, and a quarter, a half and three quarters of the usual number of
    moves. A replay keeps the deal and the moves up to its position, and draws new random
    numbers from there on.
    """
    size = _sampled(len(facts.words))
    noter = Noter(_batch(variant, size * max(TRIALS), seed, where), bots)
    if variant.changes:
        noter.change(variant.change)
    noter.keep(size)
    step = max(1, round(float(facts.words[:, MOVES].mean()) / len(TRIALS)))
    luck = np.random.default_rng(list(f"{seed} tried again".encode()))
    for at, count in enumerate(TRIALS):
        if at:
            noter.play_on(step)
        won, asked = noter.trials(size, count, luck)
        yield won, asked, count


def _add_pieces(tally: StudyTotals, variant: Variant, noted: Noted) -> None:
    """Add how often each action was offered, chosen and on the winning side, by its name."""
    (offered, chosen), worth = noted
    names = [str(action) for action in variant.game.actions]

    def counted(row: Array) -> dict[str, int]:
        return {names[n]: int(row[n]) for n in np.flatnonzero(row)}

    tally.offered.append(counted(offered))
    tally.chosen.append(counted(chosen))
    rows = np.flatnonzero(worth.any(axis=1))
    tally.worth.append({names[n]: worth[n].tolist() for n in rows})
