"""A run: plays what is missing of a study until every answer is as precise as was asked.

It looks at how wide the intervals are, never at where they lie, and only after fixed numbers
of jobs. A rule that stops by the width alone keeps the intervals' coverage (Chow and Robbins
1965; Glynn and Whitt 1992), where one that stops when a difference shows would not.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from comptoir.engine.errors import BadSetup, ComptoirError

from . import metrics
from .book import Book
from .moments import Estimate
from .playing import Done, Job, Tally, Where, play
from .raw import Raw
from .study import Lineup, Study

FIRST = 2  # jobs before the first look
GROWTH = 1.3  # from one look to the next
USUAL = {"share": 0.01, "number": 0.02, "tension": 0.04, "better": 0.02}
LEVEL = 3.0  # how much wider answers on levels and on skill may be
YEAR, DAY, HOUR, MINUTE = 31_557_600, 86_400, 3600, 60


class Workers(Protocol):
    """Plays jobs somewhere, and tells of each when it is done, in any order."""

    def play(self, study: Study, jobs: Sequence[Job]) -> Iterator[Done]:
        """Play some jobs of a study."""


class Here:
    """The machine at hand: one job after another, each on all cores or on the GPU."""

    def __init__(
        self, device: str = "cpu", threads: int | None = None, raw: Any = None
    ):
        self.where, self.raw = Where(device, threads), raw

    def play(self, study: Study, jobs: Sequence[Job]) -> Iterator[Done]:
        """Play some jobs of a study."""
        for job in jobs:
            yield play(study, job, self.where, self.raw)


class Progress(msgspec.Struct, frozen=True):
    """How far a run is: games played of those it takes, by what is known so far."""

    lineup: str
    games: int
    needed: int
    seconds: float  # left, for this lineup
    widest: str  # the answer that needs most
    reached: float  # its half width
    wanted: float


class Results(msgspec.Struct, frozen=True):
    """A study and what was played of it, by lineup."""

    study: Study
    tallies: list[Tally]
    jobs: list[int]
    reached: bool = True  # whether every answer is as precise as was asked


def run(
    study: Study,
    results: str | Path | None = None,
    *,
    workers: Workers | None = None,
    heard: Callable[[Progress], None] = lambda _: None,
) -> Results:
    """Play a study, or go on with it, and return what was played.

    Args:
        study: What to play.
        results: Where jobs are kept, so that a stopped run goes on; nowhere if left out.
        workers: Who plays; this machine's cores if left out.
        heard: Hears of progress.

    Raises:
        BadSetup: It would take longer than the study's `minutes`, a bot failed, or nothing
            can be written; what was played is kept.
        BadRecord: The results file is of another study.
    """
    raw = Raw(Path(results).parent) if results and study.asked.raw else None
    chosen = workers or Here(raw=raw)
    if results is None:
        return _Run(study, chosen, {}, lambda _: None, heard).all()
    with Book(Path(results), study.design) as book:
        try:
            return _Run(study, chosen, book.done, book.add, heard).all()
        except KeyboardInterrupt:
            raise ComptoirError(
                f"stopped; {book.games} deals are in {results}, and the same command "
                "goes on from there"
            ) from None


class _Run:
    """Plays lineup after lineup."""

    def __init__(
        self,
        study: Study,
        workers: Workers,
        done: dict[Job, Tally],
        keep: Callable[[Done], None],
        heard: Callable[[Progress], None],
    ):
        self.study, self.workers, self.done = study, workers, done
        self.keep, self.heard = keep, heard
        self.seconds, self.played = 0.0, 0

    def all(self) -> Results:
        """Play all lineups."""
        found = [self._lineup(number) for number in range(len(self.study.lineups))]
        tallies, jobs, reached = zip(*found, strict=True)
        return Results(self.study, list(tallies), list(jobs), all(reached))

    def _lineup(self, number: int) -> tuple[Tally, int, bool]:
        """Play jobs of a lineup until its answers are precise, or as many as are allowed."""
        study, lineup = self.study, self.study.lineups[number]
        chunk = study.chunk(lineup)
        most = -(-study.asked.games // chunk) if study.asked.games else None
        tally, have, look = Tally(), 0, FIRST
        self.seconds, self.played = 0.0, 0
        while True:
            look = look if most is None else min(look, most)
            self._fetch(tally, number, range(have, look))
            have = look
            progress = self._progress(lineup, tally, have, most)
            self.heard(progress)
            if progress.reached <= progress.wanted or have == most:
                return tally, have, progress.reached <= progress.wanted
            self._check_time(progress)
            look = max(have + 1, int(have * GROWTH))

    def _fetch(self, tally: Tally, lineup: int, chunks: range) -> None:
        """Add some jobs to a tally, in their order; those not there are played first."""
        jobs = [Job(lineup, chunk) for chunk in chunks]
        missing = [job for job in jobs if job not in self.done]
        start = time.perf_counter()
        for done in self.workers.play(self.study, missing) if missing else ():
            self.done[done.job] = done.tally
            self.keep(done)
        self.seconds += time.perf_counter() - start
        self.played += len(missing)
        for job in jobs:
            tally.add(self.done[job])

    def _progress(
        self, lineup: Lineup, tally: Tally, have: int, most: int | None
    ) -> Progress:
        name, one, wanted = widest(self.study, lineup, tally)
        chunk = self.study.chunk(lineup)
        needed = have * max(one.half / wanted, 0.0) ** 2
        needed = min(needed, float(most)) if most else needed
        left = max(needed - have, 0.0)
        pace = self.seconds / self.played if self.played else 0.0
        games = max(round(needed * chunk), tally.games)
        return Progress(
            lineup.name, tally.games, games, left * pace, name, one.half, wanted
        )

    def _check_time(self, progress: Progress) -> None:
        """Stop where a precision would take longer than the study allows."""
        allowed = self.study.asked.minutes * MINUTE
        if progress.seconds <= allowed:
            return
        share = allowed / progress.seconds
        games = progress.games + share * (progress.needed - progress.games)
        reachable = progress.reached * (progress.games / games) ** 0.5
        raise BadSetup(
            f"a precision of {progress.wanted:g} of {progress.widest} ({progress.lineup}) "
            f"would take about {duration(progress.seconds)}, {progress.needed:,} games; in "
            f"the {duration(allowed)} that `minutes` allows, {reachable:.2g} is reachable. "
            f"What was played is kept: {progress.games:,} games, {progress.reached:.2g}"
        )


def widest(study: Study, lineup: Lineup, tally: Tally) -> tuple[str, Estimate, float]:
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
