"""The boards show what follows before anything is done."""

import re

import pytest
from hands import (
    BEAT,
    PHONE,
    SENT,
    click,
    expect,
    go,
    moved,
    offered,
    resize,
    wait_offer,
)
from screens import SEEN, SIZES

from comptoir import Match
from comptoir.bots import Seat, new_dice, simple

TAP = """action => document.querySelector(`main [data-action="${action}"]`).dispatchEvent(
  new PointerEvent('click', {bubbles: true, pointerType: 'touch'}))"""
GREY = "main .board button[aria-disabled=true]"


@pytest.mark.parametrize(
    ("title", "moment", "verb"),
    [
        ("batavia", "turn", "lay"),
        ("osaka", "turn", "coin"),
        ("borneo", "loading", "load"),
    ],
    ids=["batavia", "osaka", "borneo"],
)
def test_a_finger_is_shown_first_what_it_would_do(at, title, moment, verb):
    """It cannot point: the first tap shows, the second one does."""
    page = at(title, moment, size=PHONE)
    wanted = wait_offer(page, verb)
    beat = page.evaluate(BEAT)
    page.evaluate(TAP, wanted)
    expect(page.locator(".then")).to_contain_text("Tap again to confirm")
    expect(
        page.locator(f'main [data-action="{wanted}"][data-armed]').first
    ).to_be_visible()

    assert page.evaluate(BEAT) == beat

    page.evaluate(TAP, wanted)
    moved(page, beat)
    assert wanted == SENT[page]


@pytest.mark.parametrize(
    ("title", "moment"), [("osaka", "turn"), ("borneo", "opening")]
)
def test_what_is_greyed_out_says_why(at, title, moment):
    """With the number of the rule, which opens the rules."""
    page = at(title, moment)
    assert offered(page)
    page.locator(GREY).first.click(force=True)

    expect(page.locator(".why .rule")).to_have_text(
        re.compile(f"^{title[:3].upper()}-")
    )


def test_a_purchase_shows_where_ships_would_sail(at):
    """Dashed ships lie there, and it is told; the log tells the same once it is paid."""
    page = at("osaka", "turn")
    assert wait_offer(page, "buy")
    told = page.locator(".sea > p.unseen").inner_text()
    would = set(re.findall(r"The (\w+) ship sails to ([^.]+)\.", told))

    assert would
    expect(page.locator(".sea .boat.ghost")).to_have_count(len(would))

    click(page, "buy")
    while pays := [a for a in offered(page) if a.startswith("pay")]:
        click(page, pays[0])
    log = page.locator(".panel")

    expect(log).to_contain_text(re.compile("Ships sail|ship sails"))
    for colour, space in would:
        expect(log).to_contain_text(re.compile(f"{colour}[^.,]*{space}"))


def hand_top(page):
    """Where the hand begins on the board, however far the page is scrolled."""
    tops = [
        page.locator(name).first.bounding_box()["y"]
        for name in (".board .hand", ".board")
    ]
    return round(tops[0] - tops[1])


def test_a_shipment_shows_the_flags_it_would_bring(at):
    """The card lies there, the flags are counted, and nothing moves under the pointer."""
    page = at("borneo", "loading")
    assert wait_offer(page, "load")
    loads = [action for action in offered(page) if action.startswith("load ")]
    chosen = page.locator(".harbour.chosen")
    top = hand_top(page)
    for load in loads:
        page.locator(f'main [data-action="{load}"]').hover()
        expect(chosen.locator(".ghost")).to_be_visible()

        expect(chosen.locator(".tally")).to_contain_text("→")
        assert hand_top(page) == top
    assert loads


def test_arrow_keys_go_through_what_excludes_each_other(at):
    """A card is put up open or hidden: one stop of the Tab key, the arrows choose."""
    page = at("negoces", "lot")
    assert wait_offer(page, "open")
    ways = page.locator("[role=radiogroup] [role=radio]")
    ways.first.focus()
    page.keyboard.press("ArrowRight")

    expect(ways.nth(1)).to_be_focused()
    expect(ways.nth(1)).to_have_attribute("aria-checked", "true")
    expect(ways.first).to_have_attribute("tabindex", "-1")


def crowded(answers):
    """Return a game of three with this many answers in the bar, and the seat to act."""
    match = Match("borneo", 3, "crowded")
    dice = new_dice(match.seed)
    while len(match.legal(match.actors[0])) < answers or match.view(None).fight:
        match.play(match.actors[0], simple.house(Seat.at(match, match.actors[0], dice)))
    return match, match.actors[0]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_answer_is_on_the_screen_of_a_phone(visit, world, language):
    """Four merchants that may move or fight, and passing: nine answers, none scrolled away."""
    match, seat = crowded(9)
    page = visit(token=world.reader.token, language=language, size=SIZES["small"])
    page.goto("/rules/nothing")
    go(page, f"/t/{world.puppets(match, seat).table}")
    for size in ("small", "phone", "laptop"):
        resize(page, SIZES[size])
        answers = page.locator(".answers button")

        expect(answers).to_have_count(9)
        for answer in answers.all():
            assert answer.evaluate(f"e => ({SEEN})(e, true)"), (size, answer)
            box = answer.bounding_box()
            assert min(box["width"], box["height"]) >= 44
    assert len(set(offered(page))) == 9


@pytest.mark.parametrize("title", ["batavia", "negoces"])
def test_bidders_raise_their_hands_until_the_hammer_falls(at, title):
    """Everyone stands on the podium, the leader with the bid; then it is sold."""
    page = at(title, "auction", size=PHONE, kept={"tempo": "slow"})
    page.emulate_media(reduced_motion="no-preference")
    podium = page.locator(".podium")

    expect(podium.locator(".bidders > div")).to_have_count(
        5 if title == "batavia" else 4
    )
    expect(podium.locator(".highest .paddle")).to_have_text("1")
    assert podium.locator(".out").count() == 0

    assert wait_offer(page, "pass", "leave")
    click(page, next(a for a in offered(page) if a in ("pass", "leave")))
    page.wait_for_selector(".podium.sold .shout")
    expect(page.locator(".podium")).to_have_count(0)
