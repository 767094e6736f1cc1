"""Results files: a line that names the contest, then one JSON line a game."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Self

import msgspec

from comptoir.engine.errors import BadRecord, BadSetup, ComptoirError

from .contest import Contest, Slot
from .played import PlayedGame

MUST_AGREE = ("game", "rules", "seats", "bots", "options", "seed")


def seed_of(path: Path) -> str | None:
    """Return the seed of the contest in a results file, or None if there is none yet."""
    if not path.is_file():
        return None
    try:
        with path.open("rb") as file:
            return msgspec.json.decode(file.readline(), type=Contest).seed
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None


class Book:
    """The results file of a contest: what was played before, and what comes.

    A file that was cut short loses its last line and nothing else.

    Raises:
        BadSetup: The file cannot be written, or another run is writing to it.
        BadRecord: It holds another contest, or no contest at all; it is left as it is.
    """

    def __init__(self, path: Path, contest: Contest):
        self.path = path
        self.contest = contest
        if path.exists() and not path.is_file() and not path.is_dir():
            raise BadSetup(f"results file {path}: expected an ordinary file")
        try:
            self._file: IO[bytes] = path.open("a+b")
        except OSError as error:
            raise self._unwritable(error) from None
        try:
            self._lock()
            self._file.seek(0)
            text = self._file.read()
            self._games = self._read(text)
            self._begin(text)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # a full disk has been reported by then
            self._file.close()

    @property
    def games(self) -> Mapping[Slot, PlayedGame]:
        """The games in the file."""
        return self._games

    def add(self, game: PlayedGame) -> None:
        """Write down a game; it is safe when this returns, whatever becomes of us."""
        self._games[game.slot] = game
        self._write(game)

    def _begin(self, text: bytes) -> None:
        """Cut off a torn line; write the first line if there is none."""
        whole = text.rfind(b"\n") + 1
        if whole < len(text):
            self._file.truncate(whole)
        if not whole:
            self._write(self.contest)

    def _write(self, line: Any) -> None:
        try:
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()
        except OSError as error:
            raise self._unwritable(error) from None

    def _read(self, text: bytes) -> dict[Slot, PlayedGame]:
        lines = text.split(b"\n")[:-1]
        if not lines:
            if text and not text.startswith(b'{"comptoir":"arena"'):
                raise self._no_results()
            return {}
        try:
            self._compare(msgspec.json.decode(lines[0], type=Contest))
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise self._no_results() from None
        games: dict[Slot, PlayedGame] = {}
        for number, line in enumerate(lines[1:], 2):
            game = self._read_game(line, number)
            games.setdefault(game.slot, game)
        return games

    def _read_game(self, line: bytes, number: int) -> PlayedGame:
        try:
            game = msgspec.json.decode(line, type=PlayedGame)
            fits = game.bots == self.contest.seated(game.rotation) and (
                game.fault is not None
                or {self.contest.seats}
                == {len(x) for x in (game.points, game.ranks, game.choices)}
            )
        except (msgspec.DecodeError, UnicodeDecodeError):
            fits = False
        if not fits:
            raise BadRecord(
                f"results file {self.path}: line {number} is no game of this contest"
            )
        return game

    def _compare(self, found: Contest) -> None:
        if found.comptoir != self.contest.comptoir:
            raise self._no_results()
        for field in MUST_AGREE:
            there, asked = getattr(found, field), getattr(self.contest, field)
            if there != asked:
                verb = "are" if field.endswith("s") else "is"
                raise BadRecord(
                    f"results file {self.path} is of another contest: its {field} {verb} "
                    f"{_shown(there)}, not {_shown(asked)}"
                )

    def _lock(self) -> None:
        """Keep other runs from the file as long as it is open, where the system can."""
        try:
            import fcntl
        except ImportError:  # pragma: no cover
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadSetup(
                f"results file {self.path}: another run writes to it"
            ) from None
        except OSError:  # a file system without locks
            return

    def _no_results(self) -> BadRecord:
        return BadRecord(f"{self.path} is not a results file of the arena")

    def _unwritable(self, error: OSError) -> ComptoirError:
        why = os.strerror(error.errno) if error.errno else str(error)
        return BadSetup(f"results file {self.path} cannot be written: {why}")


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    return (
        msgspec.json.encode(value).decode() if isinstance(value, dict) else str(value)
    )
