"""A newcomer: from the first page through a lesson to a move of their own, knowing no rule."""

import pytest
from hands import BEAT, PHONE, WIDE, expect, moved, offered, wait

from comptoir import games

FAST = {"tempo": "off"}
LOOK = """was => {
  const step = document.querySelector('.told small')?.textContent;
  const end = document.querySelector('.teacher .do a');
  const next = end ?? document.querySelector('[data-lesson]');
  if (!step || step === was || !next) return null;
  const box = next.getBoundingClientRect();
  const seen = box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  const said = document.querySelector('.teacher .note')?.textContent ?? '';
  return {step, over: !!end, seen, said};
}"""  # what the lesson asks for, once it is another step
WAYS = [  # every game and language; each of both is in the daily run
    pytest.param(game, language, size, marks=[] if day else [pytest.mark.nightly])
    for number, game in enumerate(sorted(games()))
    for language, day in (("en", number % 2 == 0), ("fr", number % 2 == 1))
    for size in ((PHONE if day else WIDE),)
]


def taught(page):
    """Do what the lesson says until it is over; return the sentences that were read."""
    read, now = [], wait(page, LOOK, "")
    while not now["over"]:
        assert now["seen"], f"{now['step']}: its button is outside the window"
        read.append(now["said"])
        page.locator("[data-lesson]").click()
        now = wait(page, LOOK, now["step"])
    return [*read, now["said"]]


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
    page.locator(".teacher .do button").click()
    page.wait_for_url("**/t/*")
    assert offered(page)
    beat = page.evaluate(BEAT)
    page.locator(".prompt .tools button").last.click()
    page.locator(".hints [role=status] button").first.click()
    moved(page, beat)

    expect(page.locator(".seats")).to_contain_text("Nina")
