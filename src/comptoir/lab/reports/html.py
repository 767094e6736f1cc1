"""A report as one self-contained HTML page: the verdict first, then a plot for each
question.
"""

from collections.abc import Iterator
from html import escape

from comptoir.lab.statistics import metrics
from comptoir.lab.statistics.moments import Estimate
from comptoir.lab.studies.study import LANGUAGES, HumanPace

from . import plots
from .layout import Cell, figure, folded, key, page, section, table
from .onepage import opening, variants
from .plots import Dot, Row
from .report import Report
from .summary import ReportText

MOST = 12  # maximum number of rows in a plot
LEVELS = ("minutes", "place.1", "lead.half", "favourite.2", "kingmaker", "bits")


def html(
    report: Report,
    language: str = "en",
    pace: HumanPace | None = None,
    *,
    beside: bool = True,
) -> str:
    """Return a report as an HTML page; `beside` adds a link to the page in the other
    language.
    """
    tell = ReportText(report, language)
    other = next(one for one in LANGUAGES if one != language)
    title = report.titles[language]
    links = (
        f'<a href="summary.{language}.html">{escape(tell.say("onepage"))}</a> · '
        f'<a href="report.{other}.html" hreflang="{other}">{escape(tell.say("other"))}</a>'
    )
    parts = [
        *opening(tell, links if beside else ""),
        *_sections(tell, pace or HumanPace()),
        section(
            tell.say("head.method"), *(f"<p>{escape(s)}</p>" for s in tell.method())
        ),
        f"<footer>{escape(tell.say('made'))}</footer>",
    ]
    return page(language, title, parts)


def _sections(tell: ReportText, pace: HumanPace) -> Iterator[str]:
    report = tell.report
    names = [one.labels[tell.language] for one in report.variants]
    if len(names) > 1:
        yield section(tell.say("head.variants"), variants(tell))
        yield _differences(tell)
    if report.measures:
        yield section(tell.say("head.measures"), _measures(tell, names))
    drawn = {
        "seats": _seats, "length": lambda t: _length(t, pace), "tension": _tension,
        "skill": _skill, "levels": _levels, "pieces": _pieces, "endings": _endings,
    }  # fmt: skip
    for question in report.questions:
        if question in ("skill", "levels", "pieces"):
            yield drawn[question](tell)
            continue
        plot = drawn[question](tell) if question in drawn else ""
        numbers = _numbers(tell, question, shown=not plot)
        shown = key(names) if plot and question != "endings" else ""
        note = ""
        if question == "lead" and not report.answer("lead.half", tell.base):
            note = f'<p class="note">{escape(tell.say("nolead"))}</p>'
        if question == "choice":
            note = f'<p class="note">{escape(tell.variety())}</p>'
        yield section(tell.say(f"question.{question}"), shown, plot, note, numbers)


def _measures(tell: ReportText, names: list[str]) -> str:
    """Return a table of the study's own measures, with a column for each variant."""
    report = tell.report
    rows: dict[str, list[Cell]] = {}
    for one in report.measures:
        row = rows.setdefault(one.measure, [one.labels[tell.language]])
        row.append((tell.number(one.value), tell.half("moves", one)))
    games = tell.count(report.measures[0].games)
    note = f'<p class="note">{escape(tell.say("caption.measures", games=games))}</p>'
    return table(["", *names], rows.values()) + note


def _numbers(tell: ReportText, question: str, *, shown: bool) -> str:
    """Return a table of a question's metrics, with a column for each variant."""
    report = tell.report
    told = dict.fromkeys(
        one.metric
        for one in report.answers
        if (one.question, one.lineup) == (question, "main")
        and (one.value or metrics.kind(one.metric) != "ending")
    )
    rows: list[list[Cell]] = []
    for metric in told:
        row: list[Cell] = [tell.label(metric)]
        row += [_cell(tell, metric, one.name) for one in report.variants]
        rows.append(row)
    head = ["", *(one.labels[tell.language] for one in report.variants)]
    return folded(tell.say("head.figures"), table(head, rows), shown=shown)


def _cell(tell: ReportText, metric: str, variant: str, lineup: str = "main") -> Cell:
    one = tell.report.answer(metric, variant, lineup)
    if one is None:
        return "–"
    return tell.value(metric, one.value), tell.half(metric, one)


def _differences(tell: ReportText) -> str:
    """Return a plot of the largest differences from the first variant."""
    report = tell.report
    size: dict[str, float] = {}
    for one in report.differences:
        rank = one.units + (1e6 if one.certain else 0)
        size[one.metric] = max(size.get(one.metric, 0.0), rank)
    shown = sorted(size, key=lambda metric: -size[metric])[:MOST]
    rows = [_in_units(tell, metric) for metric in shown]
    caption = tell.say("caption.differences", base=tell.variant(tell.base))
    names = [one.labels[tell.language] for one in report.variants]
    plot = plots.dots(rows, tell.units, 0.0)
    return section(
        tell.say("head.differences"), key(names, 1), figure(plot, caption),
        _certain(tell), _shifts(tell),
    )  # fmt: skip


def _in_units(tell: ReportText, metric: str) -> Row:
    """Return the differences in a metric as a row of dots, in units of the requested
    precision.
    """
    report = tell.report
    found = [one for one in report.differences if one.metric == metric]
    unit = next((one.units / abs(one.value) for one in found if one.value), 1.0)
    made = [
        Dot(
            one.value * unit, one.low * unit, one.high * unit,
            _number(report, one.variant), one.certain,
        )
        for one in found
    ]  # fmt: skip
    return Row(tell.compared(metric), made)


def _certain(tell: ReportText) -> str:
    """Return a table of every significant difference."""
    listed = [
        [
            tell.compared(one.metric), tell.variant(one.variant),
            tell.value(one.metric, one.value, sign=True),
            tell.half(one.metric, one),
            tell.half(one.metric, Estimate(0.0, one.apart, 0)),
        ]
        for one in sorted(tell.report.differences, key=lambda d: -d.units)
        if one.certain
    ]  # fmt: skip
    names = ("difference", "interval", "apart")
    head = ["", "", *(tell.say(f"column.{one}") for one in names)]
    return folded(tell.say("head.figures"), table(head, listed)) if listed else ""


def _shifts(tell: ReportText) -> str:
    if not tell.report.shifts:
        return ""
    rows: list[list[Cell]] = [
        [
            (tell.action(one.what), tell.variant(one.variant)),
            tell.number(one.before),
            (
                tell.number(one.before + one.value),
                tell.half("moves", one),
            ),
        ]
        for one in tell.report.shifts[:MOST]
    ]
    says = tell.say("caption.shifts", base=tell.variant(tell.base))
    head = [
        tell.say("column.action"),
        tell.variant(tell.base),
        tell.say("column.times"),
    ]
    return f'<p class="note">{escape(says)}</p>' + table(head, rows)


def _number(report: Report, variant: str) -> int:
    return [one.name for one in report.variants].index(variant)


def _rows(tell: ReportText, wanted: tuple[str, ...]) -> list[Row]:
    """Return all metrics of the given kinds as rows of dots."""
    rows: dict[str, list[Dot]] = {}
    for one in tell.report.answers:
        if one.lineup == "main" and metrics.kind(one.metric) in wanted:
            series = _number(tell.report, one.variant)
            made = Dot(one.value, one.low, one.high, series)
            rows.setdefault(one.metric, []).append(made)
    return [Row(tell.label(metric), found) for metric, found in rows.items()]


def _seats(tell: ReportText) -> str:
    apart = (
        len(tell.sizes) > 1
    )  # then only what goes beyond a fair share can be compared
    fair = [1 / one.seats if apart else 0.0 for one in tell.report.variants]
    rows = [
        Row(
            row.label,
            [
                Dot(d.value - fair[d.series], d.low - fair[d.series],
                    d.high - fair[d.series], d.series)
                for d in row.dots
            ],
        )
        for row in _rows(tell, ("seat", "place"))
    ]  # fmt: skip
    line = 0.0 if apart else 1 / tell.report.variants[0].seats
    plot = plots.dots(rows, lambda v: tell.value("seat", v, sign=apart), line)
    return figure(plot, tell.say("caption.beyond" if apart else "caption.seats"))


def _length(tell: ReportText, pace: HumanPace) -> str:
    report = tell.report
    counts = [report.lengths[one.name] for one in report.variants]
    caption = tell.say(
        "caption.length", move=f"{pace.move:g}", decision=f"{pace.decision:g}",
        bit=f"{pace.bit:g}",
    )  # fmt: skip
    plot = plots.hills(counts, lambda v: f"{tell.count(round(v))} min")
    return figure(plot, caption)


def _tension(tell: ReportText) -> str:
    report = tell.report
    series = []
    for variant in report.variants:
        found = [report.answer(f"luck.{n}", variant.name) for n in range(4)]
        points = [
            (n / 4, one.value, one.low, one.high) for n, one in enumerate(found) if one
        ]
        if points:
            series.append([*points, (1.0, 1.0, 1.0, 1.0)])
    if not series:
        return ""
    floor = 1 / report.variants[0].seats
    deal, half, end = (tell.say(f"moment.{one}") for one in ("deal", "half", "end"))
    moments = (deal, "¼", half, "¾", end)
    plot = plots.lines(series, moments, lambda v: f"{100 * v:.0f} %", floor)
    return figure(plot, tell.say("caption.tension"))


def _skill(tell: ReportText) -> str:
    report = tell.report
    rows, names = [], [one.labels[tell.language] for one in report.variants]
    for lineup in report.lineups:
        found = [report.answer("better", v.name, lineup.name) for v in report.variants]
        made = [
            Dot(one.value, one.low, one.high, n) for n, one in enumerate(found) if one
        ]
        if made:
            rows.append(Row(tell.say("among", **tell.among(lineup)), made))
    if not rows:
        return ""
    fair = 1 / report.variants[0].seats
    plot = plots.dots(rows, lambda v: tell.value("better", v), fair)
    shown = figure(plot, tell.say("caption.skill"))
    return section(tell.say("question.skill"), key(names), shown)


def _levels(tell: ReportText) -> str:
    levels = tell.levels()
    rows: list[list[Cell]] = []
    for metric in LEVELS:
        cells = [_cell(tell, metric, tell.base, one.name) for one in levels]
        if any(cell != "–" for cell in cells):
            rows.append([tell.label(metric), *cells])
    head = [tell.say("column.level"), *map(tell.seated, levels)]
    return section(tell.say("question.levels"), table(head, rows))


def _pieces(tell: ReportText) -> str:
    report = tell.report
    found = report.pieces[tell.base][:MOST]
    rows = [
        Row(tell.action(one.action), [Dot(one.value, one.low, one.high, 0, one.sure)])
        for one in found
    ]
    plot = (
        plots.dots(rows, lambda v: tell.value("seat", v, sign=True), 0.0)
        if rows
        else ""
    )
    listed: list[list[Cell]] = [
        [
            tell.action(one.action), tell.value("seat", one.taken),
            tell.value("seat", one.won_with), tell.value("seat", one.won_without),
            (
                tell.value("seat", one.value, sign=True),
                tell.half("seat", one),
            ),
        ]
        for one in found
    ]  # fmt: skip
    columns = ("action", "taken", "with", "without", "difference")
    head = [tell.say(f"column.{one}") for one in columns]
    dead = [tell.action(one.action) for one in report.dead[tell.base][:MOST]]
    says = (
        f"{tell.say('caption.dead')} {', '.join(dead)}." if dead else tell.say("nodead")
    )
    return section(
        tell.say("question.pieces"), figure(plot, tell.say("caption.pieces")),
        folded(tell.say("head.figures"), table(head, listed)),
        f'<p class="note">{escape(says)}</p>',
    )  # fmt: skip


def _endings(tell: ReportText) -> str:
    """Return a plot of how often games end in each way; nothing if all end in the same way."""
    report = tell.report
    kinds = dict.fromkeys(
        one.metric
        for one in report.answers
        if one.lineup == "main" and metrics.kind(one.metric) == "ending" and one.value
    )
    if len(kinds) < 2:  # noqa: PLR2004
        return ""
    rows = []
    for variant in report.variants:
        found = [report.answer(kind, variant.name) for kind in kinds]
        rows.append(
            (variant.labels[tell.language], [o.value if o else 0.0 for o in found])
        )
    names = [tell.label(kind) for kind in kinds]
    return key(names) + figure(plots.stacks(rows, names), tell.say("caption.endings"))
