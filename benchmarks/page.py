"""Loading times of pages, and the delay of a click on another player's screen.

    python benchmarks/page.py [--times 20] [--json]

Starts `comptoir serve` on loopback and a Chromium. It prints medians in milliseconds: from the
click on each game to its table with a prompt; from opening the table's address with an empty
cache to the first possible move (`table_opened`, at most 500); and from one browser's click to
another's screen. Since machines differ, each is also given as a ratio to an empty request to
the same server.
"""

import argparse
import json
import shutil
import statistics

from playwright.sync_api import Browser, Page, sync_playwright
from serving import serving

LIMITS = tuple(
    f"{name}=99999"
    for name in ("sign_up_burst", "burst", "tables", "message_burst", "talk_burst")
)
EMPTY = """async () => { const start = performance.now();
  await (await fetch('/healthz', {cache: 'no-store'})).text();
  return performance.now() - start; }"""
GAMES = "all => [...new Set(all.map(one => one.dataset.play))]"
TABLE = """game => new Promise(done => {
  const start = performance.now();
  const seen = () => document.querySelector('.question')
    ? done(performance.now() - start) : requestAnimationFrame(seen);
  document.querySelector(`[data-play=${game}]`).click(); seen(); })"""
USABLE = """(() => { const look = () => document.querySelector('main [data-action]')
  ? window.usable = performance.now() : requestAnimationFrame(look);
  look(); })()"""
WATCH = """() => { window.seen = [];
  new MutationObserver(() => window.seen.push(Date.now())).observe(
    document.querySelector('[data-beat]'), {attributes: true, attributeFilter: ['data-beat']});
}"""
SPEAK = """() => { const start = Date.now();
  document.querySelector('.talk [data-phrase=thanks]').click(); return start; }"""
SEEN = "clicked => window.seen.find(time => time >= clicked)"


def visitor(browser: Browser, server: str, path: str = "/") -> Page:
    """Open a page as a new visitor."""
    page = browser.new_context(base_url=server, reduced_motion="reduce").new_page()
    page.goto(path)
    return page


def to_a_table(page: Page, game: str, times: int) -> list[float]:
    """Time clicks on a game until its table asks for a move."""
    took = []
    for _ in range(times):
        page.goto("/")
        page.locator(f"[data-play={game}]").first.wait_for()
        took.append(page.evaluate(TABLE, game))
    return took


def to_open(browser: Browser, page: Page, times: int) -> list[float]:
    """Time opening a table in a browser with an empty cache."""
    address, who = page.url, page.context.storage_state()
    took = []
    for _ in range(times):
        context = browser.new_context(storage_state=who, reduced_motion="reduce")
        context.add_init_script(USABLE)
        fresh = context.new_page()
        fresh.goto(address)
        took.append(fresh.wait_for_function("() => window.usable").json_value())
        context.close()
    return took


def to_another(browser: Browser, server: str, times: int) -> list[float]:
    """Time a chat message from sending until three others see it."""
    host = visitor(browser, server)
    host.locator("[data-invite=negoces]").click()
    host.locator(".waiting").wait_for()
    guests = [visitor(browser, server, host.url) for _ in range(3)]
    for seat, guest in enumerate(guests, 1):
        guest.locator(".seats li").nth(seat).get_by_role("button").first.click()
    for page in (host, *guests):
        page.locator(".room").wait_for()
    other = guests[0]
    other.evaluate(WATCH)
    took = []
    for _ in range(times):
        clicked = host.evaluate(SPEAK)
        other.wait_for_function(SEEN, arg=clicked)
        took.append(other.evaluate(SEEN, clicked) - clicked)
    return took


def measure(server: str, times: int) -> dict[str, float]:
    """Return the medians, and their ratios to an empty request."""
    found = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found)
        page = visitor(browser, server)
        took = {"empty_request": [page.evaluate(EMPTY) for _ in range(times)]}
        page.locator("[data-play]").first.wait_for()
        for game in page.locator("[data-play]").evaluate_all(GAMES):
            took[f"table_after_click.{game}"] = to_a_table(page, game, times)
            page.locator("main [data-action]").first.wait_for()
            took[f"table_opened.{game}"] = to_open(browser, page, times)
            page.goto("/")
        took["click_seen_by_another"] = to_another(browser, server, times)
        browser.close()
    medians = {name: statistics.median(each) for name, each in took.items()}
    empty = medians["empty_request"]
    ratios = {f"{name}_ratio": time / empty for name, time in medians.items()}
    return {name: round(value, 1) for name, value in (medians | ratios).items()}


def main() -> None:
    """Serve, measure, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with serving(LIMITS) as address:
        found = measure(address, asked.times)
    if asked.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:<30} {value:>9}")


if __name__ == "__main__":
    main()
