"""Nothing that is needed to decide lies outside the window, and nothing jumps."""

import contextlib

import pytest
from hands import TRY, TooLate, expect, make, offered, over, play_on, wait
from screens import (
    CUT,
    MOST_SHIFT,
    NAMELESS,
    RULELESS,
    SEEN,
    SHIFTED,
    SIZES,
    WATCH,
    WRONG,
)

from comptoir import games
from waiting import wait_until

FEW = 8  # of our turns that are looked at in a short run
ALL = 900
SHORT = {"sales": 12}
NARROW = {"width": 320, "height": 568}
ZOOMED = {"width": 683, "height": 384}  # a laptop at 200 %


def looked_at(page, most):
    """Play on, and tell what was wrong at our turns, and how often we had one."""
    wrong, turns = {}, iter(range(most))

    def look(page):
        turn = next(turns, None)
        for what in [] if turn is None else page.evaluate(WRONG):
            wrong.setdefault(what, turn)
        return turn is None

    clicks = play_on(page, stop=look)
    return wrong, clicks


def table(page, title):
    """A table with as many players as fit, against house bots."""
    game = games()[title]
    options = {k: v for k, v in SHORT.items() if k in game.options.__struct_fields__}
    make(page, title, game.seats[-1], bots="house", options=options)
    offered(page)


@pytest.mark.parametrize("title", sorted(games()))
@pytest.mark.parametrize(
    ("size", "language", "turns"),
    [
        ("small", "fr", FEW),
        ("laptop", "en", FEW),
        *(
            pytest.param(size, language, ALL, marks=pytest.mark.nightly)
            for size in SIZES
            for language in ("en", "fr")
        ),
    ],
)
def test_all_that_is_needed_is_inside_the_window(visit, title, size, language, turns):
    """An answer, the question and all scores at each of our turns; then the end."""
    page = visit(size=SIZES[size], language=language)
    table(page, title)
    page.evaluate(WATCH)

    wrong, clicks = looked_at(page, turns)

    assert clicks
    assert {} == wrong
    shifts = page.evaluate(SHIFTED)
    worst = sorted(shifts, reverse=True)[:8]
    assert sum(value for value, _ in shifts) <= MOST_SHIFT, worst
    if turns == ALL:
        assert over(page)
        expect(page.locator(".ending h2").first).to_be_in_viewport()


@pytest.mark.parametrize("title", sorted(games()))
def test_a_small_window_cuts_nothing_off(visit, title):
    """At 320 px, and at 200 % on a laptop, in French: it scrolls, and the bar stays."""
    page = visit(size=NARROW, language="fr")
    table(page, title)
    for size in (NARROW, ZOOMED):
        page.set_viewport_size(size)
        wait(page, "width => innerWidth === width", size["width"])
        assert [] == page.evaluate(CUT), size
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
        expect(page.locator(".question")).to_be_in_viewport()


def pressed(page, thing):
    """Press on something for a while, and tell whether its name of now was shown."""
    shown = page.locator("p.name", has_text=thing.get_attribute("data-name"))
    thing.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    with contextlib.suppress(TooLate):
        shown.wait_for(timeout=TRY)
    return shown.count() > 0


@pytest.mark.parametrize("title", sorted(games()))
def test_everything_has_a_name(visit, title):
    """Every piece and number of sampled positions; a long press, a key and a legend tell it."""
    page = visit(size=SIZES["phone"])
    table(page, title)
    for seed in range(2):
        left = iter(range(4))
        play_on(page, seed=seed, stop=lambda _, left=left: next(left, None) is None)
        assert [] == page.evaluate(NAMELESS)
        assert [] == page.evaluate(RULELESS)
    page.mouse.move(0, 0)
    thing = page.locator(".board [data-name]:visible").first  # at the window's edge
    # What others still do may end a press, or change what is first and what it is called.
    wait_until(lambda: pressed(page, thing), "the name of what is pressed")
    assert page.locator("p.name").evaluate(SEEN)
    rule = page.locator("p.name button")
    number = rule.inner_text()
    rule.click()
    expect(page.locator(".rules .here")).to_contain_text(number)
    page.keyboard.press("Escape")
    page.locator("main").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("p.name")).not_to_be_empty()
    page.locator(".drawer-open").click()
    page.get_by_role("tab").last.click()
    lines = page.locator(".legend li")
    expect(lines.first).to_be_visible()
    assert lines.count() > len(games())
    lines.first.get_by_role("button").click()
    expect(page.locator(".rules .here")).to_be_visible()
