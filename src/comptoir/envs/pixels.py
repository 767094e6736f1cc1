"""Draws the terminal board as an image, in a font of 3 × 5 dots and in rich's colours."""

import unicodedata
from typing import Any

import numpy as np
from rich.color_triplet import ColorTriplet
from rich.console import Console
from rich.segment import Segment
from rich.terminal_theme import DIMMED_MONOKAI as THEME

COLUMNS, LINES = 80, 32
WIDTH, HEIGHT = 4, 7  # size of a character cell in dots, gaps included
SCALE = 2  # pixels per dot

# A glyph is five rows of three dots, each row an octal digit.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
GLYPHS = """
    25755 65656 34443 65556 74647 74644 34553 55755 72227 11152 55655 44447 57755
    65555 25552 65644 25563 65655 34216 72222 55557 55552 55775 55255 55222 71247
    75557 26227 71747 71717 55711 74717 74757 71122 75757 75717
"""
FONT = dict(zip(LETTERS, GLYPHS.split(), strict=True)) | {
    ".": "00002", ",": "00024", ":": "02020", ";": "02024", "-": "00700", "–": "00700",
    "—": "00700", "─": "00700", "+": "02720", "*": "05250", "/": "11244", "(": "12221",
    ")": "42224", "[": "32223", "]": "62226", "!": "22202", "?": "71202", "'": "22000",
    "’": "22000", '"': "55000", "=": "07070", "_": "00007", "<": "12421", ">": "42124",
    "%": "51245", "#": "57575", "|": "22222", "│": "22222", "·": "00200", "…": "00005",
    "×": "05250", "▸": "46764", "›": "42124", "‹": "12421", "→": "12721", "•": "02720",
}  # fmt: skip
SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75, "█": 1.0}
UNKNOWN = "75557"

Image = np.ndarray[Any, np.dtype[np.uint8]]


def draw(board: Any) -> Image:
    """Return a rich renderable as an image, an array ``[448, 640, 3]``."""
    console = Console(width=COLUMNS, color_system="truecolor", force_terminal=True)
    ground = np.array(THEME.background_color, np.uint8)
    dots = np.empty((LINES * HEIGHT, COLUMNS * WIDTH, 3), np.uint8)
    dots[:] = ground
    lines = console.render_lines(board, pad=False)[:LINES]
    for number, line in enumerate(lines):
        _draw_line(dots[number * HEIGHT : (number + 1) * HEIGHT], line)
    return dots.repeat(SCALE, axis=0).repeat(SCALE, axis=1)


def _draw_line(strip: Image, line: list[Segment]) -> None:
    column = 0
    for segment in line:
        ink, paper = _colours(segment)
        for sign in segment.text:
            if column < COLUMNS:
                cell = strip[:, column * WIDTH : (column + 1) * WIDTH]
                _draw_sign(cell, sign, np.array(ink), np.array(paper))
            column += 1


def _draw_sign(cell: Image, sign: str, ink: Any, paper: Any) -> None:
    cell[:] = paper
    if sign in SHADES:
        cell[1:6] = paper + (ink - paper) * SHADES[sign]
    elif not sign.isspace():
        base = unicodedata.normalize("NFD", sign)[0].upper()
        for row, digit in enumerate(FONT.get(base, UNKNOWN), 1):
            for dot in range(3):
                if int(digit, 8) >> (2 - dot) & 1:
                    cell[row, dot] = ink


def _colours(segment: Segment) -> tuple[ColorTriplet, ColorTriplet]:
    """Return the foreground and background colours of a segment."""
    style = segment.style
    ink, paper = THEME.foreground_color, THEME.background_color
    if style and style.color:
        ink = style.color.get_truecolor(THEME)
    if style and style.reverse:
        return paper, ink
    return ink, paper
