"""The pictures of the documentation, taken anew: `make pictures`.

Every game at its opening, in its middle and at its end, on a wide screen and on a phone,
by day, by night and with strong contrast, in its middle on a laptop, a small phone and a phone
on its side, too; and the first page, a replay and a lesson. Not a test, but played with the
hands of the tests: whoever takes them looks at them.
"""

import base64
import contextlib
import os
from pathlib import Path

import pytest
import screens
from hands import PHONE, TRY, WIDE, TooLate, make, offered, over, play_on

from comptoir import games

FOLDER = Path(os.environ.get("PICTURES", Path(__file__).parents[2] / "docs/pictures"))
SIZES = {"wide": WIDE, "phone": PHONE}
NEAR = {"wide": ("laptop",), "phone": ("small", "side")}  # sizes of its middle besides
BOTS = "strong"
EARLY = {
    "negoces": 5,
    "osaka": 9,
}  # clicks of ours, after which a game is in its middle
USUALLY = 24


def take(page, *name):
    """Write what the page shows, as WebP."""
    page.evaluate("scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    camera = page.context.new_cdp_session(page)
    shot = camera.send("Page.captureScreenshot", {"format": "webp", "quality": 72})
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{'-'.join(name)}.webp"
    path.write_bytes(base64.b64decode(shot["data"]))


def lit(page, light):
    """Show the page by day, by night, or with strong contrast."""
    page.emulate_media(color_scheme="dark" if light == "dark" else "light")
    page.evaluate(
        """light => { const root = document.documentElement;
        if (light === 'contrast') root.dataset.theme = light;
        else delete root.dataset.theme; }""",
        light,
    )


@pytest.mark.parametrize("title", sorted(games()))
@pytest.mark.parametrize("size", SIZES)
def test_a_game(visit, title, size):
    """Its opening, its middle and its end, by day and by night; the middle at other sizes."""
    page = visit(size=SIZES[size])
    seats = 4 if 4 in games()[title].seats else games()[title].seats[-1]
    make(page, title, seats, bots=BOTS)
    offered(page)
    clicks = iter(range(EARLY.get(title, USUALLY)))
    for stage in ("1-opening", "2-middle", "3-end"):
        for light in ("light", "dark"):
            lit(page, light)
            take(page, title, size, light, stage)
            for near in NEAR[size] if stage == "2-middle" else ():
                page.set_viewport_size(screens.SIZES[near])
                take(page, title, near, light, stage)
            page.set_viewport_size(SIZES[size])
        if stage == "1-opening":
            play_on(page, seed=5, stop=lambda _: next(clicks, None) is None)
        elif stage == "2-middle":
            lit(page, "contrast")
            take(page, title, size, "contrast", stage)
            play_on(page, seed=6)
            with contextlib.suppress(TooLate):  # where there are points
                page.locator(".ending .curve").wait_for(timeout=TRY)
    assert over(page)


def test_other_pages(visit):
    """The first page, a replay and a lesson."""
    page = visit("/")
    page.locator(".games li").first.wait_for()
    take(page, "front", "wide", "light")
    phone = visit("/", size=PHONE, dark=True)
    phone.locator(".games li").first.wait_for()
    take(phone, "front", "phone", "dark")
    lesson = visit("/learn/batavia")
    lesson.locator("[data-lesson=begin]").click()
    lesson.locator(".teacher .note").wait_for()
    take(lesson, "lesson", "wide", "light")
    table = make(page, "batavia", 4, bots=BOTS)
    play_on(page)
    replay = visit(f"/replay/{table}?move=60&eyes=2", name="Bo")
    replay.locator(".slide").wait_for()
    take(replay, "replay", "wide", "light")
