"""The results file of a benchmark: a first line, the games, and the rows with a digest."""

import os
import platform
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from comptoir.arena.contest import Slot
from comptoir.arena.played import ContestGame
from comptoir.engine.errors import BadRecord
from comptoir.engine.runs.results_file import ResultsFile
from comptoir.engine.version import __version__

from .protocol import BenchmarkRow
from .rows import RowResult

KIND = "benchmark"
MUST_AGREE = ("protocol", "digest", "agent", "agent_digest", "key", "games", "rows")


class BenchmarkHead(msgspec.Struct, frozen=True, kw_only=True):
    """What determines the games of a benchmark; the first line of its results file."""

    comptoir: str = KIND
    version: str = __version__
    protocol: str
    digest: str  # of the protocol
    agent: str
    agent_digest: str
    key: str  # of the seeds
    games: int  # per row
    rows: list[BenchmarkRow]
    python: str = platform.python_version()
    machine: str = platform.machine()
    cores: int = os.cpu_count() or 1


class GameLine(msgspec.Struct, frozen=True):
    """A game and its row."""

    row: BenchmarkRow
    game: ContestGame


class Closing(msgspec.Struct, frozen=True):
    """The last line: the rows, and the digest of all lines before."""

    results: list[RowResult]
    score: float
    check: str


Games = dict[tuple[BenchmarkRow, Slot], ContestGame]


class BenchmarkFile(ResultsFile):
    """The results file of a benchmark: reads the games played before, and appends new ones."""

    what = "a results file of the benchmark"

    def __init__(self, path: Path, head: BenchmarkHead):
        self.head = head
        self.games: Games = {}
        self.closing: Closing | None = None
        super().__init__(path, head)

    @property
    def kept(self) -> str:
        """What the error message for a full disk adds."""
        return f"; it has {len(self.games)} games"

    def add(self, row: BenchmarkRow, game: ContestGame) -> None:
        """Append a game to the file."""
        self.games[row, game.slot] = game
        self.write(GameLine(row, game))

    def close(self, results: list[RowResult], score: float) -> Closing:
        """Append the rows and the digest, unless they are there already."""
        if self.closing is None:
            self._file.seek(0)
            self.closing = Closing(
                results, score, sha256(self._file.read()).hexdigest()
            )
            self.write(self.closing)
        return self.closing

    def read(self, head: bytes, lines: list[bytes]) -> None:
        """Read the first line and the games of an existing file."""
        found, self.games, self.closing = decode(self.path, [head, *lines])
        for field in MUST_AGREE:
            there, asked = getattr(found, field), getattr(self.head, field)
            if there != asked:
                raise BadRecord(
                    f"results file {self.path} is of another benchmark: its {field} "
                    f"{'are' if field == 'rows' else 'is'} {_shown(there)}, "
                    f"not {_shown(asked)}"
                )


def decode(
    path: Path, lines: list[bytes]
) -> tuple[BenchmarkHead, Games, Closing | None]:
    """Return what the lines of a results file hold.

    Raises:
        BadRecord: The lines are not those of a results file.
    """
    try:
        head = msgspec.json.decode(lines[0], type=BenchmarkHead)
    except (msgspec.DecodeError, UnicodeDecodeError, IndexError):
        head = None
    if head is None or head.comptoir != KIND:
        raise BadRecord(f"{path} is not {BenchmarkFile.what}")
    games: Games = {}
    closing: Closing | None = None
    for number, line in enumerate(lines[1:], 2):
        try:
            read = _line(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            read = None
        if isinstance(read, GameLine) and closing is None:
            games.setdefault((read.row, read.game.slot), read.game)
        elif isinstance(read, Closing) and closing is None:
            closing = read
        else:
            raise BadRecord(f"results file {path}: line {number} is not a game")
    return head, games, closing


def _line(line: bytes) -> GameLine | Closing:
    if line.startswith(b'{"row"'):
        return msgspec.json.decode(line, type=GameLine)
    return msgspec.json.decode(line, type=Closing)


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
