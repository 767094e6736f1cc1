"""A small parser of ICU MessageFormat: `{name}`, plural, selectordinal and select.

It supports English and French only. ICU itself would take 43 MB. A test compares every message
of our catalogues with ICU.
"""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from functools import partial
from typing import Any, NoReturn

from comptoir.engine.errors import BadSetup

Arguments = Mapping[str, Any]
MessagePart = Callable[[Arguments, str], str]  # takes the arguments and the value of #

KINDS = ("plural", "selectordinal", "select")
ENDS: dict[float, str] = {
    1: "one",
    2: "two",
    3: "few",
}  # 1st, 2nd, 3rd, but 11th, 12th, 13th
TEENS = range(11, 14)


class Message:
    """A parsed message in one language.

    Raises:
        BadSetup: The text is not a valid message.
    """

    def __init__(self, text: str, language: str):
        self._text, self._language, self._at = text, language, 0
        self._parts = list(self._read(counted=False, inside=False))

    def format(self, said: Arguments) -> str:
        """Return the text with its arguments filled in; a missing argument stays as
        `{name}`.
        """
        return _joined(self._parts, said, "")

    def _read(self, *, counted: bool, inside: bool) -> Iterator[MessagePart]:
        """Yield the parts up to the end of the text or the closing brace of a submessage."""
        special = "{'#" if counted else "{'"
        special += "}" if inside else ""
        while self._at < len(self._text):
            sign = self._text[self._at]
            if sign == "}" and inside:
                return
            if sign == "{":
                yield self._argument()
            elif sign == "'":
                yield partial(_same, self._quoted(special))
            elif sign == "#" and counted:
                self._at += 1
                yield _count
            else:
                yield partial(_same, self._until(special))
        if inside:
            self._refuse("a brace is not closed")

    def _quoted(self, special: str) -> str:
        """Return an apostrophe, or the literal text that a pair of apostrophes quotes."""
        self._at += 1
        if self._text[self._at : self._at + 1] == "'":
            self._at += 1
            return "'"
        if self._text[self._at : self._at + 1] not in [*special, "}"]:
            return "'"
        kept = self._until("'")
        self._at += 1
        return kept

    def _argument(self) -> MessagePart:
        """Return the part for an argument, from its opening to its closing brace."""
        self._at += 1
        name = self._until(",}").strip()
        if not name.isidentifier():
            self._refuse(f"{name!r} is no name of an argument")
        if self._sign() == "}":
            return partial(_named, name, self._language)
        kind = self._until(",}").strip()
        if kind not in KINDS:
            self._refuse(f"no kind {kind!r}: expected one of {', '.join(KINDS)}")
        self._sign()
        choices = {}
        while key := self._until("{}").strip():
            self._sign()
            choices[key] = list(self._read(counted=kind != "select", inside=True))
            self._sign()
        if self._sign() != "}" or "other" not in choices:
            self._refuse(f"{name} has no choice 'other'")
        return partial(_chosen, name, kind, self._language, choices)

    def _until(self, signs: str) -> str:
        """Return the text up to the next of these characters."""
        start = self._at
        while self._at < len(self._text) and self._text[self._at] not in signs:
            self._at += 1
        return self._text[start : self._at]

    def _sign(self) -> str:
        """Return the next character and advance."""
        if self._at >= len(self._text):
            self._refuse("a brace is not closed")
        self._at += 1
        return self._text[self._at - 1]

    def _refuse(self, why: str) -> NoReturn:
        raise BadSetup(f"message {self._text!r}: {why}")


def _joined(parts: list[MessagePart], said: Arguments, count: str) -> str:
    return "".join(part(said, count) for part in parts)


def _same(text: str, said: Arguments, count: str) -> str:
    return text


def _count(said: Arguments, count: str) -> str:
    return count


def _named(name: str, language: str, said: Arguments, count: str) -> str:
    return written(said[name], language) if name in said else f"{{{name}}}"


def _chosen(
    name: str,
    kind: str,
    language: str,
    choices: dict[str, list[MessagePart]],
    said: Arguments,
    count: str,
) -> str:
    """Return the text of the matching choice: `=3`, a plural category, or `other`."""
    value = said.get(name)
    if kind == "select":
        keys = [str(value)]
    else:
        if not isinstance(value, int | float):
            raise BadSetup(f"{name} is no number: {value!r}")
        exact = f"={value:g}" if isinstance(value, float) else f"={value:d}"
        ordinal = kind == "selectordinal"
        keys = [exact, (_place if ordinal else _amount)(value, language)]
        count = written(value, language)
    found = next((choices[key] for key in keys if key in choices), choices["other"])
    return _joined(found, said, count)


def _amount(value: float, language: str) -> str:
    """Return the plural category; French uses `one` for everything below two."""
    ones = (0, 1) if language == "fr" else (1,)
    size = int(abs(value)) if language == "fr" else abs(value)
    return "one" if size in ones else "other"


def _place(value: float, language: str) -> str:
    """Return the ordinal category: 1er and 2e, or 1st, 2nd, 3rd and 4th."""
    size = abs(value)
    if language == "fr":
        return "one" if size == 1 else "other"
    return "other" if size % 100 in TEENS else ENDS.get(size % 10, "other")


def written(value: Any, language: str) -> str:
    """Return an argument as text, with numbers formatted for the language."""
    if not isinstance(value, int | float):
        return str(value)
    text = f"{value:,d}" if isinstance(value, int) else _rounded(value)
    if language == "fr":
        return text.translate({ord(","): "\u202f", ord("."): ","})
    return text


def _rounded(value: float) -> str:
    return f"{Decimal(repr(value)):,.3f}".rstrip("0").rstrip(".")
