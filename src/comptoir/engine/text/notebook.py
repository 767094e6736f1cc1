"""A table in a notebook: the page's own board, in a frame that needs nothing from elsewhere.

`web/notebook.js` builds the boards when the page is built; a copy of the source without them
shows the board of the terminal.
"""

from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from .shown import as_html
from .words import ENGINE_WORDS, LANGUAGES, catalogue

if TYPE_CHECKING:
    from comptoir.engine.play.position import Position

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


def board_html(position: "Position", drawing: Any, players: Sequence[str] = ()) -> str:
    """Return a table as a spectator sees it, the terminal's board as text beneath it.

    Args:
        position: The table.
        drawing: The same for rich to draw.
        players: Names of the players, by seat.
    """
    game, text = position.game, as_html(drawing)
    page = page_of(game.name)
    if not page:
        return text
    words = game.words(LANGUAGES[0], names=players)
    told = {
        "view": position.view(None),
        "players": [words.seat(seat) for seat in range(position.table.seats)],
        "actors": position.actors,
        "messages": {
            **catalogue(ENGINE_WORDS, LANGUAGES[0]),
            **game.messages(LANGUAGES[0]),
        },
    }
    inside = msgspec.json.encode(told).decode().replace("<", "\\u003c")
    filled, title = page.replace("@told@", inside, 1), escape(words.say("title"))
    return FRAME.format(title=title, page=escape(filled), height=HEIGHT, text=text)
