"""A seat at the page: giving it up is confirmed, and a bot plays on."""

from hands import PHONE, expect, make, offered
from test_looks import violations

from waiting import wait_until


def test_giving_a_seat_up_is_asked_once_more(visit):
    """In French on a phone; who thinks better of it stays."""
    page = visit(size=PHONE, language="fr")
    table = make(page, "osaka", 2, bots="house")
    offered(page)
    page.locator("[aria-controls=side]").first.click()
    page.locator("#tab-table").click()
    up = page.get_by_role("button", name="Abandonner ma place")
    up.click()
    expect(page.locator(".side [role=alert]")).to_be_visible()
    assert [] == violations(page)
    page.get_by_role("button", name="Annuler").click()
    expect(up).to_be_visible()
    look = f"() => fetch('/api/tables/{table}').then(a => a.json()).then(a => a.state)"
    assert 0 == page.evaluate(look)["seat"]

    up.click()
    page.get_by_role("button", name="Abandonner ma place").click()
    expect(page.locator(".games li").first).to_be_visible()
    state = page.evaluate(look)
    assert (None, "casual") == (state["seat"], state["seats"][0]["bot"])


def test_a_hint_that_takes_the_game_from_others_is_asked_for_twice(visit):
    """The first time the page says what it costs; alone among bots it costs nobody."""
    page, other = visit(name="Ada"), visit(name="Bo")
    table = make(page, "osaka", 2, free=1)
    other.goto(f"/t/{table}")
    other.get_by_role("button", name="Sit here").click()
    asked = wait_until(
        lambda: next(
            (one for one in (page, other) if one.locator(".prompt.asked").count()), None
        ),
        "somebody is asked",
    )
    hint = asked.locator(".tools").get_by_role("button", name="Hint")
    hint.click()
    expect(asked.get_by_role("alert")).to_contain_text("makes this game unrated")
    expect(asked.locator(".hints")).to_have_count(0)
    hint.click()
    expect(asked.locator(".hints")).to_be_visible()
