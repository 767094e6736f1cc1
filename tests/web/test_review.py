"""The master's eye in the browser: finish a game, see it reviewed, try again from there."""

import re
import struct
from pathlib import Path

import pytest
from hands import PHONE, WIDE, expect, known, new_request, wait
from world import Token

from comptoir import Match, bots, games
from review_kit import warm

SLOW = 240_000  # milliseconds that a review may take where others work too


@pytest.fixture(autouse=True, scope="module")
def compiled():
    """What a review needs is compiled."""
    warm(games()["osaka"])


def saved(page, press):
    """Press on something that saves a file, and return what it is called and holds."""
    with page.expect_download() as download:
        press.click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def pictures_are_saved(page):
    """The curve as SVG, and as PNG of twice its size, with something drawn on it."""
    last = page.locator("main.review section").last
    name, svg = saved(page, last.get_by_role("link", name="SVG"))
    size = re.search(rb"width='(\d+)' height='(\d+)'", svg)
    assert ("review.svg", b"<svg") == (name, svg[:4])
    name, png = saved(page, last.get_by_role("button", name="PNG"))
    assert ("review.png", b"\x89PNG") == (name, png[:4])
    wide, high = (2 * int(side) for side in size.groups())
    assert (wide, high) == struct.unpack(">II", png[16:24])
    assert len(png) > 10 * len(svg)  # an empty sheet of this size has a fifth of that


def finished():
    """A short game of Osaka."""
    match = Match("osaka", 2, "review", {"tokens": 3})
    house, dice = bots.find("house"), bots.new_dice("review")
    while not match.over:
        bots.move(match, match.actors[0], house, dice)
    return match


@pytest.mark.parametrize(
    ("size", "other"),
    [(PHONE, WIDE), pytest.param(WIDE, PHONE, marks=pytest.mark.nightly)],
    ids=["phone", "wide"],
)
def test_a_finished_game_is_reviewed_and_tried_again(visit, world, size, other):
    """By who played it, and by somebody with the link, on another screen."""
    page = visit(language="fr", size=size)
    table = world.open(finished(), [Token(known(page)), "house"], new_request())
    page.goto(f"/t/{table}")
    turned(page)
    page.locator(".ending .lead a[href^='/review/']").click()
    looked_at_and_tried_again(page)
    looked_at_and_tried_again(visit(f"/review/{table}", size=other, name="Bo"))


def turned(page):
    """The end finds the turning point on request; its curve fills meanwhile."""
    page.get_by_role("button", name="Trouver le tournant").click()
    turning = page.get_by_role("region", name="Tournant de la partie")
    expect(turning.locator("svg.chances")).to_be_visible(timeout=SLOW)
    expect(turning.locator("progress")).to_have_count(0, timeout=SLOW)
    expect(turning.get_by_role("status")).to_contain_text(
        re.compile("Tournant, coup|Aucun tour")
    )


def looked_at_and_tried_again(page):
    """The curve, the turning point, what the master would have done; and a table there."""
    curve = page.locator("svg.chances")
    expect(curve).to_be_visible(timeout=SLOW)
    expect(curve.locator("path[stroke-width='2.5']")).to_have_count(2)
    turning = page.locator("button.turn").last
    turning.click()
    expect(turning).to_have_attribute("aria-pressed", "true")
    move = int(re.search(r"\d+", turning.inner_text())[0])
    expect(page).to_have_url(re.compile(rf"move={move}&"))
    expect(page.locator(".choice strong")).not_to_be_empty()
    expect(page.locator(".story p").first).not_to_be_empty()
    assert 2 == page.locator("main.review tbody tr").count()
    wait(page, "() => document.documentElement.scrollWidth <= innerWidth")
    pictures_are_saved(page)
    shared = page.url
    page.reload()
    expect(curve).to_be_visible()
    assert shared == page.url
    page.locator(".choice button.main").click()
    page.wait_for_url(re.compile(r"/t/"))
    expect(page.locator(".frame")).to_be_visible()
    made = page.request.get(page.url.replace("/t/", "/api/tables/")).json()
    assert move - 1 <= made["state"]["moves"]


@pytest.mark.parametrize("how", ["phone", "wide", "in words"])
def test_a_hint_stays_and_says_why(at, how):
    page = at("osaka", "turn", size=PHONE if how == "phone" else WIDE)
    if how == "in words":
        page.get_by_role("button", name="Text view").click()
    page.get_by_role("button", name="Hint").click()
    hints = page.locator(".hints")
    expect(hints).to_be_visible()
    expect(hints.locator("li")).not_to_have_count(0)
    expect(hints).to_contain_text("%")
    wait(page, "() => document.documentElement.scrollWidth <= innerWidth")
    hints.locator("li button").first.click()
