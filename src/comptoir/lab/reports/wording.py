"""How the lab speaks: its words and a game's, and numbers as a language writes them."""

from pathlib import Path
from typing import Any

from comptoir.engine.model import registry
from comptoir.lab.statistics import metrics

WORDS = Path(__file__).parent / "words"
FEW, SMALL = 100, 10  # from which on numbers have no, and one, decimal
NARROW = "\u202f"  # a space that does not break


class Wording:
    """Says things of a game, in one language."""

    def __init__(self, game: str, language: str):
        self.game, self.language = registry.load(game), language
        self.words = self.game.words(language, WORDS)

    def say(self, key: str, **args: Any) -> str:
        """Return a sentence."""
        return self.words.say(key, **args)

    def number(self, value: float, *, sign: bool = False) -> str:
        """Return a number with as many digits as tell something."""
        size = abs(value)
        digits = 0 if size >= FEW else 1 if size >= SMALL else 2
        signed = "+" if sign and round(value, digits) else ""
        return self._local(f"{value:{signed}z,.{digits}f}".replace("-", "−"))

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
        signed = "+" if sign and round(100 * value, 1) else ""
        text = f"{100 * value:{signed}z.1f}".replace("-", "−")
        return f"{self._local(text)}{NARROW}%"

    def half(self, metric: str, one: Any) -> str:
        """Return half of an interval; one that is nearly nothing is not called nothing."""
        width = (one.high - one.low) / 2
        least = 0.001 if metrics.is_share(metric) else 0.01
        if 0 < width < least / 2:
            return f"<{NARROW}{self.value(metric, least)}"
        return f"±{NARROW}{self.value(metric, width)}"

    def label(self, metric: str) -> str:
        """Return what a metric is called, in the words of its game and the lab."""
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
    """Return a label as it stands within a sentence."""
    return label[0].lower() + label[1:]
