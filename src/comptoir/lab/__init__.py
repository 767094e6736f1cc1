"""The designer's lab: is this variant better, and how do we know?

A `Study` says which game, which variants, who plays, what is asked and how precisely; `run`
plays until every answer is that precise, and `report` says what it came to, as pages, as
Markdown, JSON and data frames. `search` looks for the settings that meet a target.
"""

from pathlib import Path
from typing import Any

from .answers import Report, report
from .comparing import compare
from .files import frame, read, write
from .html import html
from .markdown import markdown
from .running import Here, Progress, Results, Workers, run
from .searching import Search, search
from .study import Study


def study(asked: str | Path | dict[str, Any], **more: Any) -> Report:
    """Play a study, a file or a mapping, and return its report; `more` goes to `run`.

    >>> poor = {"options": {"bills": 12}}
    >>> lab.study({"game": "batavia", "variants": {"box": {}, "poor": poor}})
    """
    made = Study(asked) if isinstance(asked, dict) else Study.read(asked)
    return report(run(made, **more))


__all__ = [
    "Here",
    "Progress",
    "Report",
    "Results",
    "Search",
    "Study",
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
