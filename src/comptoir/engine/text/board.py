"""What terminal boards of every game have in common: a width, and how text is cut to it."""

from collections.abc import Iterable, Iterator

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from .words import Words

WIDTH = 80
FAINT = "bright_black"
EMPTY = "·"  # where a number would be 0


def styled(said: str, style: str = "") -> Text:
    """Return a text whose style does not spread to what is appended."""
    return Text().append(said, style)


def cut(name: str, room: int) -> str:
    """Shorten a name to so many columns, with an ellipsis where something is left out."""
    if cell_len(name) <= room:
        return name
    return set_cell_size(name, room - 1).rstrip() + "…"


def player(words: Words, seat: int, viewer: int | None, room: int) -> str:
    """Name a player in so many columns, and say which one is the viewer."""
    name = words.seat(seat)
    if seat != viewer:
        return cut(name, room)
    you = cell_len(words.say("board.you", name=""))
    return words.say("board.you", name=cut(name, room - you))


def wrapped(line: Text, texts: Iterable[Text], indent: int) -> Iterator[Text]:
    """Append texts to a line, and go on below where it is full."""
    for text in texts:
        if line.cell_len + cell_len(text.plain.rstrip()) > WIDTH:
            yield line
            line = styled(" " * indent)
        line.append_text(text)
    yield line


def joined(lines: Iterable[Text]) -> Text:
    """Return the lines of a board as one text, no line wider than the board."""
    whole = list(lines)
    for line in whole:
        line.rstrip()
        line.truncate(WIDTH)
    return Text("\n").join(whole)
