"""The result of a study: the answers with their intervals, differences, and evidence.

Differences are tested jointly (Holm's method): if all variants are in truth identical, nineteen
studies in twenty report no difference. Significant differences are ranked by their size, in
units of the precision that the study asks for, not by their p-values.
"""

import datetime as dt
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from comptoir.engine.text.notebook import framed
from comptoir.engine.text.shown import Shown, as_html
from comptoir.engine.version import __version__
from comptoir.lab.running.measuring import MeasureAnswer, measured
from comptoir.lab.running.runner import StudyResults, precision
from comptoir.lab.running.targets import Recommendation, recommended
from comptoir.lab.statistics import metrics
from comptoir.lab.statistics.actions import (
    ActionWorth,
    UnusedChoice,
    dead_choices,
    pieces_of,
    usage,
    variety,
)
from comptoir.lab.statistics.moments import Estimate, holm
from comptoir.lab.statistics.totals import StudyTotals
from comptoir.lab.studies.study import LANGUAGES, Lineup, Study

if TYPE_CHECKING:
    from comptoir.engine.text.shown import Drawing


class MetricAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The value of one metric for a variant in a lineup, with its confidence interval."""

    lineup: str
    metric: str
    question: str
    variant: str
    value: float
    low: float
    high: float
    games: int


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A variant's difference from the first variant in one metric."""

    metric: str
    variant: str
    value: float
    low: float
    high: float
    apart: (
        float  # half-width of the interval if the variants had played different deals
    )
    units: float  # size in units of the requested precision
    certain: bool  # significant after correction for testing all differences


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """A significant result that a designer should know."""

    kind: str  # `difference`, `unfair` or `shift`
    what: str  # name of the metric or action
    variant: str
    value: float
    low: float
    high: float
    before: float  # the fair value, or the value of the first variant
    units: float


class VariantSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A variant's name and settings in a report."""

    name: str
    labels: dict[str, str]
    seats: int
    given: dict[str, Any]


class Report(Shown, msgspec.Struct, frozen=True, kw_only=True):
    """All results of a study; also the format of the JSON report."""

    comptoir: str = "report"
    version: str = __version__
    game: str
    rules: int
    fingerprint: str
    seed: str
    paired: bool
    reached: bool
    titles: dict[str, str]
    abouts: dict[str, str]
    conclusions: dict[str, str] = {}
    questions: list[str]
    lineups: list[Lineup]
    games: dict[str, int]  # number of games of each variant, by lineup
    variants: list[VariantSummary]
    answers: list[MetricAnswer]
    differences: list[Difference]
    findings: list[Finding]
    shifts: list[Finding]
    pieces: dict[str, list[ActionWorth]]
    dead: dict[str, list[UnusedChoice]]
    lengths: dict[str, list[int]]
    variety: dict[str, Estimate]  # effective number of actions in use
    measures: list[MeasureAnswer] = []  # the study's own
    recommendation: Recommendation | None = None
    author: str = ""
    date: str = ""

    def shown(self) -> "Drawing":
        """Return the report as Markdown, for rich to draw."""
        from rich.markdown import Markdown  # noqa: PLC0415 - loaded when it is shown

        from .markdown import markdown  # noqa: PLC0415 - it needs this module

        return Markdown(markdown(self))

    def _repr_html_(self) -> str:
        from .html import html  # noqa: PLC0415 - as above

        title, page = self.titles[LANGUAGES[0]], html(self, beside=False)
        return framed(title, page, as_html(self.shown()))

    def answer(
        self, metric: str, variant: str, lineup: str = "main"
    ) -> MetricAnswer | None:
        """Return a metric's answer, or None if the study has none."""
        return next(
            (
                one
                for one in self.answers
                if (one.metric, one.variant, one.lineup) == (metric, variant, lineup)
            ),
            None,
        )

    @property
    def narrowing(self) -> float:
        """The median factor by which playing the same deals narrows the intervals of
        differences.
        """
        gains = sorted(
            2 * one.apart / (one.high - one.low)
            for one in self.differences
            if one.high > one.low and one.apart > 0
        )
        return gains[len(gains) // 2] if gains else 1.0


def report(results: StudyResults) -> Report:
    """Return the report of a study's results."""
    study, main = results.study, results.tallies[0]
    differences, shifts = _differences(study, main)
    found = [one for one in differences if one.certain]
    findings = [_as_finding(one, main, study) for one in found]
    findings += _unfair(study, main)
    names = [one.name for one in study.variants]
    return Report(
        game=study.game.name,
        rules=study.game.version,
        fingerprint=study.fingerprint,
        seed=study.seed,
        paired=study.asked.paired,
        reached=results.reached,
        titles={each: study.title(each) for each in LANGUAGES},
        abouts={each: study.about(each) for each in LANGUAGES},
        conclusions={each: study.conclusion(each) for each in LANGUAGES},
        questions=list(study.questions),
        lineups=study.lineups,
        games={
            lineup.name: tally.games
            for lineup, tally in zip(study.lineups, results.tallies, strict=True)
        },
        variants=[_told(one) for one in study.variants],
        answers=list(_answers(results)),
        differences=differences,
        findings=sorted(findings, key=lambda one: -one.units),
        shifts=sorted(shifts, key=lambda one: -one.units),
        pieces={
            name: pieces_of(main, at, study.variants[at].seats)
            for at, name in enumerate(names)
        },
        dead={name: dead_choices(main, at) for at, name in enumerate(names)},
        variety={name: variety(main, at) for at, name in enumerate(names)},
        lengths={name: main.lengths[at] for at, name in enumerate(names)},
        measures=measured(study),
        recommendation=recommended(study, main),
        author=study.asked.author,
        date=str(study.asked.date or dt.date.today()),  # noqa: DTZ011 - the author's day
    )


def _told(variant: Any) -> VariantSummary:
    labels = {each: variant.label(each) for each in LANGUAGES}
    return VariantSummary(
        name=variant.name, labels=labels, seats=variant.seats, given=variant.told()
    )


def _answers(results: StudyResults) -> Iterator[MetricAnswer]:
    study = results.study
    for lineup, tally in zip(study.lineups, results.tallies, strict=True):
        for name, moments in tally.moments.items():
            question = metrics.QUESTION_OF[metrics.kind(name)]
            if question not in study.questions:
                continue
            for number in moments.variants:
                one = moments.estimate(number)
                if one is not None:
                    yield MetricAnswer(
                        lineup=lineup.name, metric=name, question=question,
                        variant=study.variants[number].name, value=one.value,
                        low=one.low, high=one.high, games=one.games,
                    )  # fmt: skip


def _differences(
    study: Study, tally: StudyTotals
) -> tuple[list[Difference], list[Finding]]:
    """Return each variant's differences from the first variant, and its changes in the use of
    actions.
    """
    asked: list[tuple[str, int, Estimate, float]] = []
    for name, moments in tally.moments.items():
        if metrics.QUESTION_OF[metrics.kind(name)] not in study.questions:
            continue
        for number in range(1, len(study.variants)):
            one, apart = moments.difference(number, 0), moments.unpaired(number, 0)
            if one is not None and apart is not None:
                more = fair_share(study, name, number) - fair_share(study, name, 0)
                beyond = Estimate(one.value - more, one.half, one.games)
                asked.append((name, number, beyond, apart.half))
    used = list(_shifts(study, tally))
    sure = holm([*(one for _, _, one, _ in asked), *(one for *_, one in used)])
    main = study.lineups[0]
    differences = []
    for (name, number, one, wider), certain in zip(asked, sure, strict=False):
        base = tally.moments[name].estimate(0)
        small = precision(study, main, name, base.value if base else 0.0)
        differences.append(
            Difference(
                metric=name, variant=study.variants[number].name, value=one.value,
                low=one.low, high=one.high, apart=wider, certain=certain,
                units=abs(one.value) / small,
            )
        )  # fmt: skip
    shifts = [
        Finding(
            kind="shift", what=action, variant=study.variants[number].name,
            value=one.value, low=one.low, high=one.high, before=before,
            units=abs(one.value) / precision(study, main, "moves", before),
        )
        for (action, number, before, one), certain in zip(
            used, sure[len(asked) :], strict=True
        )
        if certain
    ]  # fmt: skip
    return differences, shifts


def fair_share(study: Study, metric: str, variant: int) -> float:
    """Return the fair share of a seat or place if table sizes differ between variants, else 0.

    One seat of two wins more games than one of four; only the excess is compared.
    """
    sizes = {one.seats for one in study.variants}
    counted = metrics.kind(metric) in ("seat", "place") and len(sizes) > 1
    return 1 / study.variants[variant].seats if counted else 0.0


def _shifts(
    study: Study, tally: StudyTotals
) -> Iterator[tuple[str, int, float, Estimate]]:
    """Yield by how much each action is used more or less often than in the first variant."""
    if "pieces" not in study.questions:
        return
    base = usage(tally, 0)
    for number in range(1, len(study.variants)):
        here = usage(tally, number)
        for action in sorted({*base, *here}):
            nothing = Estimate(0.0, 3 / tally.games, tally.games)
            one, other = here.get(action, nothing), base.get(action, nothing)
            half = math.hypot(one.half, other.half)
            made = Estimate(one.value - other.value, half, tally.games)
            yield action, number, other.value, made


def _as_finding(one: Difference, tally: StudyTotals, study: Study) -> Finding:
    base = tally.moments[one.metric].estimate(0)
    before = base.value - fair_share(study, one.metric, 0) if base else 0.0
    return Finding(
        kind="difference", what=one.metric, variant=one.variant, value=one.value,
        low=one.low, high=one.high, before=before, units=one.units,
    )  # fmt: skip


def _unfair(study: Study, tally: StudyTotals) -> list[Finding]:
    """Return the seats and places of each variant that win significantly too often or too
    rarely.
    """
    if "seats" not in study.questions:
        return []
    tested = []
    for number, variant in enumerate(study.variants):
        for word in ("seat", "place"):
            for at in range(1, variant.seats + 1):
                name = f"{word}.{at}"
                one = tally.moments[name].estimate(number)
                assert one
                fair = 1 / variant.seats
                excess = Estimate(one.value - fair, one.half, one.games)
                tested.append((name, variant.name, fair, excess))
    sure = holm(excess for *_, excess in tested)
    return [
        Finding(
            kind="unfair", what=name, variant=variant, value=one.value, low=one.low,
            high=one.high, before=fair,
            units=abs(one.value) / precision(study, study.lineups[0], name, fair),
        )
        for (name, variant, fair, one), certain in zip(tested, sure, strict=True)
        if certain
    ]  # fmt: skip


__all__ = ["Difference", "Finding", "MetricAnswer", "Report", "report"]
