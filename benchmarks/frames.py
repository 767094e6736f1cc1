"""How smoothly things move at a table, on a phone that is four times as slow.

    python benchmarks/frames.py [--clicks 25] [--slow 4] [--json]

Starts `comptoir serve` on loopback and a Chromium of a phone's size, throttled, and
plays by clicks with all animations on. Of the frames drawn while something moves: how many a
second, and the share that came within two sixtieths of a second of the one before.
"""

import argparse
import json
import random
import shutil

from playwright.sync_api import Browser, Page, sync_playwright
from serving import serving

LIMITS = ("sign_up_burst=9999", "burst=99999", "tables=999", "message_burst=9999")
GAMES = ("batavia", "borneo", "negoces", "osaka")
SIZE = {"width": 390, "height": 844}
LATE = 34  # milliseconds after the frame before: one was left out
MAKE = """async ([game, seats]) => {
  const post = (path, body) => fetch(path, {method: 'POST',
    headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
  await post('/api/me', {name: 'Zoé'});
  const settings = {game, seats, pace: 0.3};
  const bots = [null, ...Array(seats - 1).fill('house')];
  const request = `frames-${game}-${Date.now()}`;
  const made = await post('/api/tables', {settings, request, seat: 0, bots});
  return (await made.json()).table.id; }"""
RECORD = """() => { window.frames = []; let last = null;
  const look = now => {
    const moves = document.getAnimations().some(a => a.playState === 'running');
    if (moves && last !== null) window.frames.push(now - last);
    last = moves ? now : null;
    requestAnimationFrame(look); };
  requestAnimationFrame(look); }"""
OFFERED = """() => [...document.querySelectorAll('main [data-action], main [data-arms]')]
  .filter(e => e.offsetParent && !e.disabled).length
  || (document.querySelector('.ending') ? -1 : 0)"""


def play(page: Page, clicks: int) -> None:
    """Click on something that may be done, again and again."""
    rng = random.Random(1)
    for _ in range(clicks):
        found = page.wait_for_function(OFFERED, timeout=60000).json_value()
        if found < 0:
            return
        things = page.locator("main [data-action]:visible, main [data-arms]:visible")
        things.nth(rng.randrange(found)).dispatch_event("click")
        page.wait_for_timeout(700)


def measure(
    browser: Browser, server: str, game: str, asked: argparse.Namespace
) -> dict[str, float]:
    """Play one game for a while, and tell of its frames."""
    page = browser.new_context(base_url=server, viewport=SIZE).new_page()
    page.goto("/")
    table = page.evaluate(MAKE, [game, 4])
    throttle = page.context.new_cdp_session(page)
    throttle.send("Emulation.setCPUThrottlingRate", {"rate": asked.slow})
    page.goto(f"/t/{table}")
    page.evaluate(RECORD)
    play(page, asked.clicks)
    frames = page.evaluate("() => window.frames")
    page.context.close()
    in_time = sum(1 for frame in frames if frame < LATE)
    return {
        "frames": len(frames),
        "a_second": round(1000 * len(frames) / max(1, sum(frames)), 1),
        "in_time": round(in_time / max(1, len(frames)), 3),
    }


def main() -> None:
    """Serve, play, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clicks", type=int, default=25)
    parser.add_argument("--slow", type=float, default=4)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None
    )
    with serving(LIMITS) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found)
        told = {game: measure(browser, address, game, asked) for game in GAMES}
        browser.close()
    if asked.json:
        print(json.dumps(told))
        return
    for game, numbers in told.items():
        print(f"{game:<10}", *(f"{name} {value:<8}" for name, value in numbers.items()))


if __name__ == "__main__":
    main()
