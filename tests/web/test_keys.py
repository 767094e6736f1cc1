"""What keys do at a table, and what a newcomer is told at the first decision."""

import pytest
from hands import BEAT, expect, moved, offered

from comptoir import games

FOCUS = "() => document.activeElement?.dataset?.action ?? ''"


def test_a_digit_answers_and_u_takes_it_back(at):
    page = at("batavia", "turn")
    offered(page)
    page.locator("main").focus()
    first = (
        1 + page.locator(".answers [data-action]").count()
    )  # after the bar's answers
    beat = page.evaluate(BEAT)
    page.keyboard.press(str(first))
    assert page.evaluate(FOCUS).startswith("lay")
    assert beat == page.evaluate(BEAT)  # it was only shown
    page.keyboard.press(str(first))
    moved(page, beat)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    beat = page.evaluate(BEAT)
    page.keyboard.press("u")
    moved(page, beat)
    page.keyboard.press("h")
    expect(page.locator(".hints")).to_be_visible()


def test_the_first_answer_is_two_keys_away(at):
    page = at("batavia", "turn")
    offered(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("() => !!document.activeElement.closest('.prompt')")


@pytest.mark.parametrize("title", sorted(games()))
def test_the_first_decision_is_explained_once(visit, title):
    """To those who have neither played nor learned the game."""
    page = visit("/", name="")
    page.locator(f'[data-play="{title}"]').click()
    offered(page)
    primer = page.locator(".primer")
    expect(primer).to_be_visible()
    page.reload()
    offered(page)
    expect(primer).to_have_count(0)
