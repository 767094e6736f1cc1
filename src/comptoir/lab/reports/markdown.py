"""Writes a report as Markdown: the verdict, the differences, and every metric with its
interval.
"""

from collections.abc import Iterator

from comptoir.lab.statistics.moments import Estimate

from .cautions import cautions
from .onepage import changes
from .report import Report
from .summary import ReportText

MOST = 12  # maximum number of lines in a list


def markdown(report: Report, language: str = "en") -> str:
    """Return a report as Markdown in a language."""
    tell = ReportText(report, language)
    about = report.abouts[language]
    parts = [f"# {report.titles[language]}", *([about] if about else [])]
    parts += [f"## {tell.say('head.answer')}", tell.answer()]
    doubts = [f"* {one}" for one in cautions(tell)]
    if doubts:
        parts += [f"## {tell.say('head.cautions')}", "\n".join(doubts)]
    if len(report.variants) > 1:
        parts += [f"## {tell.say('head.variants')}", *_changes(tell)]
        parts += [f"## {tell.say('head.differences')}", _table(_differences(tell))]
    if report.measures:
        parts += [f"## {tell.say('head.measures')}", *_measures(tell)]
    for question in report.questions:
        rows = list(_numbers(tell, question))
        if rows:
            parts += [f"## {tell.say(f'question.{question}')}", _table(rows)]
        if question == "choice":
            parts.append(tell.variety())
        if question == "pieces":
            parts += [f"## {tell.say('question.pieces')}", *_pieces(tell)]
    parts += [f"## {tell.say('head.method')}", " ".join(tell.method())]
    return "\n\n".join(parts) + "\n"


Row = tuple[str, ...]


def _changes(tell: ReportText) -> Iterator[str]:
    lines = [
        f"* **{one.labels[tell.language]}**: {'; '.join(changes(tell, one))}"
        for one in tell.report.variants
    ]
    yield "\n".join(lines)


def _measures(tell: ReportText) -> Iterator[str]:
    report, rows = tell.report, dict[str, list[str]]()
    for one in report.measures:
        row = rows.setdefault(one.measure, [one.labels[tell.language]])
        row.append(f"{tell.number(one.value)} {tell.half('moves', one)}")
    head = ("", *(tell.variant(one.name) for one in report.variants))
    yield _table([head, *(tuple(row) for row in rows.values())])


def _table(rows: list[Row]) -> str:
    head, *rest = rows
    lines = [head, ("---",) * len(head), *rest]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _differences(tell: ReportText) -> list[Row]:
    columns = ("difference", "interval", "apart")
    named = [tell.say(f"column.{one}") for one in columns]
    certain = [
        (
            tell.variant(one.variant),
            tell.compared(one.metric),
            tell.value(one.metric, one.value, sign=True),
            tell.half(one.metric, one),
            tell.half(one.metric, Estimate(0.0, one.apart, 0)),
        )
        for one in sorted(tell.report.differences, key=lambda d: -d.units)
        if one.certain
    ]
    return [("", "", *named), *certain]


def _numbers(tell: ReportText, question: str) -> Iterator[Row]:
    """Yield a row for each metric of a question, with a column for each variant."""
    report = tell.report
    lineups = [one.name for one in report.lineups]
    wanted = ["main"] if question != "skill" else lineups
    names = [tell.variant(one.name) for one in report.variants]
    head = False
    for lineup in wanted:
        told = dict.fromkeys(
            one.metric
            for one in report.answers
            if (one.question, one.lineup) == (question, lineup)
        )
        for metric in told:
            if not head:
                yield ("", *names)
                head = True
            label = tell.label(metric) if lineup == "main" else lineup
            yield (label, *_cells(tell, metric, lineup))
    if question == "levels":
        yield from _levels(tell)


def _cells(tell: ReportText, metric: str, lineup: str) -> Iterator[str]:
    for variant in tell.report.variants:
        one = tell.report.answer(metric, variant.name, lineup)
        if one is None:
            yield "–"
        else:
            yield f"{tell.value(metric, one.value)} {tell.half(metric, one)}"


LEVELS = ("minutes", "place.1", "lead.half", "favourite.2", "bits", "kingmaker")


def _levels(tell: ReportText) -> Iterator[Row]:
    """Yield a table row for each metric of the first variant, with a column for each bot
    level.
    """
    report = tell.report
    levels = tell.levels()
    yield ("", *map(tell.seated, levels))
    for metric in LEVELS:
        found = [report.answer(metric, tell.base, one.name) for one in levels]
        if any(found):
            yield (
                tell.label(metric),
                *(
                    f"{tell.value(metric, one.value)} {tell.half(metric, one)}"
                    if one
                    else "–"
                    for one in found
                ),
            )


def _pieces(tell: ReportText) -> Iterator[str]:
    report = tell.report
    yield tell.say("caption.pieces")
    columns = ("action", "taken", "with", "without", "difference")
    head: Row = tuple(tell.say(f"column.{one}") for one in columns)
    found = [
        (
            tell.action(one.action),
            tell.value("seat", one.taken),
            tell.value("seat", one.won_with),
            tell.value("seat", one.won_without),
            f"{tell.value('seat', one.value, sign=True)} {tell.half('seat', one)}",
        )
        for one in report.pieces[tell.base][:MOST]
    ]
    yield _table([head, *found])
    dead = [tell.action(one.action) for one in report.dead[tell.base][:MOST]]
    yield (
        f"{tell.say('caption.dead')} {', '.join(dead)}." if dead else tell.say("nodead")
    )
