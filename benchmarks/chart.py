"""Bar charts as SVG, without a library."""

from collections.abc import Sequence
from math import log10

from comptoir.engine.text.svg import document, label, short

WIDTH, LABEL, ROW = 860, 360, 20
OURS, THEIRS = "#b5472b", "#8a8f98"


def bars(title: str, figures: Sequence[tuple[str, float, str]]) -> str:
    """Return a bar chart on a logarithmic scale; figures are name, value and project."""
    ordered = sorted(figures, key=lambda row: -row[1])
    top = log10(max(figure for _, figure, _ in ordered))
    low = log10(min(figure for _, figure, _ in ordered)) - 0.3
    parts = [label(LABEL, ROW - 6, f"{title} (logarithmic)")]
    for number, (name, figure, who) in enumerate(ordered, 1):
        y = number * ROW
        width = (log10(figure) - low) / (top - low) * (WIDTH - LABEL - 90)
        colour = OURS if who == "Comptoir" else THEIRS
        parts.append(label(LABEL - 6, y + 14, name, to="end"))
        box = f'x="{LABEL}" y="{y + 3}" width="{width:.1f}" height="{ROW - 6}"'
        parts.append(f'<rect {box} fill="{colour}"/>')
        parts.append(label(LABEL + width + 6, y + 14, short(figure)))
    return document(WIDTH, ROW * (len(ordered) + 2), parts)
