"""Cards as a file: a game's own, and another that a table may be set up from."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from comptoir.engine.errors import BadSetup


class Components(msgspec.Struct, frozen=True):
    """A game's components file, and the judge of any other in its place.

    `faults` returns what is wrong with a file's content, a line each. A game that has
    components has an option of that name, which holds the content of another file.
    """

    file: Path
    faults: Callable[[Any], list[str]]

    def text(self) -> str:
        """Return the game's own file, to read or to edit."""
        return self.file.read_text(encoding="utf-8")

    def check(self, content: Any, name: str = "components") -> None:
        """Raise `BadSetup` with a line for each fault of a file's content."""
        if faults := self.faults(content):
            raise BadSetup("\n".join(f"{name}: {fault}" for fault in faults))

    def read(self, path: str | Path) -> dict[str, Any]:
        """Return the content of a file that can be played with.

        Raises:
            BadSetup: It cannot be read, is no TOML, or has faults, each on a line.
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
        """Return the content of a file's text.

        Raises:
            BadSetup: It is no TOML, or has faults, each on a line.
        """
        try:
            content = tomllib.loads(text)
        except ValueError as error:
            raise BadSetup(f"{name}: not a TOML file: {error}") from None
        self.check(content, name)
        return content
