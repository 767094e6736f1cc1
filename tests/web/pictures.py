"""Takes the pictures of the documentation: `make pictures`.

One of each game in its middle, a phone, a lesson, a replay, and the animation of the README,
whose frames are of a real game. Not a test, but played with the hands of the tests: whoever
takes them looks at them, and keeps no picture that no page shows.
"""

import base64
import os
import struct
from pathlib import Path

import pytest
from hands import PHONE, make, offered, play_on

from comptoir import games

FOLDER = Path(os.environ.get("PICTURES", Path(__file__).parents[2] / "docs/pictures"))
BOTS = "strong"
EARLY = {"negoces": 5, "osaka": 9}  # clicks until a game is in its middle
USUALLY = 24
FRAMES = 11
SECONDS = 1.2  # a frame
SHOWN = 0.6  # of the window's width and height
LAST_BYTES = 400_000


def shot(page, quality=72, scale=1):
    """Return what the page shows, as WebP."""
    page.evaluate("scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    camera = page.context.new_cdp_session(page)
    clip = {"x": 0, "y": 0, "scale": scale, **page.viewport_size}
    given = {"format": "webp", "quality": quality, "clip": clip}
    return base64.b64decode(camera.send("Page.captureScreenshot", given)["data"])


def keep(data, name):
    """Write a picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.webp").write_bytes(data)


def middle(visit, title, **how):
    """Play a game to its middle and return its page."""
    page = visit(**how)
    seats = 4 if 4 in games()[title].seats else games()[title].seats[-1]
    make(page, title, seats, bots=BOTS)
    clicks = iter(range(EARLY.get(title, USUALLY)))
    play_on(page, seed=5, stop=lambda _: next(clicks, None) is None)
    return page


@pytest.mark.parametrize("title", sorted(games()))
def test_a_game(visit, title):
    """Each game in its middle, on a wide screen."""
    keep(shot(middle(visit, title)), title)


def test_a_phone(visit):
    """A game in its middle, in the dark theme."""
    keep(shot(middle(visit, "borneo", size=PHONE, dark=True)), "phone")


def test_other_pages(visit):
    """A lesson and a replay."""
    lesson = visit("/learn/batavia")
    lesson.locator("[data-lesson=begin]").click()
    lesson.locator(".bar .note").wait_for()
    keep(shot(lesson), "lesson")
    page = visit()
    table = make(page, "batavia", 4, bots=BOTS)
    play_on(page)
    replay = visit(f"/replay/{table}?move=60&eyes=2", name="Bo")
    replay.locator(".slide").wait_for()
    keep(shot(replay), "replay")


def test_the_animation(visit):
    """Some turns of a game of Batavia, small enough for the README."""
    page = middle(visit, "batavia", size={"width": 1280, "height": 800})
    frames = []
    while len(frames) < FRAMES and offered(page):
        frames.append(shot(page, quality=50, scale=SHOWN))
        clicks = iter(range(2))
        play_on(page, seed=len(frames), stop=lambda _, c=clicks: next(c, None) is None)
    moving = animated(frames, SECONDS)

    assert len(moving) < LAST_BYTES
    keep(moving, "table")


def animated(frames, seconds):
    """Join WebP pictures of one size to an animation without an end."""
    size = struct.unpack_from("<HH", frames[0], frames[0].index(b"VP8 ") + 14)
    width, height = (number & 0x3FFF for number in size)
    area = _number(width - 1) + _number(height - 1)
    body = _chunk(b"VP8X", b"\x02\0\0\0" + area)
    body += _chunk(b"ANIM", b"\xff\xff\xff\xff\0\0")
    for frame in frames:
        at = frame.index(b"VP8 ")
        still = frame[at : at + 8 + struct.unpack_from("<I", frame, at + 4)[0]]
        still += b"\0" * (len(still) % 2)
        duration = _number(round(1000 * seconds)) + b"\x02"  # drawn without blending
        body += _chunk(b"ANMF", _number(0) * 2 + area + duration + still)
    return _chunk(b"RIFF", b"WEBP" + body)


def _number(value):
    return value.to_bytes(3, "little")


def _chunk(name, data):
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
