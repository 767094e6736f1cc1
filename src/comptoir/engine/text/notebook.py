"""A table in a notebook: the page's own board, in a frame that needs nothing from elsewhere.

`web/notebook.js` builds the boards when the page is built; a copy of the source without them
shows the board of the terminal.
"""

from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from .shown import as_html
from .words import ENGINE_WORDS, LANGUAGES, catalogue

BOARDS = Path(__file__).parent / "boards"
PLAIN = "plain"  # the board of a game that has none of its own
HEIGHT = 560
FRAME = (
    '<iframe title="{title}" srcdoc="{page}" loading="lazy" '
    'style="width:100%;max-width:960px;height:{height}px;border:0"></iframe>'
    "<details><summary>{title}, as text</summary>{text}</details>"
)


@cache
def page_of(name: str) -> str:
    """Return the page of a board, or nothing if there is none."""
    for file in (BOARDS / f"{name}.html", BOARDS / f"{PLAIN}.html"):
        if file.exists():
            return file.read_text(encoding="utf-8")
    return ""


def board_html(game: str, title: str, told: Mapping[str, Any], drawing: Any) -> str:
    """Return a table on the page's board, the terminal's board as text beneath it.

    Args:
        game: The name of the game, and so of its board.
        title: What the frame is called.
        told: What the page's board is told: view, players, actors and messages.
        drawing: The table for rich to draw.
    """
    text, page = as_html(drawing), page_of(game)
    if not page:
        return text
    inside = msgspec.json.encode(told).decode().replace("<", "\\u003c")
    return framed(title, page.replace("@told@", inside, 1), text)


def page_messages(messages: Mapping[str, str]) -> dict[str, str]:
    """Return the messages of a notebook's page: the engine's, and those of a game."""
    return {**catalogue(ENGINE_WORDS, LANGUAGES[0]), **messages}


def framed(title: str, page: str, text: str) -> str:
    """Return a page in a frame of its own, and its text folded beneath it."""
    shown = {"title": escape(title), "page": escape(page), "text": text}
    return FRAME.format(height=HEIGHT, **shown)
