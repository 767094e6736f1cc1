"""People at the page: sign up with a passkey, play, come back on another device, be gone."""

import json

import pytest
from hands import PHONE, WIDE, expect, make, play_on
from test_looks import NAMES, UNTRANSLATED, violations

AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
    "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip
SHORT = {"tokens": 2}  # a game of Osaka that soon ends


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


def found_again(page, name, table):
    """Log in on another device, and find the game and what it was worth."""
    page.locator("[data-log-in]").click()
    expect(page.locator("h2").first).to_have_text(name)
    wrong = {}
    for path, sign in {
        "/tables": f'a[href="/t/{table}"]',
        f"/p/{name}": f"h1:text-is('{name}')",
        "/ratings/osaka": "main h1",
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


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_somebody_signs_up_plays_comes_back_elsewhere_and_is_gone(at_home, size):
    """The whole walk; in French on the phone, in English on the wide screen."""
    language, name = ("fr", "Zoé Un") if size is PHONE else ("en", "Zoé Deux")
    page = at_home("/account", size=size, language=language, name="")
    device = Authenticator(page)
    expect(page.locator("[data-sign-up]")).to_be_visible()
    wrong = {"sign up": violations(page)}
    page.locator("input[name=name]").fill(name)
    page.locator("[data-sign-up]").click()
    expect(page.locator("[data-log-out]")).to_be_visible()
    wrong["account"] = violations(page)
    table = make(page, "osaka", 2, bots="house", options=SHORT)
    play_on(page)
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
    expect(other.get_by_role("alert")).to_contain_text("Somebody else has this name")
    other.locator("input[name=login]").fill("password only")
    other.locator("input[name=password]").fill("engine no. 1")
    other.locator("#log-in form button").click()
    expect(other.locator("h2").first).to_have_text("Password Only")


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
