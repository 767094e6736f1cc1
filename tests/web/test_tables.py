"""People at tables: four browsers, tabs that close, undo, replays, dead ends."""

import contextlib
import sqlite3

import pytest
from hands import BEAT, MAKE, OFFERED, click, make, moved, offered, play_on, wait_for

from comptoir import games

HURRY = (
    """() => setInterval(() => document.querySelector('[data-lesson]')?.click(), 20)"""
)


def wait_offer(page, *verbs):
    """Wait until an action of one of these verbs is offered, and return it."""
    return wait_for(page, lambda: offers(page, verbs), f"one of {verbs}")[0]


def offers(page, verbs):
    """What is offered of some verbs."""
    return [a for a in page.evaluate(OFFERED) if a.startswith(verbs)]


def one_who_may(people, verb):
    """Wait until somebody may do something, and return their page."""
    return wait_for(people[0], lambda: [p for p in people if offers(p, verb)], verb)[0]


def seat_four(visit):
    """Four people at one table of Négoces, in two languages."""
    host = visit(name="Ada")
    table = host.evaluate(
        MAKE, [{"game": "negoces", "seats": 4, "pace": 0}, [None] * 4]
    )
    host.goto(f"/t/{table}")
    people = [host]
    for number, name in enumerate(("Bo", "Cy", "Dee"), 1):
        page = visit(f"/t/{table}", name=name, language="fr" if name == "Cy" else "en")
        page.locator(".seats li").nth(number).get_by_role("button").first.click()
        people.append(page)
    for page in people:
        page.locator(".room").wait_for()
    return people


def test_four_browsers_negotiate_and_force_a_sale(visit):
    """Auction, a lot, offers that stand, talk in two languages, and a forced sale."""
    people = seat_four(visit)
    for _ in range(3):  # all but one leave the auction
        click(one_who_may(people, "leave"), "leave")
    seller = one_who_may(people, "open")
    click(seller, wait_offer(seller, "open"))
    buyers = [p for p in people if p is not seller]
    for buyer in buyers[:2]:
        click(buyer, wait_offer(buyer, "open"))
    buyers[0].locator(".talk select").first.select_option("thanks")
    buyers[0].locator(".talk .phrases button").click()
    seller.locator(".bubble").first.wait_for()
    french = next(
        p for p in people if p.evaluate("document.documentElement.lang") == "fr"
    )
    french.get_by_text("Merci").first.wait_for()
    assert 3 == seller.locator(".stall > button").count()

    click(seller, wait_offer(seller, "force"))
    click(seller, wait_offer(seller, "hide"))
    click(seller, wait_offer(seller, "name"))
    click(seller, wait_offer(seller, "take"))

    for page in people:
        page.locator(".log").get_by_text("2", exact=False).first.wait_for()


def test_a_closed_tab_resumes_where_it_was(visit):
    """With what happened meanwhile, and what was typed and not sent."""
    page = visit()
    make(page, "batavia", 3)
    for _ in range(4):
        click(page, offered(page)[0])
    page.get_by_role("tab").nth(1).click()
    page.locator(".talk input").fill("half a sentence")
    address, context = page.url, page.context
    page.close()

    page = context.new_page()
    page.goto(address)
    page.locator(".batavia").wait_for()
    page.get_by_role("tab").nth(1).click()

    assert "half a sentence" == page.locator(".talk input").input_value()
    assert offered(page)


def test_a_lost_connection_comes_back_by_itself(visit):
    """It says so, and what was asked meanwhile is done."""
    page = visit()
    make(page, "batavia", 3)
    action = offered(page)[0]
    page.evaluate("""() => { const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (...all) {
        WebSocket.prototype.send = send; this.close(); }; }""")

    click(page, action)

    assert "open" == page.evaluate("document.querySelector('.frame').dataset.link")


def test_an_undo_takes_the_last_move_back(visit):
    """Laying a card can be taken back until something hidden comes up."""
    page = visit()
    make(page, "batavia", 3)
    undo = page.locator(".prompt").get_by_role("button", name="Undo")
    play_on(page, stop=lambda _: undo.count() > 0)
    cards = page.locator(".hand .card").all_inner_texts()
    beat = page.evaluate(BEAT)

    undo.click()
    moved(page, beat)

    assert cards != page.locator(".hand .card").all_inner_texts()
    assert page.get_by_text("takes the last move back").count()


def test_why_not_is_answered_with_the_rules_number(visit):
    """What is greyed out says why; the number opens the rules there."""
    page = visit()
    make(page, "batavia", 3)
    offered(page)

    page.locator(".hand .card").first.click(force=True)
    page.locator(".why .rule").click()

    assert page.locator(".rules .here").count()


def test_a_replay_opens_at_a_moment_through_anyones_eyes(visit):
    """From a link; and the game goes on from there against bots, at a table of its own."""
    page = visit()
    table = make(page, "negoces", 4, options={"sales": 2})
    play_on(page)

    other = visit(f"/replay/{table}?move=5&eyes=2", language="fr", name="Bo")
    other.locator(".room").wait_for()
    assert "5" in other.locator(".slide").inner_text()
    other.get_by_role("button", name="Coup ›").click()
    other.wait_for_url("**move=6**")
    assert other.locator(".desk").count()
    other.locator("section > button.main").click()
    other.wait_for_url("**/t/*")

    other.locator(".log").get_by_text("ne compte pas").wait_for()


def test_dead_links_and_second_tabs_say_what_happened(visit):
    """In plain words, with a next step."""
    page = visit("/t/nowhere")
    page.get_by_text("There is no such table").wait_for()
    assert page.get_by_role("link", name="To the first page").count()

    page.goto("/r/wrong")
    page.get_by_role("button").last.click()
    page.get_by_text("not valid").wait_for()

    make(page, "batavia", 3)
    offered(page)
    twin = page.context.new_page()
    twin.goto(page.url)
    twin.get_by_role("button", name="Play here only").click()
    page.get_by_role("heading", name="open in another tab").wait_for()
    page.get_by_role("button", name="Try again").click()
    page.locator(".batavia").wait_for()


def test_a_game_begun_by_older_rules_says_so(visit, database):
    """It cannot go on, and the page says in both languages what can be done."""
    page = visit()
    make(page, "batavia", 3)
    offered(page)
    table = page.url.rpartition("/")[2]
    with contextlib.closing(sqlite3.connect(database)) as tables, tables:
        columns = "seed, settings, host, created, state, public, changed, asked"
        tables.execute(
            f"INSERT INTO tables (id, rules, request, {columns}) "
            f"SELECT 'older', 0, 'older', {columns} FROM tables WHERE id = ?",
            (table,),
        )

    page.goto("/t/older")
    page.get_by_text("begun by other rules").wait_for()
    page.get_by_text("by the version that began it").wait_for()
    assert page.get_by_role("link", name="To the first page").count()
    visit("/t/older", language="fr").get_by_text("avec d’autres règles").wait_for()


@pytest.mark.parametrize("title", sorted(games()))
def test_the_lesson_is_played_to_its_end(visit, title):
    """The learner makes the moves; anything else is explained."""
    page = visit(f"/learn/{title}", language="fr")
    page.locator("[data-lesson]").first.wait_for()
    page.evaluate(HURRY)
    page.locator(".teacher a").wait_for(timeout=60_000)

    assert page.locator(".teacher .note").inner_text()


def test_a_hint_names_a_move_that_can_be_made(visit):
    """A good bot's, told to the asker alone; a click on it makes it."""
    page = visit()
    make(page, "batavia", 3)
    offered(page)
    beat = page.evaluate(BEAT)

    page.locator(".prompt").get_by_role("button", name="Hint").click()
    page.locator(".hint button").click()
    moved(page, beat)
