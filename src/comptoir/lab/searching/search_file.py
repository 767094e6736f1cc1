"""The settings that a search has tried: a line that fixes it, then one a setting."""

from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Self

import msgspec

from comptoir.engine.errors import BadRecord
from comptoir.lab.running.writable import writing

from .search import Search, Setting, TriedSetting

FILE = "search.jsonl"


class SearchFile:
    """What was tried before, and what comes; kept where there is a folder.

    Raises:
        BadRecord: The folder holds another search, which is left as it is.
    """

    def __init__(self, search: Search, folder: Path | None):
        self.search = search
        self.done: dict[Setting, TriedSetting] = {}
        self._file: IO[bytes] | None = None
        if folder is None:
            return
        path = folder / FILE
        with writing(path):
            folder.mkdir(parents=True, exist_ok=True)
            old = path.read_bytes() if path.exists() else b""
            lines = old.split(b"\n")[:-1]
            self._load(path, lines)
            self._file = path.open("ab")
            self._file.truncate(sum(len(line) + 1 for line in lines))
        if not lines:
            self._write(self._about())

    def _about(self) -> dict[str, Any]:
        search = self.search
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

    def _load(self, path: Path, lines: list[bytes]) -> None:
        if not lines:
            return
        about, names = self._about(), list(self.search.ranges)
        try:
            there = msgspec.json.decode(lines[0])
            tried = [msgspec.json.decode(line, type=TriedSetting) for line in lines[1:]]
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise BadRecord(f"{path} is not a search of the lab") from None
        for what, value in about.items():
            if there.get(what) != value:
                raise BadRecord(
                    f"{path} is of another search: its {what} is {there.get(what)}, not "
                    f"{value}. It is left as it is: name another folder"
                )
        for one in tried:
            self.done[tuple(one.settings[name] for name in names)] = one

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file:
            with suppress(OSError):  # a full disk has been reported by then
                self._file.close()

    def add(self, setting: Setting, tried: TriedSetting) -> None:
        """Write down a setting."""
        self._write(tried)
        self.done[setting] = tried

    def _write(self, line: Any) -> None:
        if self._file:
            kept = f"; {len(self.done)} settings are kept" if self.done else ""
            with writing(Path(self._file.name), kept):
                self._file.write(msgspec.json.encode(line) + b"\n")
                self._file.flush()
