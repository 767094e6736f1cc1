"""Web Push and the service worker: from a box on the page to the decision; nothing twice."""

import contextlib
import json

import pytest
from hands import click, expect, make, new_table, offered

import server_kit as kit
from announcing_kit import Browser, push_service
from comptoir.cli.serving.hosting import open_database
from comptoir.server.announcing.announcer import Announcing
from comptoir.server.rooms import presence

# Chromium asks Google for an address to be called at, which no test reaches: this browser
# is given one of the test's own. All that follows is real: key, encryption, worker, sign.
SUBSCRIBE = """given => {
  const made = {endpoint: given.endpoint, unsubscribe: async () => true,
    toJSON: () => ({endpoint: given.endpoint, keys: {p256dh: given.key, auth: given.auth}})};
  PushManager.prototype.subscribe = async ({applicationServerKey}) => {
    window.key_ = applicationServerKey; localStorage.called = '1'; return made; };
  PushManager.prototype.getSubscription = async () => localStorage.called ? made : null;
}"""
SHOWN = """() => navigator.serviceWorker.ready.then(worker => worker.getNotifications())
  .then(all => all.length ? all.map(one => [one.title, one.body, one.data]) : null)"""
CLICK = """async () => {
  const [notification] = await self.registration.getNotifications();
  const opened = new Promise(done => { self.clients.openWindow = async url => done(url); });
  self.dispatchEvent(new NotificationEvent('notificationclick', {notification}));
  return opened;
}"""
TOLD = """() => fetch('/api/me/announcements').then(answer => answer.json())
  .then(told => ({pushes: 0, ...told}))"""
BOX = "#announcing input[name=push]"


@pytest.fixture
def pushing(built, tmp_path, monkeypatch):
    """A server that may call loopback, and a push service there."""
    monkeypatch.setattr(presence, "MOMENT", -1.0)
    monkeypatch.setattr(presence, "ROLL_CALL", -1.0)
    how = Announcing(allowed=lambda _: True)
    with contextlib.ExitStack() as stack:
        pushes = stack.enter_context(push_service())
        database = open_database(str(tmp_path / "push.sqlite3"))
        address = stack.enter_context(kit.serve_here(database, announcing=how))
        yield address.replace("127.0.0.1", "localhost"), pushes


def deliver(page, home, message):
    """Hand a message to the page's service worker, as a push service would."""
    session, found = page.context.new_cdp_session(page), []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    kit.wait_until(lambda: page.evaluate("1") and found, "the service worker")
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": home,
            "registrationId": found[-1]["registrationId"],
            "data": json.dumps(message),
        },
    )


def test_a_browser_is_called_though_its_page_is_closed(visit, pushing):
    """Turned on by a box; the message leads to the very decision. And off again."""
    home, pushes = pushing
    page = visit("/account", base=home, language="fr")
    page.context.grant_permissions(["notifications"], origin=home)
    browser = Browser(pushes, "zoe")
    script = f"({SUBSCRIBE})({json.dumps(browser.subscription)})"
    page.context.add_init_script(script)
    page.goto("/account")
    page.locator(BOX).check()
    expect(page.get_by_role("alert")).to_have_count(0)
    kit.wait_until(lambda: page.evaluate(TOLD)["pushes"] == 1, "it can be called")
    assert page.evaluate(TOLD)["push_key"] == page.evaluate("window.key_")

    table = new_table(page, "osaka", 2, bots="house", language="fr")
    ((_, message),) = kit.wait_until(lambda: pushes.heard, "a call")
    assert f"/t/{table}" == message["url"]
    deliver(page, home, message)
    sign = kit.wait_until(lambda: page.evaluate(SHOWN), "a notification")
    assert [["Traders of Osaka", "C’est à vous de jouer.", f"/t/{table}"]] == sign
    (worker,) = page.context.service_workers
    assert f"/t/{table}" == worker.evaluate(CLICK)

    page.goto("/account")
    expect(page.locator(BOX)).to_be_checked()
    page.locator(BOX).uncheck()
    kit.wait_until(lambda: page.evaluate(TOLD)["pushes"] == 0, "it is called no more")


def test_a_browser_that_cannot_be_called_says_so(visit, pushing):
    """Its push service is not reached: one sentence, and the box stays empty."""
    home, _ = pushing
    page = visit("/account", base=home)
    page.context.grant_permissions(["notifications"], origin=home)
    page.context.add_init_script(
        "PushManager.prototype.subscribe = () => Promise.reject(new DOMException('no'))"
    )
    page.goto("/account")
    page.locator(BOX).click()

    expect(page.get_by_role("alert")).to_contain_text("push service is not responding")
    expect(page.locator(BOX)).not_to_be_checked()


LOSE = """() => {
  const send = WebSocket.prototype.send;
  window.sent = [];
  WebSocket.prototype.send = function (text) {
    window.sent.push(JSON.parse(text));
    send.call(this, text);
    if (window.sent.length === 1) this.close();  // it arrives, its answer does not
  };
}"""


def test_nothing_is_sent_twice_when_the_network_is_back(visit, pushing):
    """A move whose answer was lost is sent again and made once; off-line says so."""
    home, _ = pushing
    page = visit("/", base=home)
    table = make(page, "batavia", 3, bots="house")
    action = offered(page)[0]
    page.evaluate(LOSE)
    assert click(page, action)
    expect(page.locator(".frame")).to_have_attribute("data-link", "open")
    sent = [one["id"] for one in page.evaluate("window.sent") if one["type"] == "move"]
    log = page.evaluate(f"() => fetch('/api/tables/{table}/log').then(a => a.json())")
    own = [one["what"] for one in log if one["what"]["kind"] == "moved"]
    own = [what for what in own if what["seat"] == 0]
    assert len(set(sent)) == 1 == len(own)
    assert own[0]["by"] == "player"

    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.context.set_offline(True)
    page.goto(f"/t/{table}", wait_until="commit")
    expect(page.locator(".offline")).to_contain_text("offline")
    expect(page.locator(".board")).to_have_count(0)  # nothing is made up
    page.context.set_offline(False)
    expect(page.locator(".frame")).to_have_attribute("data-link", "open")
    assert offered(page)
