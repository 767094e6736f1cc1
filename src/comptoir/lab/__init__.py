"""The designer's lab: is this variant better, and how do we know?

A `Study` names the game, its variants, the bots, the questions, and how precise the answers
must be. `run` plays games until every answer is that precise. `report` returns the results as
HTML pages, Markdown, JSON and data frames. `search` looks for settings that meet a target.
"""

from pathlib import Path
from typing import Any

from .reports.comparison import compare
from .reports.files import frame, read, write
from .reports.html import html
from .reports.markdown import markdown
from .reports.report import Report, report
from .running.runner import StudyProgress, StudyResults, ThisMachine, Workers, run
from .searching.search import VariantSearch, search
from .studies.study import Study


def study(asked: str | Path | dict[str, Any], **more: Any) -> Report:
    """Play a study, given as a file or a mapping, and return its report.

    Further keyword arguments (`more`) are passed to `run`.

    >>> poor = {"options": {"bills": 12}}
    >>> lab.study({"game": "batavia", "variants": {"box": {}, "poor": poor}})
    """
    made = Study(asked) if isinstance(asked, dict) else Study.read(asked)
    return report(run(made, **more))


__all__ = [
    "Report",
    "Study",
    "StudyProgress",
    "StudyResults",
    "ThisMachine",
    "VariantSearch",
    "Workers",
    "compare",
    "frame",
    "html",
    "markdown",
    "read",
    "report",
    "run",
    "search",
    "study",
    "write",
]
