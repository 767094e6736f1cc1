"""Whole games, played through the page: by clicks, by keyboard alone, and in words."""

import random

import pytest
from hands import (
    BEAT,
    MOVED,
    PHONE,
    SENT,
    WIDE,
    choose,
    expect,
    make,
    moved,
    offered,
    over,
    play_on,
    wait,
)

from comptoir import games

SHORT = {"sales": 12, "tokens": 3}  # of games that have an option for it
DAILY = "osaka"
FEW = 8  # actions that are typed in a short run
FIRST = 12  # clicks on a phone in French, before the screen grows and speaks English
TYPED = """() => document.querySelector('.ending') ? []
  : (said => said.length ? said : null)(
      [...document.querySelectorAll('.text ol code')].map(e => e.textContent))"""
ANSWERED = f"beat => ({MOVED})(beat) || document.querySelector('.why')"


def options(name):
    """Options that keep a game short, where it has them."""
    fields = games()[name].options.__struct_fields__
    return {key: value for key, value in SHORT.items() if key in fields}


@pytest.mark.parametrize(
    "title",  # by day one; every move of the others is offered at the moments of test_sights
    [
        pytest.param(title, marks=[] if title == DAILY else [pytest.mark.nightly])
        for title in sorted(games())
    ],
)
def test_a_whole_game_is_played_by_clicks(visit, title):
    """Against bots: begun on a phone in French, ended on a wide screen in English."""
    page = visit(language="fr", size=PHONE)
    seats = games()[title].seats[0]
    make(page, title, seats, bots="house", options=options(title))
    left = iter(range(FIRST))
    assert play_on(page, stop=lambda _: next(left, None) is None)
    fits(page, PHONE)
    page.set_viewport_size(WIDE)
    page.locator(".top").get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")

    assert play_on(page, seed=2)

    expect(page.locator(".ending h2")).not_to_be_empty()
    fits(page, WIDE)
    cut = "e => e.scrollWidth - e.clientWidth"
    assert page.locator(".ending").evaluate(cut) <= 0
    page.set_viewport_size(PHONE)
    fits(page, PHONE)


def fits(page, size):
    """Nothing is wider than the screen."""
    wait(page, "width => innerWidth === width", size["width"])
    wait(page, "() => document.documentElement.scrollWidth <= innerWidth")


def test_a_whole_game_is_played_by_keyboard_alone(visit):
    """Tab, Enter and nothing else."""
    page = visit()
    make(page, "osaka", 2, options={"tokens": 3})
    rng = random.Random(4)
    while actions := offered(page):
        wanted = choose(rng, actions)
        beat = page.evaluate(BEAT)
        page.keyboard.press("Tab")
        while page.evaluate("document.activeElement?.dataset?.action") != wanted:
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        moved(page, beat)
        assert wanted == SENT[page]

    assert over(page)


@pytest.mark.parametrize(
    "most", [FEW, pytest.param(10_000, marks=pytest.mark.nightly)], ids=["some", "all"]
)
def test_a_game_is_played_in_the_text_view(at, most):
    """The same actions, typed into the command box in the reader's language."""
    page = at("negoces", "haggling", language="fr", kept={"text": "1"})
    rng = random.Random(2)
    box = page.locator(".text form input")
    typed = 0
    while typed < most and (actions := wait(page, TYPED)):
        beat = page.evaluate(BEAT)
        box.fill(choose(rng, actions))
        box.press("Enter")
        expect(box).to_be_empty()
        wait(page, ANSWERED, beat)  # a bot may have come first: then it says why not
        typed += 1

    assert typed >= FEW
    expect(page.locator(".live")).not_to_be_empty()
