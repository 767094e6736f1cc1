"""Components files: a game's cards as TOML, and custom files that replace them."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from comptoir.engine.errors import BadSetup

# Files may come from untrusted users, and tomllib takes quadratic time on long or deep keys.
LARGEST = 50_000  # characters that a file may have; the largest of our own has 8,300
LONGEST_LINE = 500
DEEP_KEY = re.compile(r"[^\s.=,\[\]{}#]+(?:\s*\.\s*[^\s.=,\[\]{}#]+){16}")
MOST_FAULTS = 50
LONGEST_FAULT = 300  # maximum length of a reported fault in characters


class Components(msgspec.Struct, frozen=True):
    """A game's components file, and the checks for a file that replaces it.

    `faults` returns one line for each fault in a file's content. A game with components has
    an option `components` that holds the content of another file.
    """

    file: Path
    faults: Callable[[Any], list[str]]

    def text(self) -> str:
        """Return the text of the game's own file."""
        return self.file.read_text(encoding="utf-8")

    def check(self, content: Any, name: str = "components") -> None:
        """Raise `BadSetup` with a line for each fault of a file's content."""
        if faults := self.faults(content):
            lines = [f"{name}: {_cut(fault)}" for fault in faults[:MOST_FAULTS]]
            if more := len(faults) - len(lines):
                lines.append(f"{name}: {more} more faults")
            raise BadSetup("\n".join(lines))

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
            BadSetup: The text is too large, is not TOML, or has faults (one per line).
        """
        _check_size(text, name)
        try:
            content = tomllib.loads(text)
        except RecursionError:
            raise BadSetup(f"{name}: not a TOML file: nested too deep") from None
        except ValueError as error:
            raise BadSetup(f"{name}: not a TOML file: {error}") from None
        self.check(content, name)
        return content


def _check_size(text: str, name: str) -> None:
    """Raise BadSetup for a text that would take too long to parse."""
    if len(text) > LARGEST:
        raise BadSetup(
            f"{name}: expected at most {LARGEST} characters, got {len(text)}"
        )
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            wrong = f"expected at most {LONGEST_LINE} characters, got {len(line)}"
            raise BadSetup(f"{name}, line {number}: {wrong}")
        if DEEP_KEY.search(line):
            raise BadSetup(f"{name}, line {number}: a key of more than 16 parts")


def _cut(fault: str) -> str:
    return fault if len(fault) <= LONGEST_FAULT else f"{fault[:LONGEST_FAULT]}…"
