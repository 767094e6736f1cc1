"""ICU messages as catalogues use them: `{name}`, plural, selectordinal and select.

What they say in our two languages is what ICU says, which a test asks in every message of
ours; ICU itself knows hundreds of languages and takes 43 MB.
"""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from functools import partial
from typing import Any, NoReturn

from comptoir.engine.errors import BadSetup

Arguments = Mapping[str, Any]
MessagePart = Callable[[Arguments, str], str]  # of the arguments, and what # stands for

KINDS = ("plural", "selectordinal", "select")
ENDS: dict[float, str] = {
    1: "one",
    2: "two",
    3: "few",
}  # 1st, 2nd, 3rd, but 11th, 12th, 13th
TEENS = range(11, 14)


class Message:
    """A message of one language.

    Raises:
        BadSetup: It is none.
    """

    def __init__(self, text: str, language: str):
        self._text, self._language, self._at = text, language, 0
        self._parts = list(self._read(counted=False, inside=False))

    def format(self, said: Arguments) -> str:
        """Return what it says of some arguments; one that is missing keeps its name."""
        return _joined(self._parts, said, "")

    def _read(self, *, counted: bool, inside: bool) -> Iterator[MessagePart]:
        """Yield the parts up to the end, or to the brace that closes this message."""
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
        """Return what an apostrophe says: itself, or what it keeps from being read."""
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
        """Read from one brace to the other."""
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
        """Return what comes before the next of some signs."""
        start = self._at
        while self._at < len(self._text) and self._text[self._at] not in signs:
            self._at += 1
        return self._text[start : self._at]

    def _sign(self) -> str:
        """Return the sign here, and go on."""
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
    """Return the choice that an argument makes: `=3`, a kind of number, or `other`."""
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
    """Return the kind of an amount: in French all below two is one."""
    ones = (0, 1) if language == "fr" else (1,)
    size = int(abs(value)) if language == "fr" else abs(value)
    return "one" if size in ones else "other"


def _place(value: float, language: str) -> str:
    """Return the kind of a place: 1er and 2e, or 1st, 2nd, 3rd and 4th."""
    size = abs(value)
    if language == "fr":
        return "one" if size == 1 else "other"
    return "other" if size % 100 in TEENS else ENDS.get(size % 10, "other")


def written(value: Any, language: str) -> str:
    """Return an argument as it is written: numbers by their language."""
    if not isinstance(value, int | float):
        return str(value)
    text = f"{value:,d}" if isinstance(value, int) else _rounded(value)
    if language == "fr":
        return text.translate({ord(","): "\u202f", ord("."): ","})
    return text


def _rounded(value: float) -> str:
    return f"{Decimal(repr(value)):,.3f}".rstrip("0").rstrip(".")
