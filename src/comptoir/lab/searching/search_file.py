"""The file of a search: a first line that identifies the search, then a line for each try.

A try is one combination of settings with its results.
"""

from pathlib import Path
from typing import Any

import msgspec

from comptoir.engine.errors import BadRecord
from comptoir.engine.runs.results_file import ResultsFile, writing

from .search import Setting, TriedSetting, VariantSearch

FILE = "search.jsonl"


class SearchFile(ResultsFile):
    """The file of a search: reads the combinations tried before, and appends new ones.

    Raises:
        BadRecord: The folder holds another search, which is left untouched.
    """

    what = "a search of the lab"

    def __init__(self, search: VariantSearch, folder: Path):
        self.search = search
        self.done: dict[Setting, TriedSetting] = {}
        self._about = about(search)
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        super().__init__(folder / FILE, self._about)

    @property
    def kept(self) -> str:
        """The end of the message about a full disk: how many tried combinations have been
        saved.
        """
        return f"; {len(self.done)} settings are kept" if self.done else ""

    def read(self, head: bytes, lines: list[bytes]) -> None:
        """Read the first line and the tried combinations of an existing file."""
        names = list(self.search.ranges)
        try:
            there = msgspec.json.decode(head, type=dict[str, Any])
            tried = [msgspec.json.decode(line, type=TriedSetting) for line in lines]
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise self.foreign() from None
        for what, value in self._about.items():
            if there.get(what) != value:
                raise BadRecord(
                    f"{self.path} is of another search: its {what} is "
                    f"{there.get(what)}, not {value}. It is left as it is: name another "
                    "folder"
                )
        for one in tried:
            self.done[tuple(one.settings[name] for name in names)] = one

    def add(self, setting: Setting, tried: TriedSetting) -> None:
        """Append a tried combination to the file."""
        self.write(tried)
        self.done[setting] = tried


def about(search: VariantSearch) -> dict[str, Any]:
    """Return what identifies a search, for the first line of its file."""
    fixed = search.study_of(tuple(r[0] for r in search.ranges.values()), 0).design
    told: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(
            {
                "comptoir": "search", "game": fixed.game, "rules": fixed.rules,
                "code": fixed.code, "seed": fixed.seed, "games": search.games,
                "bots": fixed.lineups[0].bots, "ranges": search.ranges,
                "targets": search.targets,
            }
        )
    )  # fmt: skip
    return told
