"""While a game goes on nothing that is needed leaves the window, and nothing jumps."""

import contextlib

import pytest
from hands import BEAT, FRAMES, TRY, TooLate, expect, moved
from screens import MOST_SHIFT, SEEN, SHIFTED, SIZES, WATCH, WRONG

import moment_kit
from comptoir import games, replay
from waiting import wait_until

FEW = 24  # moves that are watched in a short run
SEAT = 0


def watched(world, title, most):
    """Open a table of a recorded game, in its middle for a short run.

    Return it and the moves that follow.
    """
    record = moment_kit.record_of(title, moment_kit.END)
    start = max(0, len(record.moves) // 2 - most // 2) if most < 900 else 0
    match = replay(record, start)
    moves = (line.partition(" ") for line in record.moves[start : start + most])
    people = world.puppets(match, SEAT)
    return people, [(int(seat), action) for seat, _, action in moves]


@pytest.mark.parametrize("title", sorted(games()))
@pytest.mark.parametrize(
    ("size", "language", "most"),
    [
        ("small", "fr", FEW),
        ("laptop", "en", FEW),
        *(
            pytest.param(size, language, 900, marks=pytest.mark.nightly)
            for size in SIZES
            for language in ("en", "fr")
        ),
    ],
)
def test_a_game_goes_on_inside_the_window(visit, world, title, size, language, most):
    """A recorded one, move by move; then the end."""
    page = visit(size=SIZES[size], language=language, token=world.reader.token)
    people, moves = watched(world, title, most)
    page.goto(f"/t/{people.table}")
    expect(page.locator(".frame .board > *").first).to_be_visible()
    page.evaluate(WATCH)
    wrong = {}
    for number, (seat, action) in enumerate(moves):
        beat = page.evaluate(BEAT)
        kept = page.evaluate("window.shifts.length")
        people.move(seat, action)
        moved(page, beat)
        page.evaluate(FRAMES)
        if seat == SEAT:  # what the reader's own move shifts was asked for
            page.evaluate("kept => window.shifts.splice(kept)", kept)
        for what in page.evaluate(WRONG):
            wrong.setdefault(what, (number, action))

    assert len(moves) >= FEW
    assert wrong == {}
    shifts = page.evaluate(SHIFTED)
    worst = sorted(shifts, reverse=True)[:8]
    shifted = sum(value for value, _ in shifts)
    assert shifted <= MOST_SHIFT, worst
    if most > FEW:
        expect(page.locator(".ending h2").first).to_be_in_viewport()


def pressed(page, thing):
    """Press on something for a while, and tell whether its name of now was shown."""
    shown = page.locator("p.name", has_text=thing.get_attribute("data-name"))
    thing.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    with contextlib.suppress(TooLate):
        shown.wait_for(timeout=TRY)
    return shown.count() > 0


@pytest.mark.parametrize("title", sorted(games()))
def test_a_name_is_told_by_a_long_press_a_key_and_a_legend(still, title):
    """It leads to the rule's number."""
    page, show = still(size=SIZES["phone"])
    show(title, moment_kit.names(title)[1])
    page.mouse.move(0, 0)
    thing = page.locator(".board [data-name]:visible").first  # at the window's edge
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
