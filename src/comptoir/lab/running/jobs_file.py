"""Results files of the lab: a header that identifies the study, then a JSON line per job."""

from pathlib import Path
from typing import Any

import msgspec

from comptoir.engine.errors import BadRecord
from comptoir.engine.runs.results_file import ResultsFile, writing
from comptoir.lab.statistics.totals import StudyTotals
from comptoir.lab.studies.study import Design

from .job import JobResult, StudyJob

MUST_AGREE = (
    "game", "rules", "code", "network", "variants", "lineups", "seed", "paired", "chunk",
    "pace", "trials",
)  # fmt: skip
LONGEST = 60  # maximum length of a value quoted in an error message


class JobsFile(ResultsFile):
    """The results file of a study: reads the jobs played before, and appends new ones."""

    what = "a results file of the lab"

    def __init__(self, path: Path, design: Design):
        self.design = design
        self.done: dict[StudyJob, StudyTotals] = {}
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        super().__init__(path, design)

    @property
    def games(self) -> int:
        """The number of deals in the file."""
        return sum(tally.games for tally in self.done.values())

    @property
    def kept(self) -> str:
        """The end of the message when a run stops early: what was saved; empty if nothing
        was.
        """
        if not self.done:
            return ""
        return (
            f"; {self.games:,} deals are kept in {self.path}, and the same command "
            "continues from there"
        )

    def add(self, done: JobResult) -> None:
        """Append a finished job to the file."""
        self.write(done)
        self.done[done.job] = done.tally

    def read(self, head: bytes, lines: list[bytes]) -> None:
        """Read the header and the jobs of an existing file."""
        try:
            design = msgspec.json.decode(head, type=Design)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise self.foreign() from None
        if design.comptoir != self.design.comptoir:
            raise self.foreign()
        compare(str(self.path), design, self.design)
        for number, line in enumerate(lines, 2):
            try:
                done = msgspec.json.decode(line, type=JobResult)
            except (msgspec.DecodeError, UnicodeDecodeError):
                raise BadRecord(
                    f"{self.path}: line {number} is not a job of this study"
                ) from None
            self.done[done.job] = done.tally


def compare(name: str, there: Design, asked: Design) -> None:
    """Raise BadRecord if the results are of another study; the message lists all
    differences.
    """
    if there.game == asked.game and there.rules != asked.rules:
        raise BadRecord(
            f"{name} was played by version {there.rules} of the {there.game} rules, and "
            f"this is version {asked.rules}: Comptoir {there.version} can continue it; "
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
