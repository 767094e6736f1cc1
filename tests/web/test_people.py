"""People at the page: sign up with a passkey, play, come back on another device, be gone."""

import json
import re

import pytest
from hands import PHONE, WIDE, expect, known, make, new_table
from test_looks import NAMES, UNTRANSLATED, violations

import server_kit as kit
from comptoir.server.storage.moderation import Moderation
from comptoir.server.storage.store import BY_LOGIN
from waiting import wait_until

AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
    "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


class Authenticator:
    """Chromium's virtual authenticator, for one page."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        made = self._send("addVirtualAuthenticator", options=AUTHENTICATOR)
        self.id = made["authenticatorId"]

    def _send(self, what, **fields):
        return self.session.send(f"WebAuthn.{what}", fields)

    def keys(self):
        """The passkeys that it holds."""
        return self._send("getCredentials", authenticatorId=self.id)["credentials"]

    def add(self, key):
        """Hold a passkey of another device, as a cloud would bring it."""
        self._send("addCredential", authenticatorId=self.id, credential=key)


@pytest.fixture
def at_home(visit, server):
    """Open a page by the name of this machine: an address has no passkeys."""
    here = server.replace("127.0.0.1", "localhost")
    return lambda path="/", **given: visit(path, base=here, **given)


RATED = """name => fetch('/api/people/' + encodeURIComponent(name))
  .then(answer => answer.json()).then(who => who.ratings.length)"""


def found_again(page, name, table):
    """Log in on another device, and find the game and what it was worth."""
    page.locator("[data-log-in]").click()
    expect(page.locator("h2").first).to_have_text(name)
    wait_until(lambda: page.evaluate(RATED, name), "results settle first")
    wrong = {}
    for path, sign in {
        "/tables": f'a[href="/t/{table}"]',
        f"/p/{name}": f'a[href="/replay/{table}"]',
        f"/p/{name}?": 'h3 a[href="/ratings/osaka"]',
        "/ratings": "main h1",
        "/ratings/osaka": f"th a:text-is('{name}')",
    }.items():
        page.goto(path)
        expect(page.locator(sign)).to_be_visible()
        wrong[path] = violations(page)
    return wrong


def exported_and_gone(page, name):
    """Take everything along, and delete the account."""
    page.goto("/account")
    with page.expect_download() as download:
        page.locator("a[download]").click()
    kept = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert (name, 1) == (kept["name"], len(kept["passkeys"]))
    last = page.locator("section").last
    last.get_by_role("button").last.click()
    wrong = violations(page)
    last.locator("input").fill(name)
    last.get_by_role("button").first.click()
    expect(page.locator(".games li").first).to_be_visible()
    page.goto(f"/p/{name}")
    expect(page.locator(".problem")).to_be_visible()
    return wrong


@pytest.mark.parametrize(
    ("size", "language"),
    [
        pytest.param(PHONE, "fr", id="phone-fr"),
        pytest.param(WIDE, "en", id="wide-en"),
        pytest.param(PHONE, "en", id="phone-en", marks=pytest.mark.nightly),
        pytest.param(WIDE, "fr", id="wide-fr", marks=pytest.mark.nightly),
    ],
)
def test_somebody_signs_up_plays_comes_back_elsewhere_and_is_gone(
    at_home, world, size, language
):
    """The whole walk, on the phone and on a wide screen, in both languages."""
    name = f"Zoé {size['width']} {language}"
    page = at_home("/account", size=size, language=language, name="")
    device = Authenticator(page)
    expect(page.locator("[data-sign-up]")).to_be_visible()
    wrong = {"sign up": violations(page)}
    page.locator("input[name=name]").fill(name)
    page.locator("[data-sign-up]").click()
    expect(page.locator("[data-log-out]")).to_be_visible()
    wrong["account"] = violations(page)
    table = new_table(page, "osaka", 2, bots="house")
    world.finish(known(page), table)
    page.goto("/account")
    page.locator("[data-log-out]").click()
    expect(page.locator(".games li").first).to_be_visible()
    (key,) = device.keys()

    other = at_home("/account", size=size, language=language, name="")
    Authenticator(other).add(key)
    wrong |= found_again(other, name, table)
    wrong |= {"goodbye": exported_and_gone(other, name)}
    assert {} == {where: found for where, found in wrong.items() if found}


def test_a_password_will_do_where_there_are_no_passkeys(visit):
    """At an address; a name that is taken is said where it was asked for."""
    page = visit("/account", name="Password Only")
    expect(page.locator("[data-sign-up]")).to_have_count(0)
    page.locator("input[name=new-password]").fill("engine no. 1")
    page.locator("#sign-up form button").click()
    expect(page.locator("h2").first).to_have_text("Password Only")

    other = visit("/account", name="Passw0rd 0nly")
    other.locator("input[name=new-password]").fill("engine no. 1")
    other.locator("#sign-up form button").click()
    expect(other.get_by_role("alert")).to_contain_text("This name is already taken")
    other.locator("input[name=login]").fill("password only")
    other.locator("input[name=password]").fill("engine no. 1")
    other.locator("#log-in form button").click()
    expect(other.locator("h2").first).to_have_text("Password Only")


def test_a_guest_chooses_an_emblem_and_all_see_it(visit):
    """By name with the keys; at the table, in talk and in the lobby."""
    page = visit("/", name="Ina", size=PHONE, language="fr")
    table = make(page, "osaka", 3, free=2, public=True)
    page.goto("/account")
    choice = page.locator("#emblem")
    choice.get_by_role("radio", name="navire").check(force=True)
    choice.get_by_role("radio", name="prune").check(force=True)
    expect(page.get_by_role("img", name="Emblème : navire, prune")).to_be_visible()
    assert [] == violations(page)

    other = visit(f"/t/{table}", name="Bo")
    plum = "svg.emblem circle[fill='#96386f']"
    expect(other.locator(f".waiting {plum}")).to_have_count(1)
    assert [] == violations(other)
    other.goto("/")
    expect(other.locator(f'a[href="/t/{table}"] {plum}')).to_have_count(1)


SAY = """([table, text]) => new Promise(done => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
  socket.onmessage = message => {
    const told = JSON.parse(message.data);
    if (told.type === 'welcome')
      socket.send(JSON.stringify({type: 'say', id: crypto.randomUUID(), text}));
    if (told.type === 'done') { socket.close(); done(); }
  };
})"""


def test_a_rude_guest_is_heard_no_more(visit):
    """In a seat, and who only looks on; without leaving the table, and for good."""
    page, rude, passer = (visit("/", name=name) for name in ("Ina", "Rude", "Passer"))
    table = make(page, "osaka", 2, free=1)
    make(passer, "osaka", 2)  # somebody, with a table of their own
    rude.goto(f"/t/{table}")
    rude.get_by_role("button", name="Sit here").click()
    expect(rude.locator(".frame")).to_be_visible()
    rude.evaluate(SAY, [table, "rude words"])
    passer.evaluate(SAY, [table, "passing words"])
    expect(page.locator(".frame")).to_be_visible()
    page.locator("#tab-talk").click()
    expect(page.locator(".talk svg.emblem")).to_have_count(2)
    page.get_by_role("button", name=re.compile("^Mute.*Passer")).click()
    expect(page.get_by_text("passing words")).to_have_count(0)
    expect(page.get_by_text("rude words")).to_be_visible()
    page.locator("#tab-table").click()
    page.get_by_role("button", name=re.compile("^Block.*Rude")).click()
    expect(
        page.get_by_role("button", name=re.compile("^Unblock.*Rude"))
    ).to_be_visible()
    assert [] == violations(page)
    page.locator("#tab-talk").click()
    expect(page.get_by_text("rude words")).to_have_count(0)

    rude.evaluate(SAY, [table, "more of it"])
    page.goto("/account")
    expect(page.get_by_text("muted", exact=True)).to_be_visible()
    page.get_by_role("button", name="Unblock").click()
    expect(page.get_by_role("button", name="Unblock")).to_have_count(0)
    page.goto(f"/t/{table}")
    page.locator("#tab-talk").click()
    expect(page.get_by_text("more of it")).to_be_visible()
    expect(page.get_by_text("passing words")).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), [(PHONE, "fr"), (WIDE, "en")])
def test_a_moderator_answers_a_report(visit, world, size, language):
    """The player is told on every page, and confirms a warning once."""
    page = moderator(visit, world, f"Mo {language}", size, language)
    rude, polite = (kit.Person(world.address, name) for name in ("Rude", "Polite"))
    table = polite.make("osaka", seats=3)
    rude.sit(table, 1)
    told = {"table": table, "seat": 1, "reason": f"rude in {language}"}
    assert 204 == polite.http.post("/api/reports", json=told).status_code
    page.goto("/moderation")
    report = page.locator("article", has_text=told["reason"])
    report.locator("button").nth(1).click()
    report.locator("input").fill(f"Be kind, {language}.")
    report.locator("form button").click()
    expect(page.locator("article", has_text=told["reason"])).to_have_count(0)
    assert [] == violations(page)

    other = visit("/", size=size, language=language, name="Rude", token=rude.token)
    expect(other.locator(".told")).to_contain_text(f"Be kind, {language}.")
    other.locator(".told button").click()
    expect(other.locator(".told")).to_have_count(0)
    other.reload()
    expect(other.locator("main").first).to_be_visible()
    expect(other.locator(".told")).to_have_count(0)


def moderator(visit, world, name, size, language):
    """Open a page as somebody with an account whom the host has made a moderator."""
    page = visit("/", size=size, language=language, name=name)
    account = {"login": name, "password": "engine no. 1"}
    page.evaluate(
        """async account => { for (const [path, body] of [
          ['/api/me', {name: account.login}], ['/api/account', account]])
            await fetch(path, {method: 'POST', body: JSON.stringify(body)}); }""",
        account,
    )
    page.evaluate("localStorage.setItem('comptoir.known', '1')")
    world.do(_appoint(world.rooms.store, name))
    return page


async def _appoint(store, login):
    player = await store.player(BY_LOGIN, login.casefold())
    await Moderation(store).appoint(player, "appoint", 1)


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_no_page_of_people_keeps_anybody_out(visit, size):
    """axe-core finds nothing: by night on the phone, by day on the wide screen."""
    page = visit("/", size=size, dark=size is PHONE, name="Axel")
    table = make(page, "osaka", 3, free=2, public=True, fill=3600)
    account = {"login": f"Axel {size['width']}", "password": "engine no. 1"}
    page.evaluate(
        "body => fetch('/api/account', {method: 'POST', body: JSON.stringify(body)})",
        account,
    )
    wrong = {}
    for path in (
        "/", f"/t/{table}", "/account", f"/p/{account['login']}", "/p/Nobody", "/tables",
        "/ratings/osaka", "/new/batavia#match", "/confirm#secret=x&email=a@b.example",
        "/confirm/x?email=a@b.example", "/r/x", "/r#x", "/moderation",
    ):  # fmt: skip
        page.goto(path)
        expect(page.locator("main").first).to_be_visible()
        wrong[path] = violations(page)

    assert {} == {path: found for path, found in wrong.items() if found}


def test_every_text_of_these_pages_is_translated(visit):
    page = visit("/account", name="Zoé", kept={"pseudo": "1"})
    page.locator("#sign-up input[name=name]").fill("Zoé Trois")
    page.locator("input[name=new-password]").fill("engine no. 1")
    left = {"sign up": page.evaluate(UNTRANSLATED, sorted(NAMES))}
    page.locator("#sign-up form button").click()
    expect(page.locator("[data-log-out]")).to_be_visible()
    names = sorted({*NAMES, "Trois"}, key=len, reverse=True)
    left["account"] = page.evaluate(UNTRANSLATED, names)
    for path in ("/p/Zoé Trois", "/ratings/osaka", "/tables", "/new/batavia"):
        page.goto(path)
        expect(page.locator("main").first).to_be_visible()
        left[path] = page.evaluate(UNTRANSLATED, names)

    assert {} == {where: texts for where, texts in left.items() if texts}
