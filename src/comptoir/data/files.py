"""Writes exports to disk: JSON lines in one file, Parquet and Arrow as a folder of parts.

Every line and every part is written atomically, so the files are readable however the export
ends.
"""

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, BinaryIO, Protocol, Self

import msgspec

from comptoir.engine.errors import BadRecord
from comptoir.engine.runs.results_file import writing

from .columns import FORMAT, Decisions, Setup
from .frames import needed

FORMATS = ("jsonl", "parquet", "arrow")
# readers of Parquet folders skip files whose name begins with an underscore
ABOUT = "_about.json"
MUST_AGREE = (
    "game", "rules", "seats", "bots", "options", "seed", "legal", "observations", "sources",
)  # fmt: skip
_PART = re.compile(r"games-(\d+)-(\d+)\.\w+")


class DecisionsWriter(Protocol):
    """A writer that appends decisions to an export."""

    name: str
    games: int  # number of games in the export

    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...

    def write(self, decisions: Decisions) -> None:
        """Write the decisions of some games."""


class JsonLinesFile:
    """A JSON lines file: first the settings of the games, then one object per game."""

    def __init__(self, out: str | Path | BinaryIO, setup: Setup):
        self.setup = setup
        self.games = 0
        self._whole = 0  # bytes of complete lines
        self._own = isinstance(out, str | Path)
        if not isinstance(out, str | Path):
            self.name = "the output"
            self._file: IO[bytes] = out
            self._put([setup])
            return
        self.name = str(out)
        with writing(self.name):
            mode = "r+b" if Path(out).exists() else "x+b"
            self._file = Path(out).open(mode)  # noqa: SIM115 - closed with the writer
        try:
            self._begin()
        except BaseException:
            self._file.close()
            raise

    def _begin(self) -> None:
        """Read the existing lines, cut off an incomplete one, and move to the end."""
        for number, line in enumerate(self._file):
            if not line.endswith(b"\n"):
                break
            if number == 0:
                compare(self.name, read_setup(self.name, line), self.setup)
            self._whole += len(line)
            self.games = number
        if not self._whole and self._file.tell() > len(b'{"comptoir"'):
            self._file.seek(0)
            if not self._file.read(32).startswith(b'{"comptoir":"export"'):
                raise BadRecord(f"{self.name} is not an export")
        self._file.seek(self._whole)
        self._file.truncate()
        if not self._whole:
            self._put([self.setup])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._own:
            with suppress(OSError):  # a full disk was reported before
                self._file.close()

    def write(self, decisions: Decisions) -> None:
        """Append the decisions of some games."""
        self._put(lines(decisions))
        self.games += len(decisions.ends.game)

    def _put(self, objects: Any) -> None:
        text = b"".join(msgspec.json.encode(x) + b"\n" for x in objects)
        try:
            self._file.write(text)
            self._file.flush()
        except BrokenPipeError:
            raise
        except OSError:
            if self._own:
                with suppress(OSError):  # leave no incomplete line
                    os.truncate(self.name, self._whole)
            with writing(self.name, _kept(self.games)):
                raise
        self._whole += len(text)


def lines(decisions: Decisions) -> Iterator[dict[str, Any]]:
    """Yield each game as a JSON object."""
    log, ends = decisions.log, decisions.ends
    wide: dict[str, list[list[int]]] = {}
    if log.legal is not None:
        wide["legal"] = [row.nonzero()[0].tolist() for row in decisions.masks()]
    if log.observation is not None:
        wide["observation"] = log.observation.tolist()
    for line, part in decisions.split():
        told = {
            "game": int(ends.game[line]),
            "seat": log.seat[part].tolist(),
            "action": log.action[part].tolist(),
            "choices": log.choices[part].tolist(),
            "points": ends.points[line].tolist(),
            "ranks": ends.ranks[line].tolist(),
            "ending": ends.ending[line],
        }
        if ends.sources:
            told["sources"] = ends.sources[line]
        yield told | {name: rows[part] for name, rows in wide.items()}


class PartsFolder:
    """A folder of Parquet or Arrow files of some games each: `games-FIRST-LAST`."""

    def __init__(self, out: Any, setup: Setup, form: str):
        self.folder, self.setup, self.form = Path(out), setup, form
        self.name = str(out)
        self._pa = needed("pyarrow")
        needed("pyarrow.parquet")
        about = self.folder / ABOUT
        with writing(self.name):
            if (
                self.folder.exists()
                and not about.exists()
                and any(self.folder.iterdir())
            ):
                raise BadRecord(f"{self.name} is not a folder of an export")
            self.folder.mkdir(exist_ok=True)
            if about.exists():
                there = read_setup(self.name, about.read_bytes())
                compare(self.name, there, setup)
            else:
                about.write_bytes(msgspec.json.encode(setup) + b"\n")
        self.games = max(self._ends(), default=0)

    def _ends(self) -> Iterator[int]:
        """Yield, for each part, the number after its last game."""
        for path in self.folder.iterdir():
            if part := _PART.fullmatch(path.name):
                if path.suffix != f".{self.form}":
                    raise BadRecord(
                        f"{self.name} holds {path.suffix} files: expected .{self.form}"
                    )
                yield int(part[2]) + 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: each part is closed when it is written."""

    def write(self, decisions: Decisions) -> None:
        """Write some games as a new part, atomically."""
        end = self.games + len(decisions.ends.game)
        name = f"games-{self.games:09d}-{end - 1:09d}.{self.form}"
        draft = self.folder / f".{name}.{secrets.token_hex(4)}"
        try:
            with writing(self.name, _kept(self.games)):
                with draft.open("xb") as file:
                    self._fill(file, decisions.arrow())
                    file.flush()
                    os.fsync(file.fileno())
                draft.replace(self.folder / name)
        finally:
            draft.unlink(missing_ok=True)
        self.games = end

    def _fill(self, file: BinaryIO, table: Any) -> None:
        if self.form == "parquet":
            kept = {"compression": "zstd", "compression_level": 1}
            self._pa.parquet.write_table(table, file, **kept)
            return
        with self._pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table)


def kept_seed(path: Path) -> str | None:
    """Return the seed of an export, or None if there is no export yet."""
    place = path / ABOUT if path.is_dir() else path
    try:
        with place.open("rb") as file:
            return msgspec.json.decode(file.readline(), type=Setup).seed
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None


def read_setup(name: str, line: bytes) -> Setup:
    """Return the settings of an export from its first line."""
    try:
        found = msgspec.json.decode(line, type=Setup)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadRecord(f"{name} is not an export") from None
    if found.format != FORMAT:
        raise BadRecord(
            f"{name}: an export of format {found.format}, expected {FORMAT}: "
            f"Comptoir {found.version} wrote it"
        )
    return found


def compare(name: str, there: Setup, asked: Setup) -> None:
    """Raise BadRecord if an export holds other games than those asked for."""
    for what in MUST_AGREE:
        if getattr(there, what) != getattr(asked, what):
            was, now = (
                msgspec.json.encode(getattr(one, what)).decode()
                for one in (there, asked)
            )
            raise BadRecord(f"{name} is of other games: its {what}: {was}, not {now}")


def _kept(games: int) -> str:
    """Return the end of the message about a full disk: how many games are complete."""
    return f"; {games} games are kept, and the same command continues" if games else ""
