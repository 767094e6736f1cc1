"""What a search came to, as a page and as JSON."""

from html import escape
from pathlib import Path
from typing import Any

import msgspec

from comptoir.engine.model import registry

from . import plots
from .files import put
from .page import figure, page, section, table
from .searching import Front, Tried
from .study import LANGUAGES
from .telling import WORDS, label

MOST = 15


class _Said:
    """A search in one language."""

    def __init__(self, front: Front, language: str):
        self.front, self.language = front, language
        self.words = registry.load(front.game).words(language, WORDS)

    def number(self, value: float) -> str:
        text = f"{value:,.3g}".replace("-", "−")
        return text.replace(".", ",") if self.language == "fr" else text

    def label(self, metric: str) -> str:
        return label(self.words, metric)

    def settings(self, one: Tried) -> str:
        return ", ".join(f"{name} {value}" for name, value in one.settings.items())

    def verdict(self) -> str:
        """Return what the search came to in a paragraph."""
        front, words = self.front, self.words
        best = front.best[0]
        met = sum(one.miss == 0 for one in front.tried)
        said = words.say(
            "search.met", count=met, tried=str(len(front.tried)),
            games=f"{best.games:,}", best=self.settings(best),
        )  # fmt: skip
        missed = [
            f"{self.label(target.metric)} {self.number(best.values[target.metric])}"
            for target, miss in zip(front.targets, best.misses, strict=True)
            if miss
        ]
        if missed:
            said += " " + words.say("search.misses", misses=", ".join(missed))
        return said

    def rows(self, found: list[Tried]) -> list[list[Any]]:
        return [
            [
                self.settings(one),
                *(
                    (
                        self.number(one.values[t.metric]),
                        f"± {self.number(one.halves[t.metric])}",
                    )
                    for t in self.front.targets
                ),
                self.number(one.miss),
            ]
            for one in found
        ]

    def head(self) -> list[str]:
        aims = []
        for target in self.front.targets:
            least, most = self.number(target.least), self.number(target.most)
            known = target.least > float("-inf"), target.most < float("inf")
            aim = (
                f"{least} – {most}"
                if all(known)
                else f"≥ {least}"
                if known[0]
                else f"≤ {most}"
            )
            aims.append(f"{self.label(target.metric)} ({aim})")
        return [self.words.say("search.settings"), *aims, self.words.say("search.off")]


def told(front: Front, language: str) -> str:
    """Return what a search came to in a paragraph."""
    return _Said(front, language).verdict()


def html(front: Front, language: str) -> str:
    """Return a search as a page: the best settings, and the front of trade-offs."""
    said = _Said(front, language)
    title = said.words.say("search.title", title=front.titles[language])
    offs = front.trade_offs
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<div class="answer"><p>{escape(said.verdict())}</p></div>',
        section(
            said.words.say("search.target"), table(said.head(), said.rows(front.best)),
            f'<p class="note">{escape(said.words.say("search.again"))}</p>',
        ),
        section(
            said.words.say("head.front"), _cloud(said, offs),
            table(said.head(), said.rows(offs[:MOST])),
        ),
    ]  # fmt: skip
    return page(language, title, body)


def _cloud(said: _Said, offs: list[Tried]) -> str:
    """Return the misses of the first two targets against each other."""
    front = said.front
    if len(front.targets) < 2:  # noqa: PLR2004
        return ""
    points = [
        (one.misses[0], one.misses[1], said.settings(one), 1 if one in offs else 5)
        for one in front.tried
    ]
    names = tuple(said.label(target.metric) for target in front.targets[:2])
    plot = plots.cloud(points, names, said.number)
    return figure(plot, said.words.say("search.front"))


def write(front: Front, folder: Path) -> list[Path]:
    """Write a search to a folder."""
    made = {f"search.{each}.html": html(front, each).encode() for each in LANGUAGES}
    made["search.json"] = (
        msgspec.json.format(msgspec.json.encode(front), indent=1) + b"\n"
    )
    return put(folder, made)
