"""Three people at one table, on phones and a laptop, in two languages: they hear each other."""

import pytest
from hands import OFFERED, PHONE, WIDE, click, expect, known, make
from test_looks import violations
from test_people import moderator

import server_kit as kit
from waiting import wait_until

SMALL = {"width": 360, "height": 640}


@pytest.fixture
def three(visit):
    """Ada on a laptop, Bo on a phone in French, Cy on a small phone; they wait for the deal."""
    ada = visit(name="Ada", size=WIDE)
    bo = visit(name="Bo", size=PHONE, language="fr")
    cy = visit(name="Cy", size=SMALL)
    table = make(ada, "batavia", 4, free=3)
    for page in (bo, cy):
        page.goto(f"/t/{table}")
        page.get_by_role(
            "button", name={bo: "Prendre cette place"}.get(page, "Sit here")
        ).first.click()
        expect(page.locator(".seats")).to_contain_text({bo: "Bo"}.get(page, "Cy"))
    return ada, bo, cy


def begin(ada):
    """The host takes the free seat away, and the game begins."""
    ada.locator("[data-change]").click()
    ada.locator("select").first.select_option("3")
    ada.locator("[data-make]").click()


def play_until(pages, asker, asking):
    """Let people move until one has moved and may ask to undo it."""
    movers = set()
    while asker not in movers or not asking.count():
        page = wait_until(
            lambda: next((p for p in pages if p.evaluate(OFFERED)), None), "a move"
        )
        click(page, page.evaluate(OFFERED)[0])
        movers.add(page)


def test_people_talk_change_the_table_and_hear_refusals(three):
    """From the waiting room to an undo that everybody agrees to."""
    ada, bo, cy = three
    ada.get_by_label("Write a message").fill("Shall we be three?")
    ada.get_by_role("button", name="Send").click()
    bo.locator("[data-phrase=hello]").click()
    expect(cy.locator(".talk")).to_contain_text("Hello, everybody!")
    expect(bo.locator(".talk")).to_contain_text("Shall we be three?")
    assert [] == violations(bo)
    begin(ada)
    for page in three:
        expect(page.locator(".frame")).to_be_visible()

    ada.locator("#tab-talk").click()
    ada.locator("[data-phrase=patience]").click()
    expect(bo.locator(".passing")).to_contain_text("Un instant, s’il vous plaît.")
    expect(bo.locator("[data-unread]")).to_have_attribute("data-unread", "1")
    assert [] == violations(bo)
    bo.locator(".passing button").first.click()
    expect(bo.locator("#side")).to_contain_text("Un instant")
    bo.locator("[aria-controls=side]").first.click()
    expect(bo.locator("[data-unread]")).to_have_count(0)

    asking = cy.get_by_role("button", name="Ask to undo my last decision")
    play_until(three, cy, asking)
    asking.click()
    expect(bo.locator(".ask")).to_contain_text("classée")
    bo.get_by_role("button", name="Refuser").click()
    expect(cy.locator(".passing")).to_contain_text("Bo declines: nothing is undone.")
    expect(ada.locator(".passing")).to_contain_text("Bo declines: nothing is undone.")

    play_until(three, cy, asking)
    asking.click()
    ada.locator(".ask").get_by_role("button", name="Agree").click()
    bo.get_by_role("button", name="Accepter").click()
    expect(cy.locator(".passing")).to_contain_text("Everybody agreed")
    ada.locator("#tab-log").click()
    expect(ada.locator(".log .undone").first).to_be_attached()
    assert [] == violations(ada)


def judge(page, who, act, reason):
    """Let a moderator find a player by name and take a measure."""
    page.locator("form label input[maxlength='100']").fill(who)
    page.locator("form", has=page.locator("input[maxlength='100']")).locator(
        "button"
    ).click()
    found = page.locator("article", has=page.locator("code"))
    found.get_by_role("button", name=act, exact=True).click()
    found.locator("input").fill(reason)
    found.locator("form button.main").click()
    expect(page.locator("section").last).to_contain_text(reason)


@pytest.mark.parametrize(
    ("sizes", "languages", "words"),
    [
        ((PHONE, SMALL, WIDE), ("fr", "en", "en"), ("Remove these words", "Mute", "Ban")),
        (
            (WIDE, SMALL, PHONE), ("en", "fr", "fr"),
            ("Retirer ces mots", "Priver de parole", "Exclure"),
        ),
    ],
    ids=["moderator-wide-en", "moderator-phone-fr"],
)  # fmt: skip
def test_rude_words_are_reported_and_gone(visit, world, sizes, languages, words):
    """They are reported where they stand; then their speaker is muted, and banned."""
    marks = dict(zip(("size", "language"), (sizes[0], languages[0]), strict=True))
    name = f"Rude {languages[2]}"
    polite = visit(name="Polite", **marks)
    rude = visit(name=name, size=sizes[1], language=languages[1])
    mod = moderator(visit, world, f"Judge {languages[2]}", sizes[2], languages[2])
    table = make(polite, "osaka", 3, free=2)
    rude.goto(f"/t/{table}")
    rude.locator(".seats button.main").first.click()
    expect(polite.locator(".seats")).to_contain_text(name)
    say_aloud(rude, "rude words")
    line = polite.locator(".talk li", has_text="rude words")
    line.locator(".flag").click()
    polite.locator(".talk textarea").fill("insults me")
    assert [] == violations(polite)
    polite.locator(".talk form.stack button.main").click()
    expect(polite.locator(".talk textarea")).to_have_count(0)

    mod.goto("/moderation")
    report = mod.locator("article", has_text="insults me")
    expect(report.locator("blockquote")).to_have_text("rude words")
    remove, mute, ban = words
    report.get_by_role("button", name=remove, exact=True).click()
    report.locator("input").fill("not here")
    assert [] == violations(mod)
    report.locator("form button.main").click()
    expect(mod.locator("article", has_text="insults me")).to_have_count(0)
    expect(polite.locator(".talk")).not_to_contain_text("rude words")

    judge(mod, name, mute, "three days of rest")
    say_aloud(rude, "and more")
    expect(rude.locator(".talk [role=alert]")).to_be_visible()
    expect(polite.locator(".talk")).not_to_contain_text("and more")
    judge(mod, name, ban, "that was enough")
    rude.goto("/")
    expect(rude.locator(".told", has_text="that was enough")).to_be_visible()
    assert [] == violations(rude)


def say_aloud(page, text):
    """Write into the chat of a table."""
    page.locator(".talk form.row input").fill(text)
    page.locator(".talk form.row button").click()


def test_a_letter_opened_logged_out_asks_to_log_in(visit, server):
    """It once said that all seats are taken; after logging in, one is back at the table."""
    page = visit("/", name="Letty", size=PHONE)
    table = make(page, "osaka", 2)
    account = {"login": "Letty", "password": "engine no. 1"}
    claimed = page.context.request.post(f"{server}/api/account", data=account)
    assert claimed.ok
    other = visit(f"/t/{table}?mail", name="", size=PHONE)
    expect(other.locator("h2")).to_have_text("Is one of the seats yours?")
    assert [] == violations(other)
    other.get_by_role("link", name="Log in").click()
    other.locator("input[name=login]").fill("letty")
    other.locator("input[name=password]").fill(account["password"])
    other.locator("#log-in form button").first.click()
    expect(other.locator(".frame")).to_be_visible()
    expect(other.locator(".you .name")).to_contain_text("Letty")


@pytest.mark.parametrize(("size", "language"), [(PHONE, "fr"), (WIDE, "en")])
def test_a_friend_request_is_seen_from_every_page(visit, server, size, language):
    """It is answered with no as well as with yes; a friend who is here is marked."""
    name = f"Friend {language}"
    page = visit("/", name=name, size=size, language=language)
    asker = kit.Person(server, f"Asker {language}")
    for token, login in ((known(page), name), (asker.token, f"Asker {language}")):
        claimed = kit.post(
            f"{server}/api/account", json={"login": login, "password": "engine no. 1"},
            headers={"Authorization": f"Bearer {token}"},
        )  # fmt: skip
        assert claimed.is_success
    ask = f"/api/me/people/{name}/friend"
    asker.http.put(ask)
    page.goto("/ratings")
    page.locator("a.requests").click()
    people = page.locator("#people")
    expect(people).to_contain_text(f"Asker {language}")
    assert [] == violations(page)
    people.get_by_role(
        "button", name={"en": "Decline", "fr": "Refuser"}[language]
    ).click()
    expect(page.locator("a.requests")).to_have_count(0)
    expect(people).not_to_contain_text("Asker")

    asker.http.put(ask)
    page.reload()
    people.locator("button.main").first.click()
    expect(people).to_contain_text({"en": "friend", "fr": "ami"}[language])
    page.goto("/")
    known_to = lambda: asker.http.get("/api/me/people").json()  # noqa: E731
    wait_until(
        lambda: [one["online"] for one in known_to()] == [True], "a friend is here"
    )


def test_options_that_cannot_be_are_said_and_nothing_is_changed_unsaid(visit, tmp_path):
    """A seat is chosen by name; the form is not sent with a wrong number or file."""
    page = visit("/new/batavia?seats=4")
    first = page.locator("select[name=first_auctioneer]")
    expect(first.locator("option")).to_have_text(
        ["drawn at random", "seat 1", "seat 2", "seat 3", "seat 4"]
    )
    first.select_option("3")
    page.locator("select").first.select_option("3")
    page.locator("[data-make]").click()
    expect(page.locator("select:invalid")).to_have_count(1)
    first.select_option("any")
    page.locator("input[name=die]").fill("99")
    page.locator("input[name=die]").blur()
    expect(page.get_by_role("alert")).to_have_text("Enter a whole number from 1 to 20.")
    page.locator("[data-make]").click()
    expect(page.locator("input[name=die]")).to_have_value("99")
    page.locator("input[name=die]").fill("8")
    page.locator("[data-make]").click()
    expect(page.locator(".waiting")).to_be_visible()

    page.goto("/new/borneo")
    file = tmp_path / "mine.toml"
    file.write_text("nonsense = 1")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("mine.toml")
    page.locator("[data-make]").click()
    expect(page.locator("input[type=file]:invalid")).to_have_count(1)
