"""The static edition below a sub-path: games run in the browser, and no request leaves it."""

import asyncio
import functools
import json
import random
import re
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from hands import (
    BEAT,
    OFFERED,
    PHONE,
    WIDE,
    asked,
    choose,
    click,
    expect,
    moved,
    new_table,
    offered,
    wait,
)
from test_looks import violations
from test_review import finished

from comptoir.server.web import static_edition
from waiting import wait_until

ACTIVE = "() => navigator.serviceWorker.ready.then(() => true)"
SLOW = 400_000  # milliseconds that a review may take where others work too
PARTS = """() => caches.open('comptoir-shell').then(shell => shell.keys())
  .then(keys => keys.some(key => key.url.includes('/assets/Review-')) || null)"""
TOLD = ".story p"  # the text of a review that is done
READY = "() => document.querySelector('.frame') && !document.querySelector('progress')"


class Quiet(SimpleHTTPRequestHandler):
    """A host of files that says nothing."""

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def edition(tmp_path_factory):
    """The address of the edition, at a file host that knows nothing of it, and its folder."""
    folder = tmp_path_factory.mktemp("host")
    with (
        warnings.catch_warnings(action="ignore"),  # Litestar's
        ThreadPoolExecutor() as other,  # the browser's loop may be running in this thread
    ):
        other.submit(asyncio.run, static_edition.write(folder / "below")).result()
    handler = functools.partial(Quiet, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://localhost:{host.server_port}", folder / "below"
        host.shutdown()


@pytest.fixture
def at_edition(visit, edition):
    """Open the edition; a request to anybody else fails the test."""
    address, _ = edition
    requests = []

    def one(path="", **how):
        page = visit(base=address, **how)
        page.context.on("request", lambda request: requests.append(request.url))
        page.goto(f"/below/{path}")
        return page

    yield one
    strange = {
        url for url in requests if not url.startswith((address, "blob:", "data:"))
    }
    assert strange == set()


def begin(page, game):
    """Press "Play now", and wait for the first decision."""
    page.locator(f"[data-play={game}]").click()
    wait(page, READY)


def play(page, dice, enough=lambda: False):
    """Play by clicks until the end is shown, or enough was played."""
    for _ in range(900):
        actions = offered(page)
        if not actions or enough():
            return
        click(page, choose(dice, actions))
    raise AssertionError("no end")


@pytest.mark.parametrize(
    ("name", "size", "language", "whole"),
    [
        ("osaka", PHONE, "fr", False),
        *(
            pytest.param(name, size, "en", True, marks=pytest.mark.nightly)
            for name in ("batavia", "borneo", "negoces", "osaka")
            for size in (PHONE, WIDE)
        ),
    ],
)
def test_a_whole_game_is_played_without_a_network(
    at_edition, dice, name, size, language, whole
):
    """It is switched off once the game has loaded; the review comes at the end."""
    page = at_edition(size=size, language=language)
    page.evaluate(ACTIVE)
    page.reload()  # the service worker now keeps what is loaded
    begin(page, name)
    offered(page)
    page.context.set_offline(True)
    play(page, dice)
    expect(page.locator(".ending")).to_be_visible()
    assert [] == violations(page)
    page.locator('.ending a[href*="/review/"]').first.click()
    expect(page.locator("main.review section.now")).to_be_visible(
        timeout=SLOW
    )  # the rough curve
    expect(page.locator(f"progress, {TOLD}").first).to_be_visible()
    assert [] == violations(page)
    if whole:
        expect(page.locator(TOLD).first).not_to_be_empty(timeout=SLOW)
        page.locator('.more a[href*="/replay/"]').click()
        expect(page.locator(".controls")).to_be_visible()
        page.go_back()
        expect(page.locator(TOLD).first).not_to_be_empty()  # it was stored


@pytest.fixture
def dice(request):
    return random.Random(request.node.name)


def test_the_page_opens_again_without_a_network_and_the_game_goes_on(at_edition, dice):
    """A page that was closed in the middle of a move shows the game as it was stored."""
    page = at_edition()
    page.evaluate(ACTIVE)
    page.reload()
    begin(page, "osaka")
    for _ in range(3):
        click(page, choose(dice, offered(page)))
    page.context.set_offline(True)
    action = choose(dice, offered(page))
    page.locator(f'main [data-action="{action}"]:visible').first.click(
        no_wait_after=True
    )
    page.reload()
    wait(page, READY)
    assert offered(page)
    page.goto("/below/")
    own = page.locator("a.sheet", has_text="Traders of Osaka")
    expect(own.first).to_be_visible()


def shared(page, game="osaka", seats=2, mates=("Bo",)):
    """Begin a game of people at one device."""
    page.goto(f"/below/#/new/{game}?seats={seats}&device")
    for number, name in enumerate(mates, 2):
        page.get_by_label(f"Player {number}").fill(name)
    page.locator("[data-make]").click()
    expect(page.locator("[data-lift]").first).to_be_visible()


def test_a_curtain_hides_hands_between_turns(at_edition, dice):
    """What is sent to the page before it is lifted is what everybody may see."""
    page = at_edition(name="Ada", size=PHONE)
    page.add_init_script(
        "self.heard = []; const W = Worker; self.Worker = class extends W {"
        "constructor(...a) { super(...a); this.addEventListener('message',"
        "m => m.data.kind === 'message' && self.heard.push(m.data.text)); } };"
    )
    page.reload()
    shared(page)
    assert [] == violations(page)
    for _ in range(4):
        expect(page.locator("[data-lift]")).to_have_count(1)
        heard = [json.loads(text) for text in page.evaluate("self.heard")]
        told = [one["state"] for one in heard if "state" in one][-1]
        assert (None, []) == (told["seat"], told["own"]["legal"])
        turn(page, dice)


def click_or_pass(page, action, beat):
    """Click; afterwards the page is redrawn for another pair of eyes, or the same one."""
    page.locator(f'main [data-action="{action}"]:visible').first.click()
    moved(page, beat)


def link_of(page):
    """Return the link to the game that the curtain offers."""
    page.get_by_role("button", name="Send the game instead").click()
    expect(page.locator("#link")).to_have_value(re.compile("#/play/osaka-"))
    return page.locator("#link").input_value()


def turn(page, dice):
    """Lift the curtain, and play until it falls."""
    page.locator("[data-lift]").click()
    expect(page.locator("[data-lift]")).to_have_count(0)
    while actions := wait(
        page, f"() => document.querySelector('[data-lift]') ? [] : ({OFFERED})().length"
        f" ? ({OFFERED})() : null"
    ):  # fmt: skip
        click_or_pass(page, choose(dice, actions), page.evaluate(BEAT))


def test_a_game_is_played_by_links(at_edition, dice):
    """Each opens it in a browser of their own; the link back continues the same table."""
    ada, bo = at_edition(name="Ada"), at_edition(name="Bo")
    shared(ada)
    turn(ada, dice)
    first = link_of(ada)
    bo.goto(first)
    expect(bo.locator("[data-lift]")).to_be_visible()
    turn(bo, dice)
    table = ada.url
    ada.goto(link_of(bo))
    expect(ada.locator("[data-lift]")).to_be_visible()
    again = ada.url
    turn(ada, dice)
    ada.goto(first)  # an older link changes nothing
    expect(ada).to_have_url(again)
    assert table != again  # the table that was made here is kept as it was

    head, _, token = first.rpartition("/")
    for wrong in (token[:-9], token[:-20] + "A" * 20, "osaka-", "nonsense"):
        bo.goto("/below/")
        bo.goto(f"{head}/{wrong}")
        expect(bo.get_by_role("alert")).not_to_be_empty()


def test_a_browser_that_stores_nothing_says_so_and_plays_on(at_edition, dice):
    page = at_edition()
    forbid = (
        "Object.defineProperty(self, 'indexedDB', {get: () => { throw new Error() }});"
    )
    page.route("**/assets/worker*", lambda route: _prefixed(route, forbid))
    begin(page, "osaka")
    expect(page.locator(".notice")).to_contain_text("is not being saved")
    click(page, choose(dice, offered(page)))


def _prefixed(route, script):
    answer = route.fetch()
    route.fulfill(response=answer, body=script + answer.text())


NO_SIMD = "WebAssembly.validate = () => false;"


def test_what_a_browser_lacks_is_said_in_a_sentence(at_edition, edition):
    """Without WebAssembly or its SIMD, and where a file is missing on the host."""
    page = at_edition()
    page.add_init_script("delete self.WebAssembly")
    page.route(
        "**/assets/worker*", lambda route: _prefixed(route, "delete self.WebAssembly;")
    )
    page.reload()
    page.locator("[data-play=osaka]").click()
    expect(page.get_by_role("alert").first).to_contain_text("cannot run WebAssembly")

    old = at_edition()
    old.route("**/assets/worker*", lambda route: _prefixed(route, NO_SIMD))
    old.locator("[data-play=osaka]").click()
    expect(old.get_by_role("alert").first).to_contain_text("has no SIMD")

    other = at_edition()
    other.route("**/engine/engine.json", lambda route: route.fulfill(status=404))
    other.locator("[data-play=osaka]").click()
    expect(other.get_by_role("alert").first).to_contain_text("could not be loaded")
    other.unroute("**/engine/engine.json")
    other.get_by_role("button", name="Try again").first.click()
    other.locator("[data-play=osaka]").click()
    wait(other, READY)


OLD = """async () => {
  const cache = await caches.open('comptoir-engine');
  await cache.put('engine/0-older.zip.gz', new Response('0'));
}"""
GONE = "() => caches.match('engine/0-older.zip.gz').then(kept => kept ? null : true)"


def test_an_older_engine_is_forgotten(at_edition):
    page = at_edition()
    page.evaluate(ACTIVE)
    page.evaluate(OLD)
    page.reload()
    begin(page, "osaka")
    wait_until(lambda: page.evaluate(GONE), "the older engine is gone")


def test_an_installed_app_plays_alone_without_a_network(visit, server, dice):
    """The server edition, too: with what it has loaded for that."""
    page = visit("/", base=server.replace("127.0.0.1", "localhost"))
    page.evaluate(ACTIVE)
    page.reload()
    page.locator("[data-offline]").click()
    expect(page.get_by_text("All games can be played offline")).to_be_visible()
    page.context.set_offline(True)
    page.goto("/")
    begin(page, "batavia")
    assert "/t/local-" in page.url
    for _ in range(3):
        click(page, choose(dice, offered(page)))
    page.context.set_offline(False)
    page.goto("/")
    expect(page.locator('a[href^="/t/local-"]').first).to_be_visible()


def test_a_review_needs_no_network(at_edition):
    """The curve is rough at first; the whole review rests on many play-outs, and is stored."""
    page = at_edition(name="Ada")
    page.evaluate(ACTIVE)
    page.reload()
    page.goto(f"/below/#/play/{finished().record().token}")
    expect(page.locator(".ending")).to_be_visible()
    expect(page.locator("progress")).to_have_count(0)
    wait_until(lambda: page.evaluate(PARTS), "the parts of the review are kept")
    page.context.set_offline(True)
    page.locator('.ending a[href*="/review/"]').first.click()
    expect(page.locator("main.review section.now")).to_be_visible()
    expect(page.locator(TOLD).first).not_to_be_empty(timeout=SLOW)
    expect(page.locator(".story")).not_to_contain_text("errors are wide")
    page.reload()
    expect(page.locator(TOLD).first).not_to_be_empty()


KEPT = "id => (localStorage.getItem('comptoir.along') ?? '').startsWith(id) || null"


def test_a_game_of_the_server_goes_on_without_a_network_and_comes_back(
    visit, server, dice
):
    """Nothing is lost: the moves made here are made at the server's table as well."""
    page = visit("/", base=server.replace("127.0.0.1", "localhost"), size=PHONE)
    page.evaluate(ACTIVE)
    page.reload()
    page.locator("[data-offline]").click()
    expect(page.get_by_text("All games can be played offline")).to_be_visible()
    table = new_table(page, "osaka", 2, bots="house")
    page.goto(f"/t/{table}")
    for _ in range(2):
        click(page, choose(dice, offered(page)))
    offered(page)
    wait_until(lambda: page.evaluate(KEPT, table), "the game is kept here")
    state = f"{page.url.partition('/t/')[0]}/api/tables/{table}"
    before = asked(page.context.request.get(state))["state"]["moves"]
    page.context.set_offline(True)
    along = page.locator("[data-along] button")
    along.click()
    page.wait_for_url("**/t/local-*")
    wait(page, READY)
    for _ in range(3):
        click_or_pass(page, choose(dice, offered(page)), page.evaluate(BEAT))
    offered(page)
    expect(along).to_have_count(0)
    assert [] == violations(page)
    page.context.set_offline(False)
    along.click()
    page.wait_for_url(f"**/t/{table}")
    assert offered(page)
    assert asked(page.context.request.get(state))["state"]["moves"] >= before + 3
