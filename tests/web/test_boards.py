"""The boards of Osaka and Borneo show what follows before anything is done."""

import re

import pytest
from hands import BEAT, PHONE, click, make, moved, offered

TAP = """action => document.querySelector(`main [data-action="${action}"]`).dispatchEvent(
  new PointerEvent('click', {bubbles: true, pointerType: 'touch'}))"""
GREY = "main .board button[aria-disabled=true]"


def play_until(page, verb, dull=("pass",), most=60):
    """Play until an action of this verb is offered, and return all that are."""
    for number in range(most):
        actions = offered(page)
        found = [a for a in actions if a.split()[0] == verb]
        if found or not actions:
            return found
        eager = [a for a in actions if a.split()[0] not in dull] or actions
        click(page, eager[number % len(eager)])
    return []


@pytest.mark.parametrize(
    ("title", "verb"), [("osaka", "coin"), ("borneo", "load")], ids=["osaka", "borneo"]
)
def test_a_finger_is_shown_first_what_it_would_do(visit, title, verb):
    """It cannot point: the first tap shows, the second one does."""
    page = visit(size=PHONE)
    make(page, title, 3)
    wanted = play_until(page, verb, dull=("pass", "done", "fight", "move"))[0]
    beat = page.evaluate(BEAT)
    page.evaluate(TAP, wanted)
    page.get_by_text("Tap again to do it").wait_for()
    page.locator(".then").wait_for()

    assert page.evaluate(BEAT) == beat

    page.evaluate(TAP, wanted)
    moved(page, beat)


@pytest.mark.parametrize("title", ["osaka", "borneo"])
def test_what_is_greyed_out_says_why(visit, title):
    """With the number of the rule, which opens the rules."""
    page = visit()
    make(page, title, 3)
    offered(page)
    page.locator(GREY).first.click(force=True)

    assert page.locator(".why").inner_text()
    assert page.locator(".why .rule").inner_text().startswith(title[:3].upper())


def test_a_purchase_shows_where_ships_would_sail(visit):
    """Dashed ships lie there, and it is told; the log tells the same once it is paid."""
    page = visit()
    make(page, "osaka", 2)
    assert play_until(page, "buy", dull=("reserve", "farm", "pass"))
    told = page.locator(".sea > p.unseen").inner_text()
    would = set(re.findall(r"The (\w+) ship sails to", told))

    assert len(would) == page.locator(".sea .boat.ghost").count() > 0

    click(page, "buy")
    while pays := [a for a in offered(page) if a.startswith("pay")]:
        click(page, pays[0])
    log = page.locator(".panel").inner_text()

    assert re.search(r"Ships sail|ship sails", log)
    assert all(colour in log for colour in would)


def hand_top(page):
    """Where the hand begins on the board, however far the page is scrolled."""
    tops = [
        page.locator(name).first.bounding_box()["y"]
        for name in (".board .hand", ".board")
    ]
    return round(tops[0] - tops[1])


def test_a_shipment_shows_the_flags_it_would_bring(visit):
    """The card lies there, the flags are counted, and nothing moves under the pointer."""
    page = visit()
    make(page, "borneo", 3)
    loads = play_until(page, "load", dull=("pass", "done", "fight", "move"))
    chosen = page.locator(".harbour.chosen")
    top = hand_top(page)
    for load in loads:
        page.locator(f'main [data-action="{load}"]').hover()
        chosen.locator(".ghost").wait_for()

        assert "→" in chosen.locator(".tally").inner_text()
        assert hand_top(page) == top
