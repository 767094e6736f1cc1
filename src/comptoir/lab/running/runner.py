"""A run: plays what is missing of a study until every answer is as precise as was asked.

It looks at how wide the intervals are, never at where they lie, and only after fixed numbers
of jobs. A rule that stops by the width alone keeps the intervals' coverage (Chow and Robbins
1965; Glynn and Whitt 1992), where one that stops when a difference shows would not.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from comptoir.engine.errors import BadSetup, ComptoirError
from comptoir.lab.statistics import metrics
from comptoir.lab.statistics.moments import Estimate
from comptoir.lab.statistics.totals import StudyTotals
from comptoir.lab.studies.study import Lineup, Study

from .games_file import GamesFile
from .job import Hardware, JobResult, StudyJob, play
from .jobs_file import JobsFile

FIRST = 2  # jobs before the first look
GROWTH = 1.3  # from one look to the next
USUAL = {"share": 0.01, "number": 0.02, "tension": 0.04, "better": 0.02}
LEVEL = 3.0  # how much wider answers on levels and on skill may be
YEAR, DAY, HOUR, MINUTE = 31_557_600, 86_400, 3600, 60


class Workers(Protocol):
    """Plays jobs somewhere and yields each result when it is done, in any order."""

    def play(self, study: Study, jobs: Sequence[StudyJob]) -> Iterator[JobResult]:
        """Play some jobs of a study."""


class ThisMachine:
    """The machine at hand: one job after another, each on all cores or on the GPU."""

    def __init__(
        self, device: str = "cpu", threads: int | None = None, raw: Any = None
    ):
        self.where, self.raw = Hardware(device, threads), raw

    def play(self, study: Study, jobs: Sequence[StudyJob]) -> Iterator[JobResult]:
        """Play some jobs of a study."""
        for job in jobs:
            yield play(study, job, self.where, self.raw)


class StudyProgress(msgspec.Struct, frozen=True):
    """How far a run is: games played of those it takes, by what is known so far."""

    lineup: str
    number: int  # of the lineup, from 1
    lineups: int
    games: int
    needed: int
    seconds: float | None  # left, for all lineups; None until each was looked at
    widest: str  # the answer that needs most
    reached: float  # its half width
    wanted: float


class StudyResults(msgspec.Struct, frozen=True):
    """A study and what was played of it, by lineup."""

    study: Study
    tallies: list[StudyTotals]
    jobs: list[int]
    reached: bool = True  # whether every answer is as precise as was asked


def run(
    study: Study,
    results: str | Path | None = None,
    *,
    workers: Workers | None = None,
    heard: Callable[[StudyProgress], None] = lambda _: None,
) -> StudyResults:
    """Play a study, or go on with it, and return what was played.

    Args:
        study: What to play.
        results: Where jobs are kept, so that a stopped run goes on; nowhere if left out.
        workers: Where jobs are played; this machine's cores if left out.
        heard: Called with the progress after every few jobs.

    Raises:
        BadSetup: It would take longer than the study's `minutes`, a bot failed, or nothing
            can be written; what was played is kept.
        BadRecord: The results file is of another study.
    """
    raw = GamesFile(Path(results).parent) if results and study.asked.raw else None
    chosen = workers or ThisMachine(raw=raw)
    if results is None:
        return _Run(study, chosen, None, heard).all()
    with JobsFile(Path(results), study.design) as book:
        try:
            return _Run(study, chosen, book, heard).all()
        except KeyboardInterrupt:
            raise ComptoirError(f"stopped{book.kept}") from None


class _Line:
    """One lineup of a run: what was played of it, and how far that is from enough."""

    def __init__(self, study: Study, number: int):
        self.study, self.number, self.lineup = study, number, study.lineups[number]
        self.chunk = study.chunk(self.lineup)
        self.tally, self.have, self.played, self.seconds = StudyTotals(), 0, 0, 0.0
        self.widest, self.one, self.wanted = "", Estimate(0.0, math.inf, 0), 1.0
        games = study.asked.games
        self.most = self._whole(-(-games // self.chunk)) if games else None
        self.look = self._whole(FIRST)

    def _whole(self, jobs: int) -> int:
        """Return a number of jobs in which a better bot has sat in every seat as often."""
        seats = math.lcm(*(one.seats for one in self.study.variants))
        step = seats if self.lineup.better else 1
        return -(-jobs // step) * step

    @property
    def next(self) -> range:
        """The jobs up to the next look."""
        return range(self.have, min(self.look, self.most or self.look))

    def add(self, tallies: Sequence[StudyTotals], played: int, seconds: float) -> None:
        """Add jobs, of which so many were just played, and look how wide intervals are."""
        for tally in tallies:
            self.tally.add(tally)
        self.have += len(tallies)
        self.played, self.seconds = self.played + played, self.seconds + seconds
        self.widest, self.one, self.wanted = widest(self.study, self.lineup, self.tally)
        self.look = self._whole(max(self.have + 1, int(self.have * GROWTH)))

    @property
    def reached(self) -> bool:
        """True if every answer is as precise as asked."""
        return self.one.half <= self.wanted

    @property
    def over(self) -> bool:
        """True if no more games are to be played."""
        return self.reached or self.have == self.most

    @property
    def needed(self) -> float:
        """How many jobs it takes, by what is known so far."""
        if not self.have:
            return float(len(self.next))
        jobs = self.have * (self.one.half / self.wanted) ** 2
        return max(min(jobs, float(self.most or jobs)), float(self.have))

    @property
    def left(self) -> float:
        """Seconds that it still takes."""
        pace = self.seconds / self.played if self.played else 0.0
        return 0.0 if self.over else (self.needed - self.have) * pace


class _Run:
    """Plays all lineups: some jobs of each first, so that it knows how long all take."""

    def __init__(
        self,
        study: Study,
        workers: Workers,
        book: JobsFile | None,
        heard: Callable[[StudyProgress], None],
    ):
        self.study, self.workers, self.book, self.heard = study, workers, book, heard
        self.done: dict[StudyJob, StudyTotals] = book.done if book else {}
        self.lines = [_Line(study, number) for number in range(len(study.lineups))]

    def all(self) -> StudyResults:
        """Play all lineups."""
        for line in self.lines:
            self._look(line)
        for line in self.lines:
            while not line.over:
                self._check_time()
                self._look(line)
        return StudyResults(
            self.study,
            [line.tally for line in self.lines],
            [line.have for line in self.lines],
            all(line.reached for line in self.lines),
        )

    def _look(self, line: _Line) -> None:
        """Add the next jobs of a lineup, in their order; those not there are played first."""
        jobs = [StudyJob(line.number, chunk) for chunk in line.next]
        missing = [job for job in jobs if job not in self.done]
        start = time.perf_counter()
        for count, done in enumerate(self._played(missing), 1):
            if self.book:
                self.book.add(done)
            self.done[done.job] = done.tally
            self._tell(line, line.have + len(jobs) - len(missing) + count)
        seconds = time.perf_counter() - start
        line.add([self.done[job] for job in jobs], len(missing), seconds)
        self._tell(line, line.have)

    def _played(self, jobs: Sequence[StudyJob]) -> Iterator[JobResult]:
        try:
            yield from self.workers.play(self.study, jobs) if jobs else ()
        except BadSetup as error:
            raise BadSetup(f"{error}{self.book.kept if self.book else ''}") from error

    def _tell(self, line: _Line, jobs: int) -> None:
        """Report progress; the time left is known once every lineup has begun."""
        begun = all(one.have for one in self.lines)
        needed = max(round(line.needed * line.chunk), jobs * line.chunk)
        self.heard(
            StudyProgress(
                line.lineup.name, line.number + 1, len(self.lines), jobs * line.chunk,
                needed, sum(one.left for one in self.lines) if begun else None,
                line.widest, line.one.half, line.wanted,
            )
        )  # fmt: skip

    def _check_time(self) -> None:
        """Stop where a precision would take longer than the study allows."""
        allowed = self.study.asked.minutes * MINUTE
        seconds = sum(line.left for line in self.lines)
        if seconds <= allowed:
            return
        line = max(self.lines, key=lambda one: one.left)
        jobs = line.have + allowed / seconds * (line.needed - line.have)
        reachable = line.one.half * (line.have / jobs) ** 0.5
        raise BadSetup(
            f"a precision of {line.wanted:g} of {line.widest} ({line.lineup.name}) would "
            f"take about {duration(seconds)}, {round(line.needed * line.chunk):,} games; in "
            f"the {duration(allowed)} that `minutes` allows, {reachable:.2g} is reachable. "
            f"What was played is kept: {line.tally.games:,} games, {line.one.half:.2g}"
        )


def widest(
    study: Study, lineup: Lineup, tally: StudyTotals
) -> tuple[str, Estimate, float]:
    """Return the answer that is furthest from the precision asked for, and that."""
    found = []
    for name, moments in tally.moments.items():
        if metrics.QUESTION_OF[metrics.kind(name)] not in study.questions:
            continue
        for variant in moments.variants:
            one = moments.estimate(variant)
            if one is not None:
                found.append((name, one, precision(study, lineup, name, one.value)))
    if not found:
        return "", Estimate(0.0, 0.0, tally.games), 1.0
    return max(found, key=lambda line: line[1].half / line[2])


def precision(study: Study, lineup: Lineup, metric: str, value: float) -> float:
    """Return the half width that an answer may have: its own, or that of its kind.

    Numbers have one relative to themselves, shares one in points.
    """
    asked = USUAL | study.asked.precision
    word, question = metrics.kind(metric), metrics.QUESTION_OF[metrics.kind(metric)]
    general = "share" if metrics.is_share(metric) else "number"
    own = next((asked[key] for key in (metric, word, question) if key in asked), None)
    half = asked[general] if own is None else own
    if general == "number":
        half *= max(abs(value), 1.0)
    return half * (1.0 if lineup.name == "main" else LEVEL)


def duration(seconds: float) -> str:
    """Return a time in words, of the unit that fits it."""
    for unit, name in (
        (YEAR, "years"),
        (DAY, "days"),
        (HOUR, "hours"),
        (MINUTE, "minutes"),
    ):
        if seconds >= 2 * unit:
            return f"{seconds / unit:,.0f} {name}"
    return f"{seconds:.0f} seconds"
