"""Cards to print and cut out, from the sheets of components of a game's package."""

from pathlib import Path
from typing import Any, NamedTuple

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.game import Game
from comptoir.engine.text.sheet import COPIES, NAME, faces_of, rows_of
from comptoir.engine.text.words import catalogue

WIDTH, HEIGHT = 63, 88  # millimetres, the size of poker cards
ACROSS, DOWN = 3, 3
LEFT, TOP = 10.5, 16.5  # margins that centre nine cards on A4
BAND, MARK = 12, 16  # heights of the coloured band and of the number
COLOURS = (
    (138, 59, 18), (31, 95, 139), (60, 125, 63), (138, 79, 158), (163, 132, 42),
    (93, 100, 112),
)  # fmt: skip


class PrintedCard(NamedTuple):
    """One card: its name, a number, further text, and the number of its colour."""

    name: str
    number: str
    text: str
    colour: int


def cards_of(game: Game, language: str) -> list[PrintedCard]:
    """Return every card of a game's sheets, as often as it is in the box."""
    words = catalogue(game.folder / "words", language)
    faces, found = faces_of(game.folder, words), []
    for file in sorted(game.folder.glob("*.csv")):
        kinds: dict[str, int] = {}
        for _, row in rows_of(file):
            key = f"{file.stem}.{row[NAME]}"
            number, _, text = faces[f"face.{key}"].partition("|")
            colour = kinds.setdefault(text or row[NAME], len(kinds))
            card = PrintedCard(words[key], number, text, colour % len(COLOURS))
            found += [card] * int(row.get(COPIES) or 1)
    return found


def write(cards: list[PrintedCard], out: Path, title: str) -> int:
    """Write cards as a PDF, nine on a sheet, and return the number of sheets."""
    try:
        from fpdf import FPDF
    except ImportError:
        raise BadSetup("sheets need fpdf2: pip install 'comptoir[print]'") from None
    pdf = FPDF(format="A4")
    pdf.core_fonts_encoding = "windows-1252"  # of the fonts that every reader has
    pdf.set_title(title)
    pdf.set_auto_page_break(auto=False)
    for at, card in enumerate(cards):
        place = at % (ACROSS * DOWN)
        if place == 0:
            pdf.add_page()
        _draw(pdf, card, LEFT + place % ACROSS * WIDTH, TOP + place // ACROSS * HEIGHT)
    pdf.output(str(out))
    return int(pdf.page_no())


def _draw(pdf: Any, card: PrintedCard, x: float, y: float) -> None:
    pdf.set_draw_color(160)
    pdf.rect(x, y, WIDTH, HEIGHT)  # lines to cut along
    pdf.set_fill_color(*COLOURS[card.colour])
    pdf.rect(x + 3, y + 3, WIDTH - 6, BAND, style="F")
    pdf.set_text_color(255)
    _line(pdf, card.name, x, y + 3, 15, BAND, bold=True)
    pdf.set_text_color(30)
    _line(pdf, card.number, x, y + HEIGHT / 2 - MARK, 56, MARK * 2, bold=True)
    _line(pdf, card.text, x, y + HEIGHT - MARK, 13, MARK - 4)


def _line(
    pdf: Any,
    text: str,
    x: float,
    y: float,
    size: int,
    height: float,
    *,
    bold: bool = False,
) -> None:
    """Write a centred line, smaller if it would not fit the card."""
    pdf.set_font("helvetica", style="B" if bold else "", size=size)
    text = text.encode("cp1252", "replace").decode("cp1252")
    wide = pdf.get_string_width(text)
    if wide > WIDTH - 8:
        pdf.set_font_size(size * (WIDTH - 8) / wide)
    pdf.set_xy(x, y)
    pdf.cell(WIDTH, height, text, align="C")
