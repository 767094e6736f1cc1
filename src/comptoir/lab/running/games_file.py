"""Writes all games of a study, one per row: as Parquet if pyarrow is installed, else as CSV."""

import csv
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from comptoir.engine.kernels.facts import CHANGES, DECISIONS, FIRST, MOVES
from comptoir.engine.runs.facts import Facts
from comptoir.engine.runs.results_file import writing
from comptoir.lab.studies.variants import Variant

from .job import StudyJob

FOLDER = "raw"


def columns(
    job: StudyJob, variant: Variant, facts: Facts, minutes: Any
) -> dict[str, Any]:
    """Return games as columns of a table; each seat has its own columns for points and rank."""
    words = facts.words
    games = len(words)
    found: dict[str, Any] = {
        "lineup": [job.lineup] * games,
        "deal": [job.chunk * games + n for n in range(games)],
        "variant": [variant.name] * games,
        "moves": words[:, MOVES],
        "decisions": words[:, DECISIONS],
        "minutes": minutes,
        "first": words[:, FIRST],
        "lead_changes": words[:, CHANGES],
        "ending": [variant.game.endings[n] for n in facts.ending.tolist()],
    }
    for seat in range(facts.points.shape[1]):
        found[f"points_{seat}"] = facts.points[:, seat]
        found[f"rank_{seat}"] = facts.ranks[:, seat]
    return found


class GamesFile:
    """A writer that atomically saves the games of each job to a file of its own."""

    def __init__(self, folder: Path):
        self.folder = folder / FOLDER

    def __call__(
        self, job: StudyJob, variant: Variant, facts: Facts, minutes: Any
    ) -> None:
        """Write the games of one variant."""
        with writing(self.folder):
            self._write(job, variant, columns(job, variant, facts, minutes))

    def _write(self, job: StudyJob, variant: Variant, made: dict[str, Any]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        name = f"{job.lineup}-{job.chunk:06d}-{variant.name}"
        if find_spec("pyarrow"):
            import pyarrow as pa  # noqa: PLC0415 - an extra
            import pyarrow.parquet as pq  # noqa: PLC0415

            path = self.folder / f"{name}.parquet"
            pq.write_table(pa.table(made), path.with_suffix(".part"))
        else:
            path = self.folder / f"{name}.csv"
            with path.with_suffix(".part").open("w", newline="") as file:
                writer = csv.writer(file)
                writer.writerow(made)
                writer.writerows(zip(*made.values(), strict=True))
        path.with_suffix(".part").rename(path)
