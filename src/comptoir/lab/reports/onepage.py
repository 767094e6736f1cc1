"""A study on one page, for people who decide and do not read statistics."""

from collections.abc import Iterator
from html import escape
from typing import Any

from .cautions import cautions
from .layout import page, section
from .report import Report, VariantSummary
from .summary import ReportText
from .wording import small

SURE = 0.999  # the highest probability that a simulation can establish


def onepage(report: Report, language: str = "en") -> str:
    """Return the summary of a study as an HTML page that prints on one sheet."""
    tell = ReportText(report, language)
    whole = f'<a href="report.{language}.html">{escape(tell.say("whole"))}</a>'
    words = tell.words
    game = " ".join(words.say(key) for key in ("tale", "goal") if key in words)
    parts = [
        *opening(tell, whole),
        section(words.say("title"), f"<p>{escape(game)}</p>" if game else ""),
    ]
    return page(language, report.titles[language], parts)


def opening(tell: ReportText, link: str) -> Iterator[str]:
    """Yield what a reader wants first: the question, the answer, and how far to trust it."""
    report, language = tell.report, tell.language
    byline = [escape(one) for one in (report.author, report.date) if one]
    yield (
        f'<div class="top"><span>Comptoir · {escape(tell.words.say("title"))}</span>'
        f"<span>{' · '.join([*byline, link] if link else byline)}</span></div>"
    )
    yield f"<h1>{escape(report.titles[language])}</h1>"
    if about := report.abouts[language]:
        yield f'<p class="about">{escape(about)}</p>'
    verdict = [*tell.verdict()]
    answers = [
        one for one in (report.conclusions.get(language), recommendation(tell)) if one
    ]
    told = "".join(f"<p>{escape(one)}</p>" for one in answers or verdict)
    yield f'<div class="answer" id="answer">{told}</div>'
    rows: dict[str, list[str]] = {}
    if len(report.variants) > 1:
        rows[tell.say("head.variants")] = [
            tell.say("answer.joint").join(_briefly(tell)) + "."
        ]
    if answers:
        rows[tell.say("head.differences")] = verdict[:1]
    for question, sentence in tell.about_base():
        rows.setdefault(tell.say(f"question.{question}"), []).append(sentence)
    rows[tell.say("head.sure")] = [*tell.sure()]
    rows[tell.say("head.cautions")] = [*cautions(tell)]
    listed = "".join(
        f"<div><dt>{escape(head)}</dt><dd>{escape(' '.join(told))}</dd></div>"
        for head, told in rows.items()
        if told
    )
    yield f'<dl class="facts">{listed}</dl>'


def _briefly(tell: ReportText) -> Iterator[str]:
    """Yield what the variants after the first one change, in a few words each."""
    for one in tell.report.variants[1:]:
        name = tell.say("quoted", name=one.labels[tell.language])
        yield tell.say("change.set", what=name, after=", ".join(changes(tell, one)))


def variants(tell: ReportText) -> str:
    """Return a list of what each variant changes."""
    rows = [
        f"<li><b>{escape(one.labels[tell.language])}</b> – "
        f"{escape(tell.say('answer.joint').join(changes(tell, one)))}</li>"
        for one in tell.report.variants
    ]
    return f"<ul>{''.join(rows)}</ul>"


def recommendation(tell: ReportText) -> str:
    """Say which variant meets the targets best, and how surely; empty without targets."""
    found = tell.report.recommendation
    if found is None:
        return ""
    missed = ", ".join(small(tell.target(name)) for name in found.missed)
    told = tell.say(
        "recommend",
        name=tell.variant(found.variant),
        chance=tell.value("seat", min(found.chance, SURE)),
    )
    return told + (" " + tell.say("recommend.missed", listed=missed) if missed else "")


def changes(tell: ReportText, variant: VariantSummary) -> Iterator[str]:
    """Yield in words what a variant changes: in the first one, or in the usual game."""
    first = tell.report.variants[0]
    usual: dict[str, Any] = first.given
    if variant is first:
        usual = {
            "options": _defaults(tell),
            "seats": first.seats,
            "box": {},
            "setup": {},
        }
    told = []
    if variant.seats != usual["seats"]:
        told.append((tell.say("players"), usual["seats"], variant.seats))
    for part, name_of in NAMES.items():
        told += [
            (name_of(tell, name), usual[part].get(name), value)
            for name, value in variant.given[part].items()
            if _shown(value) != _shown(usual[part].get(name))
        ]
    for what, before, after in told:
        if isinstance(after, dict):  # such as a file of cards
            yield what
        elif before is None:
            yield tell.say("change.set", what=what, after=_shown(after))
        else:
            yield tell.say(
                "change", what=what, before=_shown(before), after=_shown(after)
            )
    if not told:
        yield tell.say("change.none")


def _defaults(tell: ReportText) -> dict[str, Any]:
    read = tell.game.read_options(None)
    return {name: getattr(read, name) for name in read.__struct_fields__}


def _option(tell: ReportText, name: str) -> str:
    key = f"option.{name}.name"
    return tell.say(key) if key in tell.words else name


def _field(tell: ReportText, path: str) -> str:
    """Return the name of a field of the table or the box, and of its entry."""
    name, *steps = path.split(".")
    field = {**tell.game.box_class.fields, **tell.game.table_class.fields}[name]
    keys = [f"view.{name}", f"option.{name}.name"]
    told = next((tell.say(key) for key in keys if key in tell.words), "") or name
    for axis, step in enumerate(steps):
        seat = step.isdecimal() and isinstance(field.axes[axis], range)
        told += f", {tell.say('seat', n=int(step) + 1) if seat else step}"
    return told


NAMES = {"options": _option, "box": _field, "setup": _field}


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value).replace("-", "−")
