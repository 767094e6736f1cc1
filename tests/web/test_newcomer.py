"""A newcomer: from the first page through a lesson to a move of their own, knowing no rule."""

import re

import pytest
from hands import BEAT, PHONE, WIDE, expect, moved, offered, wait

from comptoir import games

FAST = {"tempo": "off"}
PLAY = {"en": "Play a real game", "fr": "Jouer une vraie partie"}
LOOK = """was => {
  const step = document.querySelector('.bar .told small')?.textContent;
  const end = document.querySelector('[data-free]');
  const next = end ?? document.querySelector('[data-lesson]');
  if (!step || step === was || !next) return null;
  const box = next.getBoundingClientRect();
  const seen = box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  const said = document.querySelector('.bar .note')?.textContent ?? '';
  const signs = document.querySelectorAll('.bar .sign').length;
  const rings = [...document.querySelectorAll('.ring')];
  if (rings.length !== signs) return null;
  const found = rings.every(ring => { const b = ring.getBoundingClientRect();
    return b.right > 0 && b.bottom > 0 && b.left < innerWidth && b.top < innerHeight; });
  return {step, over: !!end, seen, said, found, rings: rings.map(ring => ring.dataset.point)};
}"""  # what the lesson asks for and points at, once it is another step
WAYS = [  # every game and language; each of both is in the daily run
    pytest.param(game, language, size, marks=[] if day else [pytest.mark.nightly])
    for number, game in enumerate(sorted(games()))
    for language, day in (("en", number % 2 == 0), ("fr", number % 2 == 1))
    for size in ((PHONE if day else WIDE),)
]


def taught(page):
    """Do what the lesson says until it is over; return the sentences that were read.

    Each sentence with a sign has a ring around a thing in the window, and every press counts.
    """
    read, now = [], wait(page, LOOK, "")
    while not now["over"]:
        assert now["seen"], f"{now['step']}: its button is outside the window"
        assert now["found"], f"{now['step']}: {now['rings']}"
        assert len(read) + 1 == int(re.search(r"\d+", now["step"])[0])
        read.append(now["said"])
        page.locator("[data-lesson]").click()
        now = wait(page, LOOK, now["step"])
    return [*read, now["said"]]


def choose_freely(page):
    """Play any legal move; the master says what it would have done, and why."""
    thing = page.locator("main [data-action]:visible").last
    thing.click()
    armed = page.locator("[data-armed]")
    if armed.count():
        armed.first.click()
    expect(page.locator(".bar [role=status]")).to_contain_text("%")
    expect(page.locator(".bar .told p.small").first).not_to_be_empty()


@pytest.mark.parametrize(("title", "language", "size"), WAYS)
def test_a_newcomer_learns_and_plays(visit, title, language, size):
    """Each button says what it does and lies inside the window; a hint makes the first move."""
    page = visit("/", size=size, language=language, name="", kept=FAST)
    goal = games()[title].words(language).say("goal")
    card = page.locator("article", has=page.locator(f'[data-play="{title}"]'))
    card.locator(f'a[href="/learn/{title}"]').click()
    expect(page.get_by_text(goal)).to_be_visible()
    page.get_by_role("textbox").fill("Nina")
    page.locator("[data-lesson=begin]").click()

    said = taught(page)
    assert len(set(said)) >= 10
    page.locator("[data-free]").click()
    choose_freely(page)
    page.get_by_role("button", name=PLAY[language]).click()
    page.wait_for_url("**/t/*")
    assert offered(page)
    beat = page.evaluate(BEAT)
    page.locator(".prompt .tools button").last.click()
    page.locator(".hints [role=status] button").first.click()
    moved(page, beat)

    expect(page.locator(".seats")).to_contain_text("Nina")
