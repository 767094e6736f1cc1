"""Results files of the lab: a line that fixes the study, then one JSON line a job.

Lines are only ever added: a run that was stopped goes on from them, and a file that was cut
short loses its last line and nothing else.
"""

from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Self

import msgspec

from comptoir.engine.errors import BadRecord, BadSetup
from comptoir.lab.statistics.totals import Totals
from comptoir.lab.studies.study import Design

from .job import JobResult, StudyJob
from .writable import writing

MUST_AGREE = (
    "game", "rules", "code", "network", "variants", "lineups", "seed", "paired", "chunk",
    "pace", "trials",
)  # fmt: skip
LONGEST = 60  # letters of a value in a sentence


class JobsFile:
    """The results file of a study: what was played before, and what comes.

    Raises:
        BadSetup: The file cannot be written, or another run is writing to it.
        BadRecord: It holds another study, or none; it is left as it is.
    """

    def __init__(self, path: Path, design: Design):
        self.path, self.design = path, design
        self.done: dict[StudyJob, Totals] = {}
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: IO[bytes] = path.open("a+b")
        try:
            self._lock()
            self._file.seek(0)
            text = self._file.read()
            self.done = self._read(text)
            whole = text.rfind(b"\n") + 1
            if whole < len(text):
                self._file.truncate(whole)
            if not whole:
                self._write(design)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # a full disk has been reported by then
            self._file.close()

    @property
    def games(self) -> int:
        """How many deals are in the file."""
        return sum(tally.games for tally in self.done.values())

    @property
    def kept(self) -> str:
        """What to say of it when a run ends early; nothing if there is nothing."""
        if not self.done:
            return ""
        return (
            f"; {self.games:,} deals are kept in {self.path}, and the same command goes "
            "on from there"
        )

    def add(self, done: JobResult) -> None:
        """Write down a job; it is safe when this returns, whatever becomes of us."""
        self._write(done)
        self.done[done.job] = done.tally

    def _write(self, line: Any) -> None:
        with writing(self.path, self.kept):
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()

    def _read(self, text: bytes) -> dict[StudyJob, Totals]:
        lines = text.split(b"\n")[:-1]
        if not lines:
            if text and not text.startswith(b'{"comptoir":"lab"'):
                raise self._no_results()
            return {}
        design = read_design(self.path, lines[0])
        compare(str(self.path), design, self.design)
        return dict(_job(self.path, line, n) for n, line in enumerate(lines[1:], 2))

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

    def _no_results(self) -> BadRecord:
        return BadRecord(f"{self.path} is not a results file of the lab")


def read_design(path: Path, line: bytes) -> Design:
    """Return the study that a results file is of."""
    try:
        design = msgspec.json.decode(line, type=Design)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadRecord(f"{path} is not a results file of the lab") from None
    if design.comptoir != "lab":
        raise BadRecord(f"{path} is not a results file of the lab")
    return design


def _job(path: Path, line: bytes, number: int) -> tuple[StudyJob, Totals]:
    try:
        done = msgspec.json.decode(line, type=JobResult)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadRecord(f"{path}: line {number} is no job of this study") from None
    return done.job, done.tally


def compare(name: str, there: Design, asked: Design) -> None:
    """Refuse results of other games, and say all that differs."""
    if there.game == asked.game and there.rules != asked.rules:
        raise BadRecord(
            f"{name} was played by version {there.rules} of the {there.game} rules, and "
            f"this is version {asked.rules}: Comptoir {there.version} goes on with it; "
            "name another results file"
        )
    found = []
    for what in MUST_AGREE:
        was, now = (msgspec.to_builtins(getattr(one, what)) for one in (there, asked))
        if was != now:
            found.append(_differs(what, was, now))
    if found:
        raise BadRecord(
            f"{name} is of another study: {'; '.join(found)}. It is left as it is: name "
            "another results file"
        )


def _differs(what: str, was: Any, now: Any) -> str:
    if what == "code":
        return "the rules or the house bot have changed since"
    if what == "network":
        return "the network of its bots has changed since"
    if isinstance(was, dict) and isinstance(now, dict):
        parts = [
            _differs(f"{what}.{key}", was.get(key), now.get(key))
            for key in sorted({*was, *now})
            if was.get(key) != now.get(key)
        ]
        return "; ".join(parts)
    return f"its {what} is {_shown(was)}, not {_shown(now)}"


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
