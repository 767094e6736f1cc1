"""A review as an SVG picture: the chances of all seats, with the turning points marked."""

from html import escape

from .review import Review
from .story import percent, words_of

WIDTH, HEIGHT = 900, 420
LEFT, TOP, RIGHT, BOTTOM = 52, 54, 20, 84  # margins
INKS = ("#a4312a", "#1f5f8b", "#8a5d00", "#2f6b3a", "#6a3d8a")
DASHES = ("", "9 4", "2 4", "11 3 2 3", "5 5")
FONT = "font-family='Source Sans 3, Helvetica, Arial, sans-serif'"


def svg(review: Review, language: str = "en") -> str:
    """Return the picture of a review as one self-contained SVG file."""
    words = words_of(review, language)
    title = words.say("review.title", game=words.say("title"))
    size = f"viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' height='{HEIGHT}'"
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' {size} role='img' {FONT}>",
        f"<title>{escape(title)}</title>",
        f"<rect width='{WIDTH}' height='{HEIGHT}' fill='#fbf7ee'/>",
        f"<text x='{LEFT}' y='32' font-size='20' fill='#2b2118'>{escape(title)}</text>",
        *_grid(),
        *(_turn(review, turn.first) for turn in review.turning),
        *(_line(review, seat) for seat in range(len(review.seats))),
        *_legend([words.seat(n) for n in range(len(review.seats))]),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _x(review: Review, move: float) -> float:
    """Return the x coordinate of a move; the starting chances are drawn left of the deal."""
    width = WIDTH - LEFT - RIGHT
    return round(LEFT + width * (move + 1) / len(review.moments), 1)


def _y(chance: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance), 1)


def _grid() -> list[str]:
    lines = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = _y(share)
        lines.append(f"<path d='M{LEFT} {y}H{WIDTH - RIGHT}' stroke='#d9cfbb'/>")
        lines.append(
            f"<text x='{LEFT - 8}' y='{y + 4}' font-size='12' fill='#6b5d4b' "
            f"text-anchor='end'>{percent(share)} %</text>"
        )
    return lines


def _turn(review: Review, move: int) -> str:
    x = _x(review, move)
    return (
        f"<path d='M{x} {_y(1)}V{_y(0)}' stroke='#b08d57' stroke-dasharray='3 3'/>"
        f"<text x='{x}' y='{TOP - 6}' font-size='12' fill='#6b5d4b' "
        f"text-anchor='middle'>{move}</text>"
    )


def _line(review: Review, seat: int) -> str:
    start = f"M{_x(review, -1)} {_y(review.seats[seat].chance.start)}"
    points = (
        f"L{_x(review, moment.move)} {_y(moment.chances[seat])}"
        for moment in review.moments
    )
    return (
        f"<path d='{start}{''.join(points)}' fill='none' stroke='{INKS[seat % 5]}' "
        f"stroke-width='2.5' stroke-dasharray='{DASHES[seat % 5]}' "
        "stroke-linejoin='round'/>"
    )


def _legend(names: list[str]) -> list[str]:
    parts = []
    wide = (WIDTH - LEFT - RIGHT) / min(3, len(names))
    for seat, name in enumerate(names):
        x, y = LEFT + seat % 3 * wide, HEIGHT - BOTTOM + 34 + seat // 3 * 24
        parts.append(
            f"<path d='M{x:.0f} {y - 4}h30' stroke='{INKS[seat % 5]}' "
            f"stroke-width='3' stroke-dasharray='{DASHES[seat % 5]}'/>"
            f"<text x='{x + 38:.0f}' y='{y}' font-size='13' fill='#2b2118'>"
            f"{escape(name)}</text>"
        )
    return parts
