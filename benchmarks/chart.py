"""Bars and curves as SVG, without a library."""

from collections.abc import Sequence
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


def curve(title: str, points: Sequence[tuple[float, float]], level: float) -> str:
    """Return a curve, and a level to compare it with."""
    width, height, edge = 640, 320, 50
    xs, ys = [x for x, _ in points], [*(y for _, y in points), level]
    low, high = min(0.0, *ys), max(ys) * 1.1

    def at(x: float, y: float) -> str:
        left = edge + (x - xs[0]) / (xs[-1] - xs[0] or 1) * (width - 2 * edge)
        down = height - edge - (y - low) / (high - low) * (height - 2 * edge)
        return f"{left:.1f},{down:.1f}"

    line = " ".join(at(x, y) for x, y in points)
    flat = f"{at(xs[0], level)} {at(xs[-1], level)}"
    parts = [_text(edge, 24, title, "start")]
    parts.append(f'<polyline points="{flat}" fill="none" stroke="{THEIRS}"/>')
    parts.append(
        f'<polyline points="{line}" fill="none" stroke="{OURS}" stroke-width="2"/>'
    )
    parts += [
        _text(edge - 6, float(at(xs[0], y).split(",")[1]), f"{y:.2f}", "end")
        for y in (low, level, high)
    ]
    for x in (xs[0], xs[-1]):
        left = float(at(x, low).split(",")[0])
        parts.append(_text(left, height - edge + 18, short(x), "middle"))
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
