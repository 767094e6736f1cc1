"""Puzzles in the browser: found from everywhere, played on the board, tried twice, counted."""

import re
from datetime import UTC, datetime

import pytest
from hands import PHONE, WIDE, expect, wait

from comptoir import games
from comptoir.review.puzzles import shipped

NOON = datetime(2026, 11, 19, 12, tzinfo=UTC)
FREE = "() => [...document.querySelectorAll('main [data-action]')].map(e => e.dataset.action)"


def pressed(page, action):
    """Play an action of a puzzle: a finger's first tap on a thing only shows it."""
    page.locator(f'main [data-action="{action}"]:visible').first.click()


def number_of(page):
    """Return the number in the page's address."""
    page.wait_for_url(re.compile(r"number=\d+"))
    return int(re.search(r"number=(\d+)", page.url)[1])


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_puzzle_has_a_second_try_and_a_reason(visit, size):
    """First a wrong answer, then the right one; the rating and the streak are kept."""
    number = next(n for n, one in enumerate(shipped("osaka")) if one.best.verb == "buy")
    page = visit(f"/puzzles/osaka?number={number}", size=size)
    expect(page.locator(".bar .asked")).to_be_visible()
    best = "buy"
    wrong = next(one for one in wait(page, f"() => ({FREE})().length && ({FREE})()")
                 if one != best)  # fmt: skip

    pressed(page, wrong)
    expect(page.locator(".bar .wrong")).to_be_visible()
    assert wrong not in page.evaluate(FREE)
    pressed(page, best)
    expect(page.locator(".bar .right")).to_contain_text("%")
    expect(page.locator(".bar .told p.small")).not_to_have_count(0)
    assert [] == page.evaluate(FREE)
    kept = page.evaluate("JSON.parse(localStorage.getItem('comptoir.puzzles'))")
    assert {f"osaka {number}": 0.5} == kept["done"]
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_url(re.compile(rf"number=(?!{number}\b)"))
    page.get_by_role("checkbox").uncheck()
    assert "off" == page.evaluate("localStorage.getItem('comptoir.puzzles')")


def test_everybody_has_the_same_puzzle_on_one_day(visit):
    """It leads from the first page to the board, and from each game's card to its own."""
    found = []
    for name in ("Ada", "Bo"):
        page = visit(name=name)
        page.clock.set_fixed_time(NOON)
        page.goto("/")
        page.locator("[data-today]").click()
        expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
        found.append((page.url, number_of(page)))
    assert found[0] == found[1]
    game = re.search(r"puzzles/(\w+)", found[0][0])[1]
    page.goto("/")
    page.locator(f'a[href="/puzzles/{game}"]').click()
    assert found[0][1] == number_of(page)


def test_the_end_of_a_game_and_its_rules_lead_to_its_puzzles(at, visit):
    """In both languages."""
    page = at("batavia", "end", size=PHONE)
    page.locator(".ending").get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.locator(".bar .asked")).to_be_visible()
    number_of(page)
    page = visit("/rules/borneo", language="fr")
    page.get_by_role("main").get_by_role("link", name="Problèmes", exact=True).click()
    expect(page.locator(".bar .asked")).to_be_visible()
    assert "/puzzles/borneo" in page.url


def test_a_streak_is_shown_on_the_next_day(visit):
    """Who solved yesterday's puzzle sees how many days in a row."""
    page = visit()
    page.clock.set_fixed_time(NOON)
    page.goto("/")
    page.locator("[data-today]").click()
    number = number_of(page)
    game = re.search(r"puzzles/(\w+)", page.url)[1]
    best = shipped(game)[number].best
    expect(page.locator(".bar .asked")).to_be_visible()
    pressed(page, " ".join(str(part) for part in (best.verb, best.what) if part))
    expect(page.locator(".bar .right")).to_be_visible()
    page.clock.set_fixed_time(NOON.replace(day=20))
    page.goto("/")
    expect(page.locator("[data-today]")).to_contain_text("1 day in a row")
    page.clock.set_fixed_time(NOON.replace(day=21))
    page.goto("/")
    expect(page.locator("[data-today]")).not_to_contain_text("in a row")


@pytest.mark.parametrize("title", sorted(games()))
def test_a_theme_leads_to_its_puzzles(visit, title):
    page = visit(f"/puzzles/{title}?theme=ending")
    expect(page.locator(".bar .asked")).to_be_visible()
    assert "ending" in shipped(title)[number_of(page)].themes
