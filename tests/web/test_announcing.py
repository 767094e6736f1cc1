"""The page calls: title, badge and notifications; and it starts without a network."""

from hands import PHONE, expect, make, offered
from test_looks import violations

from waiting import wait_until

SPY = """
window.told = [];
ServiceWorkerRegistration.prototype.showNotification = async (title, more) => {
  window.told.push([title, more.body, more.data]);
};
Object.defineProperty(Document.prototype, 'visibilityState',
  { get: () => window.hidden_ ? 'hidden' : 'visible' });
"""
READY = "() => navigator.serviceWorker.ready.then(worker => Boolean(worker.active))"
KEPT = """() => caches.open('comptoir-shell').then(shell => shell.keys())
  .then(keys => keys.filter(key => key.url.includes('/assets/')).length > 3
    && keys.some(key => key.url.includes('/api/games')))"""


def test_a_turn_is_told_where_the_page_is_not_looked_at(visit, server):
    """Off until somebody turns it on; the title shows it in any case."""
    home = server.replace("127.0.0.1", "localhost")
    page = visit("/account", base=home, size=PHONE, language="fr")
    page.context.grant_permissions(["notifications"], origin=home)
    page.context.add_init_script(SPY)
    page.goto("/account")
    expect(page.locator("#announcing")).to_be_visible()
    assert [] == violations(page)
    make(page, "osaka", 2, bots="house")
    offered(page)
    expect(page).to_have_title("● Traders of Osaka – Comptoir")

    page.goto("/account")
    page.locator("#announcing input[type=checkbox]").first.check()
    page.evaluate(READY)
    page.context.add_init_script("window.hidden_ = true;")
    table = make(page, "osaka", 2, bots="house")
    offered(page)
    page.wait_for_function("window.told.length > 0")
    title, text, path = page.evaluate("window.told[0]")
    assert ("Traders of Osaka", "C’est à vous de jouer.") == (title, text)
    assert f"/t/{table}" == path


def test_the_page_starts_without_a_network_and_says_so(visit, server):
    """From what was kept; what the server would say is not made up."""
    page = visit("/", base=server.replace("127.0.0.1", "localhost"))
    page.evaluate(READY)
    page.goto("/")  # the service worker now keeps what is loaded
    expect(page.locator(".games li").first).to_be_visible()
    wait_until(lambda: page.evaluate(KEPT), "the page's parts are kept")
    page.context.set_offline(True)
    page.goto("/")

    expect(page.locator("h1")).to_have_text("Play four merchant board games online")
    expect(page.locator(".offline")).to_contain_text("offline")
    expect(page.locator(".games li").first).to_be_visible()  # the same for everybody
    page.goto("/ratings")
    expect(page.get_by_role("alert")).to_contain_text("not responding")
    page.context.set_offline(False)
    expect(page.locator(".offline")).to_have_count(0)
    page.goto("/")
    expect(page.locator(".games li").first).to_be_visible()


OLDER = """async () => {
  const shell = await caches.open('comptoir-shell');
  await shell.put('/', new Response('<script src="/assets/older.js">'));
  await shell.put('/assets/older.js', new Response('0'));
}"""
OLD_PARTS = "() => caches.match('/assets/older.js').then(kept => kept ? null : true)"


def test_a_new_page_forgets_the_parts_of_the_one_before(visit, server):
    page = visit("/", base=server.replace("127.0.0.1", "localhost"))
    page.evaluate(READY)
    page.evaluate(OLDER)
    page.reload()

    wait_until(lambda: page.evaluate(OLD_PARTS), "older parts are gone")
    wait_until(lambda: page.evaluate(KEPT), "those of this page are kept")


def test_the_page_can_be_installed(visit):
    page = visit("/")
    manifest = page.evaluate(
        "() => fetch(document.querySelector('link[rel=manifest]').href).then(a => a.json())"
    )
    icon = page.evaluate(
        "src => fetch(src).then(a => a.status)", manifest["icons"][0]["src"]
    )

    assert ("standalone", ".", 200) == (
        manifest["display"],
        manifest["start_url"],
        icon,
    )
