"""Bars and curves as SVG, without a library."""

from collections.abc import Mapping, Sequence
from html import escape
from math import log10

WIDTH, LABEL, ROW = 860, 360, 20
OURS, THEIRS, INK = "#b5472b", "#8a8f98", "#33373d"
FONT = 'font-family="sans-serif" font-size="12"'


def bars(title: str, figures: Sequence[tuple[str, float, str]]) -> str:
    """Return a chart of bars on a logarithmic scale: name, figure, whose it is."""
    ordered = sorted(figures, key=lambda row: -row[1])
    top = log10(max(figure for _, figure, _ in ordered))
    low = log10(min(figure for _, figure, _ in ordered)) - 0.3
    height = ROW * (len(ordered) + 2)
    parts = [_text(LABEL, ROW - 6, f"{title} (logarithmic)", "start")]
    for number, (name, figure, who) in enumerate(ordered, 1):
        y = number * ROW
        width = (log10(figure) - low) / (top - low) * (WIDTH - LABEL - 90)
        colour = OURS if who == "Comptoir" else THEIRS
        parts.append(_text(LABEL - 6, y + 14, name, "end"))
        box = f'x="{LABEL}" y="{y + 3}" width="{width:.1f}" height="{ROW - 6}"'
        parts.append(f'<rect {box} fill="{colour}"/>')
        parts.append(_text(LABEL + width + 6, y + 14, short(figure), "start"))
    return _svg(WIDTH, height, parts)


def curves(
    title: str, lines: Mapping[str, Sequence[tuple[float, float]]], level: float
) -> str:
    """Return curves by name, and a level to compare them with."""
    width, height, edge = 640, 320, 60
    points = [point for line in lines.values() for point in line]
    first, last = min(x for x, _ in points), max(x for x, _ in points)
    high = max(level, *(y for _, y in points)) * 1.1

    def at(x: float, y: float) -> tuple[float, float]:
        left = edge + (x - first) / (last - first or 1) * (width - 2 * edge)
        return left, height - edge - y / high * (height - 2 * edge)

    def line(points: Sequence[tuple[float, float]], style: str) -> str:
        shown = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*one) for one in points))
        return f'<polyline points="{shown}" fill="none" {style}/>'

    parts = [_text(edge, 24, title, "start")]
    parts.append(line([(first, level), (last, level)], f'stroke="{THEIRS}"'))
    for number, (name, shown) in enumerate(lines.items()):
        dash = ("", "6 3", "2 3")[number % 3]
        style = f'stroke="{OURS}" stroke-width="2" stroke-dasharray="{dash}"'
        parts.append(line(shown, style))
        x, y = at(*shown[-1])
        parts.append(_text(x + 4, y, name, "start"))
    parts += [_text(edge - 6, at(first, y)[1], f"{y:.2f}", "end") for y in (0, level)]
    for x in (first, last):
        parts.append(_text(at(x, 0)[0], height - edge + 18, short(x), "middle"))
    return _svg(width, height, parts)


def short(figure: float) -> str:
    """Return a figure as people say it: 7.9 M, 120 k."""
    for size, sign in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if figure >= size:
            return f"{figure / size:.3g}{sign}"
    return f"{figure:.3g}"


def _text(x: float, y: float, said: str, anchor: str) -> str:
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {where} {FONT} fill="{INK}">{escape(said)}</text>'


def _svg(width: int, height: int, parts: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    ground = f'<rect width="{width}" height="{height}" fill="white"/>'
    return "\n".join([head, ground, *parts, "</svg>", ""])
