"""A report on playtests: people's games compared with bots', and what the players said."""

from collections import Counter
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from comptoir.engine.runs.facts import Facts
from comptoir.engine.text.words import LANGUAGES
from comptoir.lab.reports.files import put
from comptoir.lab.reports.layout import Cell, page, section, table
from comptoir.lab.reports.wording import Wording
from comptoir.lab.running.job import StudyJob
from comptoir.lab.running.plain import facts_of_match
from comptoir.lab.running.runner import ThisMachine
from comptoir.lab.statistics import metrics
from comptoir.lab.statistics.moments import Estimate, Moments
from comptoir.lab.studies.study import HumanPace, Study

from .reading import Playtests

BOTS = 2048  # bots' games to compare with
SHOWN = (
    "shared",
    "moves",
    "decisions",
    "minutes",
    "changes",
    "margin",
    "points",
    "bits",
)
RATINGS, BEST = ("fun", "clear", "again"), 5
Answers = dict[str, Estimate | None]


def write(found: Playtests, folder: Path) -> list[Path]:
    """Write the report in both languages, and return its files."""
    tables = [*_tables(found)]
    made = {
        f"playtests.{language}.html": _page(found, tables, language).encode()
        for language in LANGUAGES
    }
    return put(folder, made)


def _tables(found: Playtests) -> Iterator[tuple[int, int, Answers, Answers]]:
    """Yield seats, games, and the metrics of people and of bots, for each size of table."""
    sizes = Counter(match.seats for match in found.matches)
    for seats, games in sorted(sizes.items()):
        played = [facts_of_match(one) for one in found.matches if one.seats == seats]
        words, points, ranks, ending = (
            np.array(part) for part in zip(*played, strict=True)
        )
        facts = Facts(words, points, ranks, ending)
        columns = metrics.of_games(facts, HumanPace(), found.game.endings)
        people = {
            name: Moments.of({0: column}, paired=False).estimate(0)
            for name, column in columns.items()
        }
        asked = {"game": found.game.name, "seats": seats, "questions": ["seats", "length"],
                 "chunk": BOTS}  # fmt: skip
        done = next(iter(ThisMachine().play(Study(asked), [StudyJob(0, 0)])))
        bots = {name: one.estimate(0) for name, one in done.tally.moments.items()}
        yield seats, games, people, bots


def _page(found: Playtests, tables: Any, language: str) -> str:
    say = Wording(found.game.name, language)
    title = say.say("playtest.title", game=say.say("title"))
    parts = [
        f'<div class="top"><span>Comptoir · {escape(say.say("title"))}</span></div>',
        f"<h1>{escape(title)}</h1>",
        f'<div class="answer"><p>{escape(_answer(say, found))}</p></div>',
    ]
    for seats, games, people, bots in tables:
        head = ["", say.say("playtest.people", games=games), say.say("playtest.bots")]
        names = [f"{word}.{n + 1}" for word in ("seat", "place") for n in range(seats)]
        rows: list[list[Cell]] = [
            [say.label(name), _cell(say, name, people), _cell(say, name, bots)]
            for name in (*names, *SHOWN)
            if people.get(name)
        ]
        parts.append(section(say.say("playtest.seats", seats=seats), table(head, rows)))
    said = [_said(one) for one in found.answers]
    quotes = "".join(f"<li>{escape(one)}</li>" for one in said if one)
    parts.append(
        section(say.say("playtest.said"), f"<ul>{quotes}</ul>" if quotes else "")
    )
    left = "".join(f"<li>{escape(one)}</li>" for one in found.faults)
    parts.append(
        section(say.say("playtest.faults"), f"<ul>{left}</ul>" if left else "")
    )
    parts.append(f"<footer>{escape(say.say('made'))}</footer>")
    return page(language, title, parts)


def _answer(say: Wording, found: Playtests) -> str:
    """Return how many players sent feedback, and the mean of each of their ratings."""
    told = [
        say.say("playtest.answer", people=len(found.answers), games=len(found.matches))
    ]
    for name in RATINGS:
        given = [one.get(name) for one in found.answers]
        marks = [mark for mark in given if isinstance(mark, int) and 1 <= mark <= BEST]
        if marks:
            mean = say.number(sum(marks) / len(marks))
            told.append(say.say(f"playtest.{name}", mean=mean, people=len(marks)))
    if found.matches:
        told.append(say.say("playtest.few"))
    return " ".join(told)


def _cell(say: Wording, name: str, answers: Answers) -> Cell:
    one = answers.get(name)
    return (say.value(name, one.value), say.half(name, one)) if one else "–"


def _said(answers: dict[str, str | int | None]) -> str:
    """Return what a player wrote, as one line."""
    return " · ".join(
        f"{name}: {told}"
        for name, told in answers.items()
        if isinstance(told, str) and told.strip()
    )
