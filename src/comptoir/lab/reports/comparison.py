"""A page that compares two studies: the same metrics of the first variant of each."""

from html import escape
from typing import Any

from comptoir.engine.errors import BadSetup
from comptoir.lab.statistics.moments import Estimate, holm
from comptoir.lab.studies.study import LANGUAGES

from . import plots
from .layout import figure, key, page, section, table
from .plots import Dot, Row
from .report import MetricAnswer, Report
from .summary import ReportText

MOST = 12


class MetricPair:
    """One metric of two studies, and its difference in the second study from the first."""

    def __init__(self, one: MetricAnswer, other: MetricAnswer):
        self.one, self.other = one, other
        half = ((one.high - one.low) ** 2 + (other.high - other.low) ** 2) ** 0.5 / 2
        self.difference = Estimate(other.value - one.value, half, other.games)
        self.certain = False

    @property
    def size(self) -> float:
        """The difference as a share of the larger of the two values."""
        largest = max(abs(self.one.value), abs(self.other.value))
        return abs(self.difference.value) / largest if largest else 0.0


def pairs(one: Report, other: Report) -> list[MetricPair]:
    """Return the metrics that both studies have, those with significant differences first."""
    if one.game != other.game:
        raise BadSetup(
            f"expected two studies of one game, got {one.game} and {other.game}"
        )
    found = []
    for answer in one.answers:
        there = other.answer(answer.metric, other.variants[0].name, answer.lineup)
        if there and answer.variant == one.variants[0].name:
            found.append(MetricPair(answer, there))
    sure = holm(pair.difference for pair in found)
    for pair, certain in zip(found, sure, strict=True):
        pair.certain = certain
    return sorted(found, key=lambda pair: (not pair.certain, -pair.size))


def compare(one: Report, other: Report, language: str = "en") -> str:
    """Return a page that compares two studies.

    Raises:
        BadSetup: The studies are of different games.
    """
    tell, found = ReportText(one, language), pairs(one, other)
    titles = one.titles[language], other.titles[language]
    title = tell.say("compare.title", one=titles[0], other=titles[1])
    main = [pair for pair in found if pair.one.lineup == "main"]
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<div class="answer"><p>{escape(_verdict(tell, main, titles))}</p></div>',
        section(tell.say("head.compare"), key(titles), *_shown(tell, main, titles)),
    ]
    for about, report in zip(titles, (one, other), strict=True):
        said = ReportText(report, language)
        body.append(section(about, *(f"<p>{escape(s)}</p>" for s in said.method())))
    return page(language, title, body)


def _verdict(tell: ReportText, found: list[MetricPair], titles: tuple[str, str]) -> str:
    certain = [pair for pair in found if pair.certain]
    if not certain:
        return tell.say("compare.same")
    first = certain[0]
    return tell.say(
        "compare.differs", count=len(certain), metric=tell.label(first.one.metric),
        before=tell.value(first.one.metric, first.one.value),
        after=tell.value(first.one.metric, first.other.value),
        one=titles[0], other=titles[1],
    )  # fmt: skip


def _shown(
    tell: ReportText, found: list[MetricPair], titles: tuple[str, str]
) -> list[str]:
    """Return a dot plot of the largest differences of shares, and a table of every metric."""
    rows = [
        Row(tell.label(pair.one.metric), [_dot(pair.one, 0), _dot(pair.other, 1)])
        for pair in found
        if pair.one.metric.partition(".")[0] in ("seat", "place")
    ]
    plot = plots.dots(rows[:MOST], lambda v: tell.value("seat", v)) if rows else ""
    lines: list[list[Any]] = []
    for pair in found:
        metric, both = pair.one.metric, (pair.one, pair.other)
        lines.append(
            [
                tell.label(metric),
                *((tell.value(metric, e.value), tell.half(metric, e)) for e in both),
                (
                    tell.value(metric, pair.difference.value, sign=True)
                    + (" *" if pair.certain else ""),
                    tell.half(metric, pair.difference),
                ),
            ]
        )
    head = ["", *titles, tell.say("column.difference")]
    star = escape(tell.say("compare.star"))
    return [figure(plot), table(head, lines), f'<p class="note">{star}</p>']


def _dot(one: MetricAnswer, series: int) -> Dot:
    return Dot(one.value, one.low, one.high, series)


def pages(one: Report, other: Report) -> dict[str, bytes]:
    """Return the comparison page in every language, by file name."""
    return {
        f"compare.{each}.html": compare(one, other, each).encode() for each in LANGUAGES
    }
