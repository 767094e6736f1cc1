"""What just happened, looking back, the end, the negotiation and the rules with pictures."""

import re
import struct
from pathlib import Path

from hands import PHONE, click, expect, offered, wait_offer


def test_a_moment_of_the_log_shows_on_the_board(at):
    """The board is as it was, nothing can be done there, and one step leads back to now."""
    page = at("batavia", "turn")
    page.locator(".log summary").first.click()
    page.locator(".log button.thing").first.click()

    expect(page.locator(".looking")).to_contain_text("move 0")
    expect(page.locator(".board [data-action]")).to_have_count(0)
    page.get_by_role("button", name="Next move").click()
    expect(page.locator(".looking")).to_contain_text("move 1")
    page.get_by_role("button", name="Back to live").click()
    expect(page.locator(".looking")).to_have_count(0)
    assert offered(page)


def test_the_end_is_in_view_with_the_winner_first(at):
    """On a phone too; Négoces says who held what; the link to the replay is there."""
    page = at("negoces", "end", size=PHONE)
    table = page.url.rpartition("/")[2]

    heading = page.locator(".ending h2")
    expect(heading).to_be_in_viewport(ratio=1)
    expect(heading).to_contain_text("win")
    expect(page.locator(".ending .lead")).to_contain_text("You")
    expect(page.locator(".ending")).to_contain_text("The game ends")
    expect(page.locator(".ending .hands li")).to_have_count(4)
    expect(page.locator(f'.ending a[href="/replay/{table}"]')).to_be_in_viewport()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save picture").click()
    assert saved.value.suggested_filename.startswith("negoces-")
    picture = Path(saved.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert (1200, 630) == struct.unpack(">II", picture[16:24])


def test_a_seller_asks_for_more_and_a_bot_answers(at):
    """By an offer or a phrase; a last call is followed by another."""
    page = at("negoces", "haggling")
    click(page, wait_offer(page, "open"))
    page.get_by_role("button", name="Ask for more").first.click()
    page.get_by_role("group", name="Ask for more").get_by_role("button").last.click()
    expect(page.locator(".log")).to_contain_text("it is yours")
    answered = re.compile("(offers|I cannot pay more)")
    expect(page.locator(".log")).to_contain_text(answered)
    page.locator(".prompt .call").click()
    expect(page.locator(".prompt .call")).to_contain_text("Going twice")


def test_rules_have_pictures_beside_their_numbers(visit):
    """Boards at a step of the lesson; an unknown game is named as such."""
    page = visit("/rules/osaka")
    expect(page.locator(".example figure")).to_have_count(7)
    expect(page.locator(".example .osaka").first).to_be_visible()

    page.goto("/rules/chess")
    expect(page.get_by_role("alert")).to_contain_text("This game does not exist")
