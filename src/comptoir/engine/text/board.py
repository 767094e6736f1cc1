"""Helpers for the terminal boards of all games: their width, cutting and wrapping text."""

from collections.abc import Iterable, Iterator

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from .words import Words

WIDTH = 80
FAINT = "bright_black"
EMPTY = "·"  # shown in place of 0


def styled(said: str, style: str = "") -> Text:
    """Return a text whose style does not apply to text appended later."""
    return Text().append(said, style)


def cut(name: str, room: int) -> str:
    """Shorten a name to a number of columns; an ellipsis shows that it was cut."""
    if cell_len(name) <= room:
        return name
    return set_cell_size(name, room - 1).rstrip() + "…"


def player(words: Words, seat: int, viewer: int | None, room: int) -> str:
    """Return a player's name in a number of columns; the viewer's own name is marked."""
    name = words.seat(seat)
    if seat != viewer:
        return cut(name, room)
    you = cell_len(words.say("board.you", name=""))
    return words.say("board.you", name=cut(name, room - you))


def wrapped(line: Text, texts: Iterable[Text], indent: int) -> Iterator[Text]:
    """Append texts to a line, and continue on indented lines when it is full."""
    for text in texts:
        if line.cell_len + cell_len(text.plain.rstrip()) > WIDTH:
            yield line
            line = styled(" " * indent)
        line.append_text(text)
    yield line


def joined(lines: Iterable[Text]) -> Text:
    """Join the lines of a board to one text, each cut to the board's width."""
    whole = list(lines)
    for line in whole:
        line.rstrip()
        line.truncate(WIDTH)
    return Text("\n").join(whole)
