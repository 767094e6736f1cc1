"""Components files: a game's cards as TOML, and custom files that replace them."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from comptoir.engine.errors import BadSetup
from comptoir.engine.text.words import Words

# Files may come from untrusted users, and tomllib takes quadratic time on long or deep keys.
LARGEST = 50_000  # characters that a file may have; the largest of our own has 8,300
LONGEST_LINE = 500
DEEP_KEY = re.compile(r"[^\s.=,\[\]{}#]+(?:\s*\.\s*[^\s.=,\[\]{}#]+){16}")
MOST_FAULTS = 50
LONGEST_FAULT = 300  # maximum length of a reported fault in characters
# What Python says of a text that is not TOML, by the key of our sentence for it.
NOT_TOML = {
    "bracket": r"Unclosed|Expected '\]",
    "quote": r"Unterminated string|Illegal character|Expected [\"']['\"]",
    "equals": r"Expected '='",
    "rest": r"Expected newline",
    "value": r"Invalid (value|date)",
    "twice": r"twice|overwrite|Duplicate|immutable|redefine",
    "key": r"Invalid (statement|initial character)",
}
LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


class FileFault(msgspec.Struct, frozen=True):
    """A fault of a components file, as a message `fault.KEY` of the engine's words."""

    key: str
    args: dict[str, Any] = {}

    def said(self, words: Words) -> str:
        """Return the fault in a language; arguments that are faults are parts of it."""
        parts = {
            name: part.said(words) if isinstance(part, FileFault) else part
            for name, part in self.args.items()
        }
        text = words.say(f"fault.{self.key}", **parts)
        return text if len(text) <= LONGEST_FAULT else f"{text[:LONGEST_FAULT]}…"

    def __str__(self) -> str:
        return self.said(Words("en"))


class BadFile(BadSetup):
    """Error for a components file with `faults`; the text has a line for each, in English."""

    def __init__(self, faults: list[FileFault]):
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults

    def __reduce__(self) -> tuple[Any, ...]:
        return BadFile, (self.faults,)

    def said(self, words: Words) -> str:
        """Return a line for each fault, in a language."""
        return "\n".join(fault.said(words) for fault in self.faults)


class Components(msgspec.Struct, frozen=True):
    """A game's components file, and the checks for a file that replaces it.

    `faults` returns the faults in a file's content. A game with components has an option
    `components` that holds the content of another file.
    """

    file: Path
    faults: Callable[[Any], list[FileFault]]

    def text(self) -> str:
        """Return the text of the game's own file."""
        return self.file.read_text(encoding="utf-8")

    def check(self, content: Any, name: str = "components") -> None:
        """Raise `BadFile` for the faults of a file's content."""
        if faults := self.faults(content):
            told = [fault_in(name, fault) for fault in faults[:MOST_FAULTS]]
            if more := len(faults) - len(told):
                told.append(fault_in(name, FileFault("more", {"count": more})))
            raise BadFile(told)

    def read(self, path: str | Path) -> dict[str, Any]:
        """Return the checked content of a components file.

        Raises:
            BadSetup: The file cannot be read, is not TOML, or has faults (one per line).
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise BadSetup(f"{path}: cannot be read: {reason}") from None
        except UnicodeDecodeError as error:
            raise BadSetup(f"{path}: not a TOML file: {error}") from None
        return self.parse(text, str(path))

    def parse(self, text: str, name: str) -> dict[str, Any]:
        """Return the content of a components file, given as text.

        Raises:
            BadFile: The text is too large, is not TOML, or has faults (one per line).
        """
        _check_size(text, name)
        try:
            content = tomllib.loads(text)
        except RecursionError:
            raise BadFile([fault_in(name, FileFault("deep"))]) from None
        except ValueError as error:
            raise BadFile([_not_toml(text, name, str(error))]) from None
        self.check(content, name)
        return content


def fault_in(place: str | FileFault, fault: FileFault, line: int = 0) -> FileFault:
    """Return a fault with the place where it is: a file, a line of it, a card or a field."""
    if line:
        return FileFault("line", {"place": place, "line": str(line), "fault": fault})
    return FileFault("in", {"place": place, "fault": fault})


def expected(wanted: FileFault | int, got: Any) -> FileFault:
    """Return the fault that something else is in the file than was expected."""
    return FileFault("expected", {"wanted": wanted, "got": got})


def _not_toml(text: str, name: str, said: str) -> FileFault:
    """Return what Python's parser says as a fault of a line, in our words if it has some."""
    found = LINE.search(said)
    line = (found and found[1]) or text.rstrip().count("\n") + 1
    kinds = (kind for kind, said_so in NOT_TOML.items() if re.search(said_so, said))
    fault = FileFault(next(kinds, "not_toml"), {"reason": LINE.sub("", said)})
    return fault_in(name, FileFault("toml", {"fault": fault}), int(line))


def _check_size(text: str, name: str) -> None:
    """Raise BadFile for a text that would take too long to parse."""
    if len(text) > LARGEST:
        raise BadFile([fault_in(name, _too_long(LARGEST, text))])
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise BadFile([fault_in(name, _too_long(LONGEST_LINE, line), number)])
        if DEEP_KEY.search(line):
            raise BadFile([fault_in(name, FileFault("parts"), number)])


def _too_long(most: int, text: str) -> FileFault:
    return expected(FileFault("at_most", {"count": most}), len(text))
