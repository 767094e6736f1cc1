"""What goes wrong outside the page: it stays usable, and says what is missing."""

import pytest
from hands import BEAT, PHONE, click, expect, moved, offered, resize
from screens import CUT, WRONG

LONG = "Wilhelmina-Guðmundsdóttir"[:24]
BARE = """() => { const old = globalThis;
  for (const name of ['Notification', 'PushManager', 'AudioContext', 'ResizeObserver'])
    delete old[name];
  delete Element.prototype.animate; delete Element.prototype.getAnimations;
  for (const name of ['clipboard', 'share', 'setAppBadge', 'vibrate', 'serviceWorker'])
    delete Navigator.prototype[name]; }"""
SLOW = {"offline": False, "latency": 300, "downloadThroughput": 60_000}


@pytest.fixture
def tools(at):
    """A page on a phone at a table, and the browser's own tools for it."""

    def with_tools(title, moment):
        page = at(title, moment, size=PHONE)
        return page, page.context.new_cdp_session(page)

    return with_tools


def test_a_window_that_is_turned_and_long_names(at):
    """Upright, on its side, wide, and back: question, answers and scores stay inside."""
    page = at("batavia", "turn", name=LONG, language="fr")
    assert offered(page)
    expect(page.locator(".side.shown")).to_be_visible()
    for width, height in ((390, 844), (844, 390), (1366, 768), (360, 640)):
        resize(page, {"width": width, "height": height})
        expect(page.locator(".side.shown")).to_have_count(int(width > 1024))
        assert [] == page.evaluate(WRONG), (width, height)
    page.locator(".face", has_text=LONG).click()
    expect(page.locator(".holdings h2")).to_have_text(LONG)
    assert [] == page.evaluate(CUT)


def test_a_slow_phone_that_sleeps_and_loses_its_network(tools):
    """It says that it is off line, keeps the board, and goes on by itself."""
    page, phone = tools("osaka", "turn")
    phone.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    phone.send("Network.enable")
    slow = SLOW | {"uploadThroughput": 30_000}
    phone.send("Network.emulateNetworkConditions", slow)
    assert click(page, offered(page)[0])
    page.context.set_offline(True)
    expect(page.get_by_text("You are offline")).to_be_visible()
    expect(page.locator(".board")).to_be_visible()
    phone.send("Page.setWebLifecycleState", {"state": "frozen"})
    page.context.set_offline(False)
    phone.send("Page.setWebLifecycleState", {"state": "active"})
    expect(page.get_by_text("You are offline")).to_have_count(0)
    expect(page.locator(".frame")).to_have_attribute("data-link", "open")
    assert click(page, offered(page)[0])


def test_a_browser_that_lacks_almost_everything(visit, at):
    """Without animations, notifications, clipboard and workers: a game is played."""
    page = visit(size=PHONE, kept={"tempo": "usual"})
    page.context.add_init_script(f"({BARE})()")
    page.emulate_media(reduced_motion="no-preference")
    at("batavia", "auction", page=page)
    for _ in range(4):
        beat = page.evaluate(BEAT)
        offered(page)
        page.locator("main [data-action]:visible").first.dispatch_event("click")
        moved(page, beat)
    page.goto("/account")
    expect(page.locator("#announcing")).to_contain_text(
        "does not support notifications"
    )
