"""The learning curve of a run as SVG: first places against bots, and entropy, over the
steps.
"""

from collections.abc import Mapping, Sequence

from comptoir.engine.text.svg import INK, document, label, short

from .progress import TrainingProgress, lately, strength

WIDTH, HEIGHT, EDGE, LABELS = 720, 360, 50, 130
MOST = 80  # points per line; each point covers the games since the previous one
COLOURS = ("#b5472b", "#2b6cb5", "#3d8a4a", "#8a5fb0", "#b58a2b", "#2b9c9c")
PALE = "#c8ccd2"

Points = list[tuple[float, float]]


Line = tuple[Points, str]
"""The points of a line, both numbers from 0 to 1, and its last value as text."""


def curve(title: str, lines: Sequence[TrainingProgress]) -> str:
    """Return the SVG of a run: shares of first places, and entropy relative to its maximum."""
    steps = lines[-1].steps if lines else 1
    return _chart(
        f"{title}: first places against bots, by steps",
        steps,
        _lines(lines, steps),
        dashed="entropy",
    )


def response_curve(title: str, par: float, lines: Mapping[str, Points]) -> str:
    """Return an SVG of shares of first places by steps, with a dashed line at par."""
    steps = max((x for points in lines.values() for x, _ in points), default=0) or 1
    drawn: dict[str, Line] = {
        name: ([(x / steps, y) for x, y in points], f"{points[-1][1]:.1%}")
        for name, points in lines.items()
    }
    drawn["par"] = [(0.0, par), (1.0, par)], f"{par:.0%}"
    return _chart(title, steps, drawn, dashed="par")


def _chart(title: str, steps: float, lines: Mapping[str, Line], dashed: str) -> str:
    """Return the SVG of some lines, of which one is dashed."""
    parts = [label(EDGE, 24, title)]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        level = [(0.0, share), (1.0, share)]
        parts += [_polyline(level, PALE), label(12, _at(0, share)[1], f"{share:.0%}")]
    parts += [
        label(_at(share, 0)[0] - 12, HEIGHT - EDGE + 20, short(share * steps))
        for share in (0.0, 0.5, 1.0)
    ]
    said: list[float] = []  # heights that are taken by labels
    for number, (name, (points, end)) in enumerate(lines.items()):
        colour = INK if name == dashed else COLOURS[number % len(COLOURS)]
        parts.append(_polyline(points, colour, dashed=name == dashed))
        x, y = _at(*points[-1])
        aside = 1 if y < HEIGHT / 2 else -1
        while any(abs(y - other) < 14 for other in said):  # noqa: PLR2004 - a line's height
            y += aside
        said.append(y)
        parts.append(label(x + 6, y + 4, f"{name} {end}", colour))
    return document(WIDTH, HEIGHT, parts)


def _lines(lines: Sequence[TrainingProgress], steps: int) -> dict[str, Line]:
    """Return by name each line's points, from 0 to 1, and its last value as text."""
    found: dict[str, Line] = {}
    highest = max((line.entropy for line in lines), default=0.0) or 1.0
    for number in range(0, len(lines), -(-len(lines) // MOST) or 1):
        last = len(lines) - number
        line, x = lines[last - 1], lines[last - 1].steps / steps
        for name, share in strength(lately(lines[:last])).items():
            found.setdefault(name, ([], f"{share:.0%}"))[0].insert(0, (x, share))
        entropy = found.setdefault("entropy", ([], f"{line.entropy:.2f}"))
        entropy[0].insert(0, (x, line.entropy / highest))
    return found


def _at(x: float, y: float) -> tuple[float, float]:
    left = EDGE + x * (WIDTH - EDGE - LABELS)
    return left, HEIGHT - EDGE - y * (HEIGHT - 2 * EDGE)


def _polyline(points: Points, colour: str, *, dashed: bool = False) -> str:
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (_at(*point) for point in points))
    dash = ' stroke-dasharray="4 3"' if dashed else ""
    return f'<polyline points="{line}" fill="none" stroke="{colour}"{dash}/>'
