"""A table in a notebook: the web page's board in a self-contained iframe.

`web/notebook.js` builds the boards together with the page; a checkout without them shows
the terminal board.
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
PLAIN = "plain"  # the generic board, for games without one of their own
HEIGHT = 560
FRAME = (
    '<iframe title="{title}" srcdoc=\'{page}\' loading="lazy" '
    'style="width:100%;max-width:960px;height:{height}px;border:0"></iframe>'
    "<details><summary>{title}, as text</summary>{text}</details>"
)


@cache
def page_of(name: str) -> str:
    """Return the HTML page of a board; empty if it was not built."""
    for file in (BOARDS / f"{name}.html", BOARDS / f"{PLAIN}.html"):
        if file.exists():
            return file.read_text(encoding="utf-8")
    return ""


def board_html(game: str, title: str, told: Mapping[str, Any], drawing: Any) -> str:
    """Return HTML that shows a table on the web board, with its text form beneath.

    Args:
        game: The name of the game, which is also that of its board.
        title: The title of the frame.
        told: The data of the board: view, players, actors and messages.
        drawing: The table as a rich renderable.
    """
    text, page = as_html(drawing), page_of(game)
    if not page:
        return text
    inside = msgspec.json.encode(told).decode().replace("<", "\\u003c")
    return framed(title, page.replace("@told@", inside, 1), text)


def page_messages(messages: Mapping[str, str]) -> dict[str, str]:
    """Return the messages of a notebook page: the engine's and the given game's."""
    return {**catalogue(ENGINE_WORDS, LANGUAGES[0]), **messages}


def framed(title: str, page: str, text: str) -> str:
    """Return a page in an iframe, with its text in a collapsed section beneath.

    The page is an attribute in single quotes, which are rare in it: only they and `&` need
    an escape. Escaping its thousands of double quotes would make a cell a fifth longer.
    """
    inside = page.replace("&", "&amp;").replace("'", "&#39;")
    shown = {"title": escape(title), "page": inside, "text": text}
    return FRAME.format(height=HEIGHT, **shown)
