"""Plots of a report as SVG: dots with intervals, lines, density curves and stacked bars.

Colours are CSS classes, so that a plot follows the light, dark and print styles.
"""

import math
import re
import textwrap
from collections.abc import Callable, Sequence
from functools import wraps
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

from comptoir.lab.statistics import metrics

WIDTH, NARROW = 720, 360  # widths of a plot, and of its variant for phones
LEFT, RIGHT, TOP, BOTTOM = 268, 24, 10, 30
APART = 75  # approximate distance between two ticks of an axis
LABEL = 16  # height of a label above its row, in narrow plots
BESIDE, LINE = 38, 14  # characters per line of a label, and line height
ROW, STEP = 14, 13  # distance between rows, and between the dots of a row
COLOURS = 6


class Dot(NamedTuple):
    """A value with its interval, in the colour of a series; hollow if not significant."""

    value: float
    low: float
    high: float
    series: int
    certain: bool = True


class Row(NamedTuple):
    """A row of a dot plot: its label and its dots."""

    label: str
    dots: list[Dot]


Form = Callable[[float], str]


def both(draw: Callable[..., str]) -> Callable[..., str]:
    """Decorate a plot to be drawn wide and, for phones, narrow; CSS shows one of the two."""

    @wraps(draw)
    def drawn(*given: Any) -> str:
        return draw(*given, width=WIDTH) + draw(*given, width=NARROW)

    return drawn


@both
def dots(
    rows: Sequence[Row], form: Form, fair: float | None = None, *, width: int
) -> str:
    """Return a dot plot with intervals; `fair` is the value of a vertical reference line."""
    ends = [end for row in rows for dot in row.dots for end in (dot.low, dot.high)]
    low, high = _around([*ends, *([fair] if fair is not None else [])])
    above = LABEL if width == NARROW else 0
    scale = _scale(low, high, 10 if above else LEFT, width - RIGHT)
    parts, y = [], float(TOP)
    for number, row in enumerate(rows):
        height = STEP * len(row.dots) + ROW + above
        if number % 2 == 0:
            band = f'x="0" y="{y:.1f}" width="{width}" height="{height}" rx="4"'
            parts.append(f'<rect class="row" {band}/>')
        if above:
            parts.append(_text(8, y + LABEL, row.label, "start", 48))
        else:
            parts += _beside(y + height / 2 + 4, row.label)
        for at, dot in enumerate(row.dots):
            here = y + above + ROW / 2 + STEP * (at + 0.5)
            parts.append(_dot(dot, here, scale, f"{row.label}: {form(dot.value)}"))
        y += height
    parts = [*_grid(low, high, scale, y, form), *parts]
    if fair is not None:
        x = scale(fair)
        parts.append(
            f'<line class="fair" x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{y:.1f}"/>'
        )
    return _svg(width, y + BOTTOM, parts)


def _beside(y: float, label: str) -> list[str]:
    """Return a row's label at the left of a plot, in two lines if it is long."""
    lines = [label]
    if len(label) > BESIDE:
        lines = textwrap.wrap(label, min(BESIDE, len(label) // 2 + 6))
    return [
        _text(LEFT - 12, y + LINE * (n - (len(lines) - 1) / 2), line, "end")
        for n, line in enumerate(lines)
    ]


def _dot(dot: Dot, y: float, scale: Callable[[float], float], title: str) -> str:
    kind = f"s{dot.series % COLOURS}{'' if dot.certain else ' open'}"
    return (
        f'<g class="{kind}"><title>{escape(title)}</title>'
        f'<line class="bar" x1="{scale(dot.low):.1f}" x2="{scale(dot.high):.1f}" '
        f'y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<circle cx="{scale(dot.value):.1f}" cy="{y:.1f}" r="4.5"/></g>'
    )


@both
def lines(
    series: Sequence[Sequence[tuple[float, float, float, float]]],
    names: Sequence[str],
    form: Form,
    floor: float,
    *,
    width: int,
) -> str:
    """Return a line plot of points with x, value, low and high; `floor` marks the chance
    level.
    """
    height, left, right = 300, 56, 24
    across = _scale(0.0, 1.0, left, width - right)
    up = _scale(0.0, 1.0, height - BOTTOM, TOP)
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = up(share)
        parts.append(
            f'<line class="grid" x1="{left}" x2="{width - right}" y1="{y}" y2="{y}"/>'
        )
        parts.append(_text(left - 8, y + 4, form(share), "end"))
    for x, name in zip((0.0, 0.25, 0.5, 0.75, 1.0), names, strict=True):
        anchor = "start" if x == 0 else "end" if x == 1 else "middle"
        parts.append(_text(across(x), height - 8, name, anchor))
    y = up(floor)
    parts.append(
        f'<line class="fair" x1="{left}" x2="{width - right}" y1="{y}" y2="{y}"/>'
    )
    for at, points in enumerate(series):
        upper = [f"{across(x):.1f},{up(high):.1f}" for x, _, _, high in points]
        lower = [f"{across(x):.1f},{up(low):.1f}" for x, _, low, _ in points]
        middle = " ".join(f"{across(x):.1f},{up(v):.1f}" for x, v, _, _ in points)
        band = " ".join([*upper, *reversed(lower)])
        parts.append(
            f'<g class="s{at % COLOURS}"><polygon class="band" points="{band}"/>'
            f'<polyline class="line" points="{middle}"/></g>'
        )
    return _svg(width, height, parts)


@both
def hills(counts: Sequence[Sequence[int]], form: Form, *, width: int) -> str:
    """Return histograms of minutes as overlapping curves."""
    used = [n for row in counts for n, count in enumerate(row) if count]
    if not used:
        return ""
    first, last = max(min(used) - 1, 0), max(used) + 2
    edges = [2 ** (n / metrics.BINS) for n in range(first, last + 1)]
    tops = [
        [count / (sum(row) or 1) / (edges[n + 1] - edges[n]) for n, count in some]
        for row in counts
        for some in [list(enumerate(row[first:last]))]
    ]
    far = _far(counts, first, edges)
    height, left = 240, 24
    across = _scale(edges[0], far, left, width - RIGHT)
    up = _scale(0.0, max(map(max, tops)) * 1.05, height - BOTTOM, TOP)
    parts = [*_grid(edges[0], far, across, height - BOTTOM, form)]
    for at, row in enumerate(tops):
        middles = [(edges[n] + edges[n + 1]) / 2 for n in range(len(row))]
        shown = [(across(x), up(top)) for x, top in zip(middles, row, strict=True)
                 if x < far]  # fmt: skip
        drawn = _curve([(across(edges[0]), up(0)), *shown, (across(far), up(0))])
        parts.append(f'<g class="s{at % COLOURS}"><path class="hill" d="{drawn}"/></g>')
    return _svg(width, height, parts)


def _curve(points: Sequence[tuple[float, float]]) -> str:
    """Return a monotone cubic curve through points (Fritsch and Carlson), without overshoot."""
    steps = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(points)]
    slopes = [0.0, *map(_between, steps, steps[1:]), 0.0]
    drawn = f"M{points[0][0]:.1f},{points[0][1]:.1f}"
    for n, (a, b) in enumerate(pairwise(points)):
        third = (b[0] - a[0]) / 3
        drawn += (
            f"C{a[0] + third:.1f},{a[1] + third * slopes[n]:.1f} "
            f"{b[0] - third:.1f},{b[1] - third * slopes[n + 1]:.1f} "
            f"{b[0]:.1f},{b[1]:.1f}"
        )
    return drawn


def _between(one: float, other: float) -> float:
    """Return the slope between two segments: 0 at an extremum, else their harmonic mean."""
    return 2 * one * other / (one + other) if one * other > 0 else 0.0


def _far(counts: Sequence[Sequence[int]], first: int, edges: Sequence[float]) -> float:
    """Return where to cut off the right end of a histogram: beyond it are a few games in a
    thousand.
    """
    total = [sum(column) for column in zip(*counts, strict=True)]
    left, before = sum(total), 0
    for n, count in enumerate(total):
        before += count
        if before > 0.998 * left:
            return edges[min(n + 2 - first, len(edges) - 1)]
    return edges[-1]


@both
def stacks(
    rows: Sequence[tuple[str, Sequence[float]]], names: Sequence[str], *, width: int
) -> str:
    """Return stacked bars, one for each row, of shares that add up to 1."""
    above = LABEL if width == NARROW else 0
    scale = _scale(0.0, 1.0, 8 if above else LEFT, width - RIGHT)
    parts, y = [], float(TOP)
    for label, shares in rows:
        if above:
            parts.append(_text(8, y + 12, label, "start", 48))
            y += above
        else:
            parts += _beside(y + 17, label)
        start = 0.0
        for at, share in enumerate(shares):
            wide = scale(start + share) - scale(start)
            parts.append(
                f'<g class="s{at % COLOURS}"><title>{escape(names[at])}</title>'
                f'<rect x="{scale(start):.1f}" y="{y}" width="{max(wide, 0):.1f}" '
                'height="24"/></g>'
            )
            start += share
        y += 34
    return _svg(width, y + 4, parts)


class Axis(NamedTuple):
    """One axis of a scatter plot: its name, its number format and its target range."""

    name: str
    form: Form
    least: float
    most: float


@both
def cloud(
    points: Sequence[tuple[float, float, str, bool]],
    axes: Sequence[Axis],
    *,
    width: int,
) -> str:
    """Return a labelled scatter plot of two metrics, with the target region."""
    height, left = 340, 76
    ends = []
    for at, axis in enumerate(axes):
        aims = [end for end in (axis.least, axis.most) if math.isfinite(end)]
        ends.append(_around([*(float(point[at]) for point in points), *aims]))
    (low, high), (bottom, top) = ends
    across = _scale(low, high, left, width - RIGHT)
    up = _scale(bottom, top, height - 44, TOP + 12)
    near, far = across(max(axes[0].least, low)), across(min(axes[0].most, high))
    under, over = up(max(axes[1].least, bottom)), up(min(axes[1].most, top))
    size = f'width="{far - near:.1f}" height="{under - over:.1f}"'
    parts = [
        f'<rect class="aim" x="{near:.1f}" y="{over:.1f}" {size}/>',
        *_grid(low, high, across, height - 44, axes[0].form),
    ]
    ticks = _ticks(bottom, top)
    for tick, label in zip(ticks, _labels(ticks, axes[1].form), strict=True):
        parts.append(_text(left - 8, up(tick) + 4, label, "end"))
    for x, y, title, best in sorted(points, key=lambda point: point[3]):
        parts.append(
            f'<g class="s{1 if best else 5}"><title>{escape(title)}</title>'
            f'<circle cx="{across(x):.1f}" cy="{up(y):.1f}" r="{6 if best else 4}"/></g>'
        )
    middle = (left + width - RIGHT) / 2
    parts.append(_text(middle, height - 6, axes[0].name, "middle", 46))
    parts.append(_text(8, 10, axes[1].name, "start", 46))
    return _svg(width, height, parts)


def _around(numbers: Sequence[float]) -> tuple[float, float]:
    low, high = min(numbers), max(numbers)
    room = (high - low) * 0.06 or abs(high) * 0.1 or 0.1
    return low - room, high + room


def _scale(
    low: float, high: float, start: float, end: float
) -> Callable[[float], float]:
    span = (high - low) or 1.0
    return lambda value: start + (value - low) / span * (end - start)


def _ticks(low: float, high: float, most: float = 5.0) -> list[float]:
    """Return round numbers between two limits."""
    raw = (high - low) / most
    size = 10 ** math.floor(math.log10(raw)) if raw > 0 else 1.0
    step = next(size * n for n in (1, 2, 2.5, 5, 10) if size * n >= raw)
    first = math.ceil(low / step)
    return [n * step for n in range(first, math.floor(high / step) + 1)]


def _grid(
    low: float, high: float, scale: Callable[[float], float], y: float, form: Form
) -> list[str]:
    parts = []
    ticks = _ticks(low, high, (scale(high) - scale(low)) / APART)
    for tick, label in zip(ticks, _labels(ticks, form), strict=True):
        x = scale(tick)
        parts.append(
            f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{y:.1f}"/>'
        )
        parts.append(_text(x, y + 18, label, "middle"))
    return parts


def _labels(ticks: Sequence[float], form: Form) -> list[str]:
    """Return the labels of an axis's ticks, without decimals if all are whole numbers."""
    labels = [form(tick) if tick else form(0.0).lstrip("+") for tick in ticks]
    whole = [re.sub(r"[.,]0+(?=\D*$)", "", label) for label in labels]
    return whole if not any(re.search(r"[.,]\d", one) for one in whole) else labels


def _text(x: float, y: float, text: str, anchor: str, most: int = 60) -> str:
    shown = text if len(text) <= most else f"{text[: most - 1]}…"
    whole = f"<title>{escape(text)}</title>" if shown != text else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{whole}{escape(shown)}</text>'


def _svg(width: float, height: float, parts: Sequence[str]) -> str:
    kind = "narrow" if width == NARROW else "whole"
    return (
        f'<svg class="{kind}" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'preserveAspectRatio="xMinYMin">{"".join(parts)}</svg>'
    )
