"""Results files: append-only JSON lines, so that a stopped run can continue."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Self

import msgspec

from comptoir.engine.errors import BadRecord, BadSetup


class ResultsFile:
    """A file with a first line that fixes the settings, then one line for each result.

    If a write was cut short, only the last line is lost.

    Args:
        path: The path of the file, which is created if it does not exist.
        head: The first line; its first field, `comptoir`, names the kind of file.

    Raises:
        BadSetup: The file cannot be written, or another run is writing to it.
        BadRecord: The file holds something else; it is left unchanged.
    """

    what = "a results file"  # the kind of file, as named in error messages

    def __init__(self, path: Path, head: Any):
        self.path = path
        if path.exists() and not path.is_file() and not path.is_dir():
            raise BadSetup(f"results file {path}: expected an ordinary file")
        with writing(path):
            self._file: IO[bytes] = path.open("a+b")
        try:
            self._lock()
            self._file.seek(0)
            self._begin(self._file.read(), head)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # a full disk has already been reported
            self._file.close()

    @property
    def kept(self) -> str:
        """What the error message for a full disk adds: the results saved so far."""
        return ""

    def read(self, head: bytes, lines: list[bytes]) -> None:
        """Read the lines written by earlier runs.

        Raises:
            BadRecord: The content does not belong to this run.
        """
        raise NotImplementedError

    def write(self, line: Any) -> None:
        """Append a line; it is on disk when this returns."""
        with writing(self.path, self.kept):
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()

    def foreign(self) -> BadRecord:
        """Return the error for a file of another kind."""
        return BadRecord(f"{self.path} is not {self.what}")

    def _begin(self, text: bytes, head: Any) -> None:
        """Read the file and cut off a partial last line; write the first line if missing."""
        lines = text.split(b"\n")[:-1]
        if lines:
            self.read(lines[0], lines[1:])
        elif not text.startswith(
            msgspec.json.encode(head).partition(b",")[0][: len(text)]
        ):
            raise self.foreign()
        self._file.truncate(sum(len(line) + 1 for line in lines))
        if not lines:
            self.write(head)

    def _lock(self) -> None:
        """Lock the file against other runs while it is open, if the system supports it."""
        try:
            import fcntl  # noqa: PLC0415 - not on every system
        except ImportError:  # pragma: no cover
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadSetup(f"{self.path}: another run writes to it") from None
        except OSError:  # the file system has no locks
            return


@contextmanager
def writing(path: Path | str, kept: str = "") -> Iterator[None]:
    """Convert an OSError to a `BadSetup` that says what has been saved.

    Raises:
        BadSetup: The disk is full, or the path cannot be written.
    """
    try:
        yield
    except OSError as error:
        why = (os.strerror(error.errno) if error.errno else str(error)).lower()
        raise BadSetup(f"{path} cannot be written: {why}{kept}") from None
