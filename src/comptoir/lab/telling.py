"""A report in words: numbers as a language writes them, and the answer in one paragraph."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from comptoir.engine.model import registry
from comptoir.engine.model.actions import Action
from comptoir.engine.text.words import Words

from . import metrics
from .answers import Answer, Finding, Report
from .study import SAMPLED, TRIALS, Lineup

WORDS = Path(__file__).parent / "words"
FEW, SMALL = 100, 10  # from which on numbers have no, and one, decimal
NARROW = "\u202f"  # a space that does not break


class Teller:
    """Says what a report holds, in one language."""

    def __init__(self, report: Report, language: str):
        self.report, self.language = report, language
        game = registry.load(report.game)
        self.words = game.words(language, WORDS)
        self.game = game

    def say(self, key: str, **args: Any) -> str:
        """Return a sentence."""
        return self.words.say(key, **args)

    def number(self, value: float, *, sign: bool = False) -> str:
        """Return a number with as many digits as tell something."""
        size = abs(value)
        digits = 0 if size >= FEW else 1 if size >= SMALL else 2
        text = f"{value:{'+' if sign else ''},.{digits}f}".replace("-", "−")
        return self._local(text)

    def units(self, value: float) -> str:
        """Return a number of units, with its sign."""
        return self._local(f"{value:+g}".replace("-", "−")) if value else "0"

    def count(self, value: int) -> str:
        """Return a whole number."""
        return self._local(f"{value:,}")

    def _local(self, text: str) -> str:
        if self.language == "fr":
            text = text.replace(",", NARROW).replace(".", ",")
        return text

    def value(self, metric: str, value: float, *, sign: bool = False) -> str:
        """Return a value of a metric: a share in percent, or a number."""
        if not metrics.is_share(metric):
            return self.number(value, sign=sign)
        text = f"{100 * value:{'+' if sign else ''}.1f}".replace("-", "−")
        return f"{self._local(text)}{NARROW}%"

    def interval(self, one: Any, metric: str) -> str:
        """Return the interval of an answer or a difference."""
        return f"{self.value(metric, one.low)} – {self.value(metric, one.high)}"

    def label(self, metric: str) -> str:
        """Return what a metric is called."""
        return label(self.words, metric)

    def action(self, text: str) -> str:
        """Return an action as players of this language say it."""
        action: Action = self.game.actions.read(text)
        return self.words.action(action)

    def variant(self, name: str) -> str:
        """Return what a variant is called."""
        told = next(one for one in self.report.variants if one.name == name)
        return told.labels[self.language]

    @property
    def base(self) -> str:
        """The name of the first variant, with which others are compared."""
        return self.report.variants[0].name

    def answer(self) -> str:
        """Return the answer in one paragraph."""
        parts = [*self._verdict(), *self._about_base()]
        if not self.report.reached:
            parts.append(self.say("answer.unreached"))
        return " ".join(parts)

    def _verdict(self) -> Iterator[str]:
        report = self.report
        found = [one for one in report.findings if one.kind == "difference"]
        if len(report.variants) > 1 and not (found or report.shifts):
            wins = [d for d in report.differences if metrics.kind(d.metric) == "seat"]
            half = max(((d.high - d.low) / 2 for d in wins), default=0.0)
            yield self.say(
                "answer.same",
                names=", ".join(f"“{self.variant(v.name)}”" for v in report.variants),
                count=self.count(len(report.differences)),
                games=self.count(report.games["main"]),
                half=self.value("seat", half),
            )
        if found:
            yield self._difference(found[0], len(found))
            if found[0].units < 1:
                yield self.say("answer.small")
            elif len(found) > 1:
                yield self.say("answer.next", **self._moved(found[1]))
        if report.shifts:
            one = report.shifts[0]
            yield self.say(
                "answer.shift", action=self.action(one.what),
                name=self.variant(one.variant), before=self.number(one.before),
                after=self.number(one.before + one.value),
            )  # fmt: skip

    def _difference(self, one: Finding, count: int) -> str:
        return self.say(
            "answer.differs", count=count, base=self.variant(self.base),
            value=self.value(one.what, one.value, sign=True),
            low=self.value(one.what, one.low), high=self.value(one.what, one.high),
            **self._moved(one),
        )  # fmt: skip

    def _moved(self, one: Finding) -> dict[str, str]:
        return {
            "name": self.variant(one.variant),
            "metric": self.label(one.what),
            "before": self.value(one.what, one.before),
            "after": self.value(one.what, one.before + one.value),
        }

    def _about_base(self) -> Iterator[str]:
        """Say of the first variant whether it is fair, how long, how open, how skilful."""
        report, base = self.report, self.base
        if "seats" in report.questions:
            yield self._fairness()
        minutes, moves = report.answer("minutes", base), report.answer("moves", base)
        if minutes and moves:
            yield self.say(
                "answer.length", minutes=self.count(round(minutes.value)),
                moves=self.count(round(moves.value)),
            )  # fmt: skip
        half, king = (
            report.answer("favourite.2", base),
            report.answer("kingmaker", base),
        )
        if half and king:
            yield self.say(
                "answer.tension", value=self.value("seat", half.value),
                king=self.value("seat", king.value),
            )  # fmt: skip
        for lineup in report.lineups:
            one = report.answer("better", base, lineup.name)
            if one:
                yield self.say("answer.skill", **self.skill(one, lineup))

    def skill(self, one: Answer, lineup: Any) -> dict[str, str]:
        """Return the arguments of a sentence on a better bot."""
        seats = self.report.variants[0].seats
        return {
            "better": lineup.better, "worse": lineup.bots[0],
            "value": self.value("better", one.value),
            "fair": self.value("better", 1 / seats),
        }  # fmt: skip

    def variety(self) -> str:
        """Say how many actions are in real use."""
        found = self.report.variety.items()
        named = [f"{self.variant(name)} {self.number(count)}" for name, count in found]
        return self.say("variety", listed=", ".join(named))

    def levels(self) -> list[Lineup]:
        """Return the lineups of one level each, the weakest first."""
        steps = [one for one in self.report.lineups if one.better]
        order = [one.bots[0] for one in steps] + [one.better for one in steps[-1:]]
        found = [one for one in self.report.lineups if not one.better]
        known = [one for one in found if one.bots[0] in order]
        return sorted(known, key=lambda one: order.index(one.bots[0])) or found

    def _fairness(self) -> str:
        report = self.report
        unfair = [one for one in report.findings if one.kind == "unfair"]
        own = [one for one in unfair if one.variant == self.base]
        if own:
            one = own[0]
            word, _, n = one.what.partition(".")
            return self.say(
                "answer.unfair", name=self.variant(one.variant),
                metric=self.say(f"answer.{word}", n=n),
                before=self.value("seat", one.before),
                after=self.value("seat", one.before + one.value),
            )  # fmt: skip
        widths = [
            (one.high - one.low) / 2
            for one in report.answers
            if one.variant == self.base
            and metrics.kind(one.metric) in ("seat", "place")
        ]
        half = self.value("seat", max(widths, default=0.0))
        return self.say("answer.fair", base=self.variant(self.base), half=half)

    def method(self) -> Iterator[str]:
        """Yield how the numbers came about, a sentence each."""
        report = self.report
        games, variants = report.games["main"], len(report.variants)
        yield self.say(
            "method.games", games=self.count(games), variants=variants,
            bots=", ".join(dict.fromkeys(report.lineups[0].bots)),
            all=self.count(sum(report.games.values()) * variants),
        )  # fmt: skip
        if variants > 1:
            gain = self.number(report.narrowing)
            key = "method.paired" if report.paired else "method.apart"
            yield self.say(key, gain=gain) if report.paired else self.say(key)
            yield self.say("method.holm")
        yield self.say("method.stop")
        if "tension" in report.questions:
            trials = str(sum(TRIALS))
            yield self.say("method.trials", sampled=str(SAMPLED), trials=trials)
        yield self.say("method.bots")
        yield self.say(
            "method.seed", version=report.version, rules=str(report.rules),
            seed=report.seed, fingerprint=report.fingerprint,
        )  # fmt: skip


def label(words: Words, metric: str) -> str:
    """Return what a metric is called, in the words of its game and the lab."""
    word, _, rest = metric.partition(".")
    if word == "ending":
        known = f"ending.{rest}" in words
        name = words.say(f"ending.{rest}") if known else rest
        return words.say("metric.ending", n=name)
    key = f"metric.{metric}"
    return words.say(key) if key in words else words.say(f"metric.{word}", n=rest)
