"""The pictures of the documentation, taken anew: `make pictures`.

Every game at its opening, in its middle and at its end, on a wide screen and on a phone,
by day and by night; and the first page, a replay and a lesson. Not a test, but played with
the hands of the tests: whoever takes them looks at them.
"""

import base64
import os
from pathlib import Path

import pytest
from hands import PHONE, WIDE, make, offered, over, play_on

from comptoir import games

FOLDER = Path(os.environ.get("PICTURES", Path(__file__).parents[2] / "docs/pictures"))
SIZES = {"wide": WIDE, "phone": PHONE}
BOTS = "strong"
EARLY = {"negoces": 5}  # clicks of ours, after which a game is in its middle
USUALLY = 24


def take(page, *name):
    """Write what the page shows, as WebP."""
    page.evaluate("scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    camera = page.context.new_cdp_session(page)
    shot = camera.send("Page.captureScreenshot", {"format": "webp", "quality": 82})
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{'-'.join(name)}.webp"
    path.write_bytes(base64.b64decode(shot["data"]))


@pytest.mark.parametrize("title", sorted(games()))
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("light", ["light", "dark"])
def test_a_game(visit, title, size, light):
    """Its opening, its middle and its end."""
    page = visit(size=SIZES[size], dark=light == "dark")
    seats = 4 if 4 in games()[title].seats else games()[title].seats[-1]
    make(page, title, seats, bots=BOTS)
    offered(page)
    take(page, title, size, light, "1-opening")
    clicks = iter(range(EARLY.get(title, USUALLY)))
    play_on(page, seed=5, stop=lambda _: next(clicks, None) is None)
    take(page, title, size, light, "2-middle")
    play_on(page, seed=6)
    assert over(page)
    take(page, title, size, light, "3-end")


def test_other_pages(visit):
    """The first page, a replay and a lesson."""
    page = visit()
    page.locator(".games li").first.wait_for()
    take(page, "front", "wide", "light")
    phone = visit(size=PHONE, dark=True)
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
