"""Results files: JSON lines that are only added to, so that a stopped run can continue."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Self

import msgspec

from comptoir.engine.errors import BadRecord, BadSetup


class ResultsFile:
    """A first line that fixes what is played, then one line for each result.

    A file that was cut short loses its last line and nothing else.

    Args:
        path: Where it lies; it is made if there is none.
        head: The first line; its first field, `comptoir`, names the kind of file.

    Raises:
        BadSetup: The file cannot be written, or another run is writing to it.
        BadRecord: It holds something else; it is left as it is.
    """

    what = "a results file"  # as a sentence calls it

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
        with suppress(OSError):  # a full disk has been reported by then
            self._file.close()

    @property
    def kept(self) -> str:
        """What a sentence adds when the disk is full: what is kept all the same."""
        return ""

    def read(self, head: bytes, lines: list[bytes]) -> None:
        """Read what was written before.

        Raises:
            BadRecord: It is not what this run would write.
        """
        raise NotImplementedError

    def write(self, line: Any) -> None:
        """Add a line; it is safe when this returns, whatever becomes of this process."""
        with writing(self.path, self.kept):
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()

    def foreign(self) -> BadRecord:
        """Return the refusal of a file that is of another kind."""
        return BadRecord(f"{self.path} is not {self.what}")

    def _begin(self, text: bytes, head: Any) -> None:
        """Read the file and cut off a torn line; write the first line if there is none."""
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
        """Keep other runs from the file as long as it is open, where the system can."""
        try:
            import fcntl  # noqa: PLC0415 - where there is one
        except ImportError:  # pragma: no cover
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadSetup(f"{self.path}: another run writes to it") from None
        except OSError:  # a file system without locks
            return


@contextmanager
def writing(path: Path | str, kept: str = "") -> Iterator[None]:
    """Turn an error of the disk into a sentence, with what is kept all the same.

    Raises:
        BadSetup: The disk is full, or the place is no place to write to.
    """
    try:
        yield
    except OSError as error:
        why = (os.strerror(error.errno) if error.errno else str(error)).lower()
        raise BadSetup(f"{path} cannot be written: {why}{kept}") from None
