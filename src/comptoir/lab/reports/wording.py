"""Formats the texts and numbers of the lab's reports in a language, in the words of a game."""

from pathlib import Path
from typing import Any

from comptoir.engine.model import registry
from comptoir.lab.statistics import metrics

WORDS = Path(__file__).parent / "words"
FEW, SMALL = (
    100,
    10,
)  # numbers from FEW on have no decimals; numbers from SMALL on have one
NARROW = "\u202f"  # a narrow no-break space


class Wording:
    """The texts of reports on a game, in one language."""

    def __init__(self, game: str, language: str):
        self.game, self.language = registry.load(game), language
        self.words = self.game.words(language, WORDS)

    def say(self, key: str, **args: Any) -> str:
        """Return the text of a key, with its placeholders filled in."""
        return self.words.say(key, **args)

    def number(self, value: float, *, sign: bool = False) -> str:
        """Return a number with only its significant digits."""
        size = abs(value)
        digits = 0 if size >= FEW else 1 if size >= SMALL else 2
        signed = "+" if sign and round(value, digits) else ""
        return self._local(f"{value:{signed}z,.{digits}f}".replace("-", "−"))

    def units(self, value: float) -> str:
        """Return a signed number of units (see `Difference`)."""
        return self._local(f"{value:+g}".replace("-", "−")) if value else "0"

    def count(self, value: int) -> str:
        """Return a whole number."""
        return self._local(f"{value:,}")

    def _local(self, text: str) -> str:
        if self.language == "fr":
            text = text.replace(",", NARROW).replace(".", ",")
        return text

    def value(self, metric: str, value: float, *, sign: bool = False) -> str:
        """Return a metric's value as text: a percentage for shares, a plain number for
        others.
        """
        if not metrics.is_share(metric):
            return self.number(value, sign=sign)
        signed = "+" if sign and round(100 * value, 1) else ""
        text = f"{100 * value:{signed}z.1f}".replace("-", "−")
        return f"{self._local(text)}{NARROW}%"

    def half(self, metric: str, one: Any) -> str:
        """Return the half-width of an interval as text; a tiny one is never rounded to zero."""
        width = (one.high - one.low) / 2
        least = 0.001 if metrics.is_share(metric) else 0.01
        if 0 < width < least / 2:
            return f"<{NARROW}{self.value(metric, least)}"
        return f"±{NARROW}{self.value(metric, width)}"

    def label(self, metric: str) -> str:
        """Return a metric's name for readers, in the words of its game and the lab."""
        words = self.words
        word, _, rest = metric.partition(".")
        if word == "ending":
            known = f"ending.{rest}" in words
            name = words.say(f"ending.{rest}") if known else rest
            return words.say("metric.ending", n=name)
        key = f"metric.{metric}"
        n = int(rest) if rest.isdecimal() else rest
        return words.say(key) if key in words else words.say(f"metric.{word}", n=n)


def small(label: str) -> str:
    """Return a label with the capitalisation that it has inside a sentence."""
    return label[0].lower() + label[1:]
