"""A study on one page, for people who decide and do not read statistics."""

from collections.abc import Iterator
from html import escape
from typing import Any

from .cautions import cautions
from .layout import page, section, table
from .report import Report, VariantSummary
from .summary import ReportText
from .wording import small

SURE = 0.999  # the most that a simulation of chances can tell
DOUBTS = 3  # at most so many of the cautions


def onepage(report: Report, language: str = "en") -> str:
    """Return the summary of a study as an HTML page that prints on one sheet."""
    tell = ReportText(report, language)
    title, words = report.titles[language], tell.words
    game = [words.say(key) for key in ("tale", "goal") if key in words]
    byline = " · ".join(part for part in (report.author, report.date) if part)
    doubts = "".join(f"<li>{escape(one)}</li>" for one in [*cautions(tell)][:DOUBTS])
    rows = [
        [one.labels[language], "; ".join(changes(tell, one))] for one in report.variants
    ]
    parts = [
        (
            f'<div class="top"><span>Comptoir · {escape(words.say("title"))}</span>'
            f"<span>{escape(byline)}</span></div>"
        ),
        f"<h1>{escape(title)}</h1>",
        *(
            f'<p class="about">{escape(text)}</p>'
            for text in (report.abouts[language],)
            if text
        ),
        f'<p class="note">{escape(" ".join(game))}</p>',
        (
            f'<div class="answer"><p>{escape(recommendation(tell) or next(tell.verdict(), ""))}'
            "</p></div>"
        ),
        section(
            tell.say("head.variants"), table(["", tell.say("column.changes")], rows)
        ),
        section(tell.say("head.answer"), f"<p>{escape(tell.answer())}</p>"),
        section(tell.say("head.cautions"), f"<ul>{doubts}</ul>" if doubts else ""),
        (
            f"<footer>{escape(next(tell.method()))} "
            f'<a href="report.{language}.html">{escape(tell.say("whole"))}</a></footer>'
        ),
    ]
    return page(language, title, parts)


def recommendation(tell: ReportText) -> str:
    """Return which variant meets the targets best, and how sure that is; empty without any."""
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
    """Yield in words what a variant changes, of the game as it is for the first one."""
    first = tell.report.variants[0]
    usual: dict[str, Any] = first.given
    if variant is first:
        usual = {"options": _defaults(tell), "seats": first.seats}
    told = [
        tell.say("change", what=_option(tell, name), before=_shown(usual["options"].get(name)),
                 after=_shown(value))
        for name, value in variant.given["options"].items()
        if value != usual["options"].get(name)
    ]  # fmt: skip
    if variant.seats != usual["seats"]:
        told.append(
            tell.say(
                "change", what=tell.say("players"), before=str(usual["seats"]),
                after=str(variant.seats),
            )
        )  # fmt: skip
    for place in ("box", "setup"):
        told += [f"{name} = {value}" for name, value in variant.given[place].items()]
    yield from told or [tell.say("change.none")]


def _defaults(tell: ReportText) -> dict[str, Any]:
    read = tell.game.read_options(None)
    return {name: getattr(read, name) for name in read.__struct_fields__}


def _option(tell: ReportText, name: str) -> str:
    key = f"option.{name}.name"
    return tell.say(key) if key in tell.words else name


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)
