"""The result of a search as a page and as JSON."""

import math
from html import escape
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from comptoir.lab.reports import plots
from comptoir.lab.reports.files import put
from comptoir.lab.reports.layout import figure, page, section, table
from comptoir.lab.reports.wording import Wording, small
from comptoir.lab.statistics.moments import Estimate
from comptoir.lab.studies.study import LANGUAGES

from .search import ParetoFront, Target, TriedSetting

MOST = 15
CLOUDS = 3  # at most this many scatter plots, one for each pair of targets


class _SearchText(Wording):
    """The texts of a search report in one language."""

    def __init__(self, front: ParetoFront, language: str):
        super().__init__(front.game, language)
        self.front = front

    def settings(self, one: TriedSetting) -> str:
        """Return a combination's settings as text, with the option names that players see."""
        return ", ".join(
            f"{self._name(name)} {value}" for name, value in one.settings.items()
        )

    def _name(self, name: str) -> str:
        key = f"option.{name.removeprefix('options.')}.name"
        return self.say(key) if key in self.words else name

    def verdict(self) -> str:
        """Return the result of the search as a paragraph."""
        front = self.front
        best = front.best[0]
        met = sum(one.miss == 0 for one in front.tried)
        said = self.say(
            "search.met", count=met, tried=self.count(len(front.tried)),
            games=self.count(best.games), best=self.settings(best),
        )  # fmt: skip
        missed = [
            self.say(
                "search.missed", metric=small(self.label(target.metric)),
                value=self.value(target.metric, best.values[target.metric]),
                aim=self.aim(target),
            )
            for target, miss in zip(front.targets, best.misses, strict=True)
            if miss
        ]  # fmt: skip
        if missed:
            said += " " + self.say("search.misses", misses=", ".join(missed))
        return said

    def rows(self, found: list[TriedSetting]) -> list[list[Any]]:
        """Return combinations as rows of a table, with a column for each target."""
        return [
            [
                self.settings(one),
                *(self._cell(one, t.metric) for t in self.front.targets),
            ]
            for one in found
        ]

    def _cell(self, one: TriedSetting, metric: str) -> tuple[str, str]:
        estimate = Estimate(one.values[metric], one.halves[metric], one.games)
        return self.value(metric, estimate.value), self.half(metric, estimate)

    def aim(self, target: Target) -> str:
        """Return a target's range as text."""
        least, most = (
            self.value(target.metric, end) for end in (target.least, target.most)
        )
        if math.isinf(target.least):
            return f"≤ {most}"
        return f"≥ {least}" if math.isinf(target.most) else f"{least} – {most}"

    def head(self) -> list[str]:
        """Return the column headings."""
        named = [f"{self.label(t.metric)} ({self.aim(t)})" for t in self.front.targets]
        return [self.say("search.settings"), *named]


def told(front: ParetoFront, language: str) -> str:
    """Return the result of a search as a paragraph."""
    return _SearchText(front, language).verdict()


def html(front: ParetoFront, language: str) -> str:
    """Return the HTML page of a search: the best combinations and the Pareto front."""
    said = _SearchText(front, language)
    title = said.words.say("search.title", title=front.titles[language])
    offs = front.trade_offs
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="about">{escape(front.abouts[language])}</p>',
        f'<div class="answer"><p>{escape(said.verdict())}</p></div>',
        section(
            said.words.say("search.target"), table(said.head(), said.rows(front.best)),
            f'<p class="note">{escape(said.words.say("search.again"))}</p>',
        ),
        section(
            said.words.say("head.front"), _clouds(said, offs),
            table(said.head(), said.rows(offs[:MOST])),
        ),
    ]  # fmt: skip
    return page(language, title, body)


def _clouds(said: _SearchText, offs: list[TriedSetting]) -> str:
    """Return a scatter plot for each pair of targets."""
    drawn = [
        plots.cloud(
            [
                (*(one.values[t.metric] for t in pair), said.settings(one), one in offs)
                for one in said.front.tried
            ],
            [_axis(said, target) for target in pair],
        )
        for pair in list(combinations(said.front.targets, 2))[:CLOUDS]
    ]
    return "".join(
        figure(plot, said.say("search.front") if plot is drawn[-1] else "")
        for plot in drawn
    )


def _axis(said: _SearchText, target: Target) -> plots.Axis:
    metric = target.metric
    name = f"{said.label(metric)} ({said.aim(target)})"
    return plots.Axis(name, lambda v: said.value(metric, v), target.least, target.most)


def write(front: ParetoFront, folder: Path) -> list[Path]:
    """Write the report of a search to a folder, and return its files."""
    made = {f"search.{each}.html": html(front, each).encode() for each in LANGUAGES}
    made["search.json"] = (
        msgspec.json.format(msgspec.json.encode(front), indent=1) + b"\n"
    )
    return put(folder, made)
