"""People at tables: four browsers, tabs that close, undo, replays, dead ends."""

import contextlib
import sqlite3

import pytest
from hands import (
    BEAT,
    OFFERED,
    SOME,
    click,
    expect,
    known,
    make,
    moved,
    new_table,
    offered,
    wait_offer,
)

from comptoir import games
from server_kit import get
from waiting import wait_until


def one_who_may(people, verb):
    """Wait until somebody may do something, and return their page."""
    return wait_until(
        lambda: next((p for p in people if p.evaluate(SOME, [verb])), None), verb
    )


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", sorted(games()))
def test_a_tables_page_names_all_it_needs(visit, server, game, language):
    """So that a browser loads it at once; and the socket, opened early, is the only one.

    Sounds come with the first press, and scripts of a test count as presses.
    """
    page = visit(language=language)
    table = new_table(page, game, games()[game].seats[0])
    asked, sockets = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.goto(f"/t/{table}")
    offered(page)
    accept = {"accept": "text/html", "accept-language": language}
    text = get(f"{server}/t/{table}", headers=accept).text
    urls = [url for url in asked if "/assets/" in url and "/sounds-" not in url]
    parts = {url.removeprefix(server) for url in urls}

    assert len(parts) > len(asked) / 2
    assert set() == {part for part in parts if f'"{part}"' not in text}
    assert 1 == len(sockets), sockets


def seat_four(visit, world):
    """Four people at one table of Négoces, in two languages."""
    people = [
        visit(name=name, language="fr" if name == "Cy" else "en")
        for name in ("Ada", "Bo", "Cy", "Dee")
    ]
    table = world.share([known(page) for page in people], "negoces", "haggling")
    for page in people:
        page.goto(f"/t/{table}")
        expect(page.locator(".carpet")).to_be_visible()
    return people


def ask_for_more(seller, buyers):
    """The seller asks a buyer for more coins, who takes it over with one tap."""
    seller.locator(".compare [aria-expanded]").first.click()
    seller.locator(".asking button.main").click()
    asked = wait_until(
        lambda: next(
            (p for p in buyers if p.locator(".wish button.main").count()), None
        ),
        "the buyer who is asked",
    )
    beat = asked.evaluate(BEAT)
    asked.locator(".wish button.main").click()
    moved(asked, beat)
    expect(asked.locator(".wish button.main")).to_have_count(0)


def test_four_browsers_negotiate_and_force_a_sale(visit, world):
    """A lot, offers that stand, talk in two languages, and a forced sale."""
    people = seat_four(visit, world)
    seller = one_who_may(people, "open")
    click(seller, wait_offer(seller, "open"))
    buyers = [p for p in people if p is not seller]
    for buyer in buyers[:2]:
        click(buyer, wait_offer(buyer, "open"))
    buyers[0].locator(".talk [data-phrase=thanks]").click()
    expect(seller.locator(".bubble").first).to_be_visible()
    french = next(
        p for p in people if p.evaluate("document.documentElement.lang") == "fr"
    )
    expect(french.get_by_text("Merci").first).to_be_visible()
    expect(seller.locator(".compare .stall")).to_have_count(3)
    ask_for_more(seller, buyers)

    for page, verb in (
        (buyers[0], "ready"),  # signs: who gave one may still speak
        (buyers[0], "withdraw"),
        (seller, "wait"),
        (seller, "force"),
    ):
        assert click(page, wait_offer(page, verb))
    click(seller, wait_offer(seller, "hide"))
    click(seller, wait_offer(seller, "name"))
    click(seller, wait_offer(seller, "take"))

    for page in people:
        expect(page.locator(".log")).to_contain_text("2")


def test_a_closed_tab_resumes_where_it_was(at):
    """With what happened meanwhile, and what was typed and not sent."""
    page = at("batavia", "turn")
    page.get_by_role("tab").nth(1).click()
    page.locator(".talk input").fill("half a sentence")
    address, context = page.url, page.context
    page.close()

    page = context.new_page()
    page.goto(address)
    page.get_by_role("tab").nth(1).click()

    expect(page.locator(".talk input")).to_have_value("half a sentence")
    assert offered(page)


def test_a_lost_connection_comes_back_by_itself(at):
    """It says so, and what was asked meanwhile is done."""
    page = at("batavia", "auction")
    action = offered(page)[0]
    page.evaluate("""() => { const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (...all) {
        WebSocket.prototype.send = send; this.close(); }; }""")

    assert click(page, action)

    expect(page.locator(".frame")).to_have_attribute("data-link", "open")


def test_an_undo_takes_the_last_move_back(at):
    """Laying a card can be taken back until something hidden comes up."""
    page = at("batavia", "turn")
    undo = page.locator(".prompt").get_by_role("button", name="Undo")
    assert click(page, wait_offer(page, "lay"))
    cards = page.locator(".hand .card").all_inner_texts()
    beat = page.evaluate(BEAT)

    undo.click()
    moved(page, beat)

    expect(page.locator(".hand .card")).not_to_have_text(cards)
    expect(page.locator(".log")).to_contain_text("undoes the last move")


def test_why_not_is_answered_with_the_rules_number(at):
    """What is greyed out says why; the number opens the rules there."""
    page = at("batavia", "auction")
    assert offered(page)

    page.locator(".hand .card").first.click(force=True)
    page.locator(".why .rule").click()

    expect(
        page.locator(".rules .here")
    ).to_be_visible()  # the text is fetched meanwhile


def test_a_replay_opens_at_a_moment_through_anyones_eyes(visit, world):
    """From a link; and the game goes on from there against bots, at a table of its own."""
    table = world.begin(known(visit()), "negoces", "end")

    other = visit(f"/replay/{table}?move=5&eyes=2", language="fr", name="Bo")
    expect(other.locator(".slide")).to_contain_text("5")
    other.get_by_role("button", name="Coup suivant").click()
    other.wait_for_url("**move=6**")
    expect(other.locator(".desk")).to_be_visible()
    other.locator("section > button.main").click()
    other.wait_for_url("**/t/*")

    expect(other.locator(".log")).to_contain_text("n’est pas classée")


def test_dead_links_and_second_tabs_say_what_happened(visit):
    """In plain words, with a next step."""
    page = visit("/t/nowhere")
    expect(page.get_by_text("This table does not exist")).to_be_visible()
    expect(page.get_by_role("link", name="Home page")).to_be_visible()

    page.goto("/r/wrong")
    page.get_by_role("button").last.click()
    expect(page.get_by_text("link is invalid")).to_be_visible()

    make(page, "batavia", 3)
    offered(page)
    twin = page.context.new_page()
    twin.goto(page.url)
    twin.get_by_role("button", name="Play in this tab").click()
    expect(page.get_by_role("heading", name="open in another tab")).to_be_visible()
    page.get_by_role("button", name="Play in this tab").click()
    expect(page.locator(".batavia")).to_be_visible()


def test_a_game_begun_by_older_rules_says_so(visit, world):
    """It cannot go on, and the page says in both languages what can be done."""
    page = visit()
    table = new_table(page, "batavia", 3)
    with contextlib.closing(sqlite3.connect(world.database)) as tables, tables:
        columns = "seed, settings, host, created, state, public, changed, asked"
        tables.execute(
            f"INSERT INTO tables (id, rules, request, {columns}) "
            f"SELECT 'older', 0, 'older', {columns} FROM tables WHERE id = ?",
            (table,),
        )

    page.goto("/t/older")
    expect(page.get_by_text("uses version 0 of its rules")).to_be_visible()
    expect(page.get_by_text("with the matching version")).to_be_visible()
    expect(page.get_by_role("link", name="Home page")).to_be_visible()
    french = visit("/t/older", language="fr")
    expect(french.get_by_text("suit la version 0 de ses règles")).to_be_visible()


def test_a_hint_names_a_move_that_can_be_made(at):
    """A good bot's, told to the asker alone; a click on it makes it."""
    page = at("batavia", "turn")
    assert offered(page)
    beat = page.evaluate(BEAT)

    page.locator(".prompt").get_by_role("button", name="Hint").click()
    page.locator(".hints [role=status] button").first.click()
    moved(page, beat)


def seat_two(visit, **options):
    """Two people at a table of Osaka, and its address."""
    ada = visit(name="Ada")
    table = make(ada, "osaka", 2, free=1, options=options)
    bo = visit(f"/t/{table}", name="Bo", language="fr")
    bo.locator(".seats li").nth(1).get_by_role("button").first.click()
    for page in (ada, bo):
        expect(page.locator(".prompt")).to_be_visible()
    return ada, bo, table


def test_a_rematch_is_an_invitation_that_can_be_read(visit):
    """The finished table shows it to the others, the new one says who is invited."""
    ada, bo, table = seat_two(visit, tokens=2)
    for seat, page in enumerate((ada, bo)):
        page.evaluate(
            """([table, seat]) => fetch(`/api/tables/${table}/seats/${seat}/bot`,
              {method: 'PUT', headers: {'content-type': 'application/json'},
               body: JSON.stringify({bot: 'house'})})""",
            [table, seat],
        )
    for page in (ada, bo):
        expect(page.locator(".ending")).to_be_visible()
    ada.get_by_role("button", name="Play again").click()
    expect(ada.locator(".seats")).to_contain_text("reserved for Bo")
    expect(ada.get_by_role("button", name="Open this seat")).to_be_visible()

    expect(bo.locator(".ending")).to_contain_text("Une nouvelle partie vous attend.")
    bo.get_by_role("button", name="Aller à la table suivante").click()
    expect(bo.get_by_role("button", name="Décliner")).to_be_visible()
    bo.get_by_role("button", name="Prendre cette place").click()
    for page in (ada, bo):
        expect(page.locator(".prompt")).to_be_visible()


def test_what_would_be_taken_back_is_told_and_the_game_then_does_not_count(visit):
    """Whose moves, in the reader's language; the table's panel says what counts."""
    ada, bo, _ = seat_two(visit)
    ada.get_by_role("tab", name="Table").click()
    expect(ada.locator(".panel")).to_contain_text("This game is rated.")
    asking = ada.get_by_role("button", name="Ask to undo my last decision")
    movers = set()
    while ada not in movers or not asking.count():
        page = wait_until(
            lambda: next((p for p in (ada, bo) if p.evaluate(OFFERED)), None), "a move"
        )
        click(page, page.evaluate(OFFERED)[0])
        movers.add(page)
    asking.click()
    expect(bo.locator(".ask")).to_contain_text("Ada demande à annuler sa dernière")
    bo.get_by_role("button", name="Accepter").click()

    expect(ada.locator(".panel")).to_contain_text("moves were undone")
