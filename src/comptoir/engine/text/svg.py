"""Simple charts as SVG: a document, labels, and short numbers."""

from collections.abc import Sequence
from html import escape

INK = "#33373d"


def document(width: int, height: int, parts: Sequence[str]) -> str:
    """Return an SVG document of the given elements on a white background."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    ground = f'<rect width="{width}" height="{height}" fill="white"/>'
    return "\n".join([head, ground, *parts, "</svg>", ""])


def label(x: float, y: float, text: str, colour: str = INK, to: str = "start") -> str:
    """Return an SVG text element; `to` is its anchor (start, middle or end) at `x`."""
    font = f'font-family="sans-serif" font-size="12" fill="{colour}"'
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{to}"'
    return f"<text {place} {font}>{escape(text)}</text>"


def short(figure: float) -> str:
    """Return a number in short form, such as 7.9 M or 120 k."""
    for size, sign in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if figure >= size:
            return f"{figure / size:.3g}{sign}"
    return f"{figure:.3g}"
