"""A run: plays the missing jobs of a study until every answer is as precise as requested.

The run stops when the confidence intervals are narrow enough. Where they lie plays no part, and
the widths are checked only after fixed numbers of jobs. Stopping by width alone keeps the
intervals' coverage (Chow and Robbins 1965; Glynn and Whitt 1992). Stopping as soon as a
difference is significant would not.
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

FIRST = 2  # jobs played before the precision is checked for the first time
GROWTH = 1.3  # factor by which the number of jobs grows from one check to the next
USUAL = {"share": 0.01, "number": 0.02, "tension": 0.04, "better": 0.02}
LEVEL = 3.0  # intervals of metrics on levels and skill may be wider by this factor
YEAR, DAY, HOUR, MINUTE = 31_557_600, 86_400, 3600, 60


class Workers(Protocol):
    """A place that plays jobs, and yields each result as soon as it is ready, in any order."""

    def play(self, study: Study, jobs: Sequence[StudyJob]) -> Iterator[JobResult]:
        """Play jobs of a study and yield their results."""


class ThisMachine:
    """The local machine: one job after another, each on all cores or on the GPU."""

    def __init__(
        self, device: str = "cpu", threads: int | None = None, raw: Any = None
    ):
        self.where, self.raw = Hardware(device, threads), raw

    def play(self, study: Study, jobs: Sequence[StudyJob]) -> Iterator[JobResult]:
        """Play jobs of a study and yield their results."""
        for job in jobs:
            yield play(study, job, self.where, self.raw)


class StudyProgress(msgspec.Struct, frozen=True):
    """The progress of a run: games played so far, and the current estimate of games needed."""

    lineup: str
    number: int  # number of the lineup, from 1
    lineups: int
    games: int
    needed: int
    # estimated time left for all lineups; None until each has been checked once
    seconds: float | None
    widest: str  # metric that needs the most further games
    reached: float  # half-width of that metric's interval
    wanted: float


class StudyResults(msgspec.Struct, frozen=True):
    """A study with the totals of its games, by lineup."""

    study: Study
    tallies: list[StudyTotals]
    jobs: list[int]
    reached: bool = True  # True if every answer is as precise as requested


def run(
    study: Study,
    results: str | Path | None = None,
    *,
    workers: Workers | None = None,
    heard: Callable[[StudyProgress], None] = lambda _: None,
) -> StudyResults:
    """Play a study, or continue it, and return its results.

    Args:
        study: The study.
        results: The file of finished jobs, from which a stopped run continues. By default
            nothing is saved.
        workers: Where jobs run; on this machine's cores by default.
        heard: Callback for the progress, called after every few jobs.

    Raises:
        BadSetup: The run would take longer than the study's `minutes`, a bot failed, or a
            file cannot be written. The games played so far are kept.
        BadRecord: The results file belongs to another study.
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
    """One lineup of a run: the totals of its games so far, and how many more it needs."""

    def __init__(self, study: Study, number: int):
        self.study, self.number, self.lineup = study, number, study.lineups[number]
        self.chunk = study.chunk(self.lineup)
        self.tally, self.have, self.played, self.seconds = StudyTotals(), 0, 0, 0.0
        self.widest, self.one, self.wanted = "", Estimate(0.0, math.inf, 0), 1.0
        games = study.asked.games
        self.most = self._whole(-(-games // self.chunk)) if games else None
        self.look = self._whole(FIRST)

    def _whole(self, jobs: int) -> int:
        """Round a number of jobs up so that a stronger bot sits in every seat equally often."""
        seats = math.lcm(*(one.seats for one in self.study.variants))
        step = seats if self.lineup.better else 1
        return -(-jobs // step) * step

    @property
    def next(self) -> range:
        """The number of jobs to play before the next check."""
        return range(self.have, min(self.look, self.most or self.look))

    def add(self, tallies: Sequence[StudyTotals], played: int, seconds: float) -> None:
        """Add the totals of jobs, `played` of them new, and update the widest interval.

        `seconds` is the time that the new jobs took.
        """
        for tally in tallies:
            self.tally.add(tally)
        self.have += len(tallies)
        self.played, self.seconds = self.played + played, self.seconds + seconds
        self.widest, self.one, self.wanted = widest(self.study, self.lineup, self.tally)
        self.look = self._whole(max(self.have + 1, int(self.have * GROWTH)))

    @property
    def reached(self) -> bool:
        """True if every answer of the lineup is as precise as requested."""
        return self.one.half <= self.wanted

    @property
    def over(self) -> bool:
        """True if the lineup needs no more games."""
        return self.reached or self.have == self.most

    @property
    def needed(self) -> float:
        """The estimated total number of jobs that the lineup needs."""
        if not self.have:
            return float(len(self.next))
        jobs = self.have * (self.one.half / self.wanted) ** 2
        return max(min(jobs, float(self.most or jobs)), float(self.have))

    @property
    def left(self) -> float:
        """The estimated seconds that the lineup still needs."""
        pace = self.seconds / self.played if self.played else 0.0
        return 0.0 if self.over else (self.needed - self.have) * pace


class _Run:
    """A run over all lineups.

    It begins with a few jobs of each lineup, to estimate the time that the whole run takes.
    """

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
        """Play all lineups and return the results."""
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
        """Add the results of a lineup's next jobs, in order; play jobs that have no stored
        result.
        """
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
        """Report the progress; the time left is known once every lineup has been checked."""
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
        """Raise BadSetup if reaching the requested precision would take longer than the study
        allows.
        """
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
            f"The games played so far are kept: {line.tally.games:,} games, {line.one.half:.2g}"
        )


def widest(
    study: Study, lineup: Lineup, tally: StudyTotals
) -> tuple[str, Estimate, float]:
    """Return the metric furthest from its requested precision, its estimate and that
    precision.
    """
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
    """Return the largest half-width allowed for a metric, as set for it or for its kind.

    The allowance is a percentage of the value for numbers, and percentage points for shares.
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
    """Return a duration as text, in a fitting unit."""
    for unit, name in (
        (YEAR, "years"),
        (DAY, "days"),
        (HOUR, "hours"),
        (MINUTE, "minutes"),
    ):
        if seconds >= 2 * unit:
            return f"{seconds / unit:,.0f} {name}"
    return f"{seconds:.0f} seconds"
