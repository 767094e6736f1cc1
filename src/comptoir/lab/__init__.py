"""The designer's lab: is this variant better, and how do we know?

A `Study` says which game, which variants, who plays, what is asked and how precisely; `run`
plays until every answer is that precise, and `report` says what it came to, as pages, as
Markdown, JSON and data frames. `search` looks for the settings that meet a target.
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
    """Play a study, a file or a mapping, and return its report; `more` goes to `run`.

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
