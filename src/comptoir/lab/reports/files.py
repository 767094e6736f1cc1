"""Writes and reads the files of a report: HTML pages, Markdown, JSON, CSV and Parquet."""

import csv
import io
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from comptoir.data.frames import needed
from comptoir.engine.errors import BadRecord, BadSetup
from comptoir.engine.runs.results_file import writing
from comptoir.lab.studies.study import LANGUAGES, HumanPace

from .html import html
from .markdown import markdown
from .onepage import onepage
from .report import Report

RESULTS, REPORT = "results.jsonl", "report.json"


def columns(report: Report) -> dict[str, list[Any]]:
    """Return all answers as the columns of a table, for pandas, polars or Arrow."""
    names = ("lineup", "question", "metric", "variant", "value", "low", "high", "games")
    return {name: [getattr(one, name) for one in report.answers] for name in names}


def frame(report: Report, library: str = "pandas") -> Any:
    """Return all answers as a `pandas` or `polars` data frame, or as a `pyarrow` table.

    There is one row for each answer.
    """
    if library == "pyarrow":
        return needed(library).table(columns(report))
    if library not in ("pandas", "polars"):
        raise BadSetup(f"no frames of {library!r}: expected pandas, polars or pyarrow")
    return needed(library).DataFrame(columns(report))


def write(report: Report, folder: Path, pace: HumanPace | None = None) -> list[Path]:
    """Write a report to a folder in all formats, and return the files, pages first."""
    made: dict[str, bytes] = {}
    for language in LANGUAGES:
        made[f"report.{language}.html"] = html(report, language, pace).encode()
        made[f"summary.{language}.html"] = onepage(report, language).encode()
        made[f"report.{language}.md"] = markdown(report, language).encode()
    made[REPORT] = msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n"
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    table = columns(report)
    writer.writerow(table)
    writer.writerows(zip(*table.values(), strict=True))
    made["answers.csv"] = text.getvalue().encode()
    if find_spec("pyarrow"):
        import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

        whole = io.BytesIO()
        pq.write_table(frame(report, "pyarrow"), whole)
        made["answers.parquet"] = whole.getvalue()
    return put(folder, made)


def put(folder: Path, made: dict[str, bytes]) -> list[Path]:
    """Write files by name to a folder, each atomically."""
    written = []
    with writing(folder, "; the games played so far are kept"):
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in made.items():
            path = folder / name
            part = path.with_suffix(".part")
            part.write_bytes(content)
            part.replace(path)
            written.append(path)
    return written


def read(path: str | Path) -> Report:
    """Read a report from its JSON file, or from the folder with that file."""
    place = Path(path) / REPORT if Path(path).is_dir() else Path(path)
    try:
        return msgspec.json.decode(place.read_bytes(), type=Report)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadSetup(f"{place}: cannot be read: {reason}") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadRecord(f"{place} is not a report of the lab") from None
