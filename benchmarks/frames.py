"""Measures the smoothness of animations at a table on a simulated slow phone.

    python benchmarks/frames.py [--games batavia,osaka] [--clicks 8] [--slow 4] [--json]

Starts `comptoir serve` on loopback and a Chromium of a phone's size with a throttled processor.
It plays each game by clicks with all animations on, and reads a trace of the browser's
compositor. It prints one line per game: of the frames due while something moves, how many per
second were shown and how many dropped, and which animations the page's main thread had to draw
(there should be none). A game takes about ten seconds; `--trace FOLDER` keeps the traces for
the browser's developer tools.
"""

import argparse
import json
import random
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from playwright.sync_api import TimeoutError as TooLate
from serving import serving

LIMITS = ("sign_up_burst=9999", "burst=99999", "tables=999", "message_burst=9999")
GAMES = "batavia,borneo,negoces,osaka"
SIZE: ViewportSize = {"width": 390, "height": 844}
RATE = 60  # frames due per second
LOOK = 150  # milliseconds between two checks: checking every frame would drop frames
REST = 900  # milliseconds for the animations after a click
KINDS = (
    "cc", "benchmark", "blink.animations", "devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
)  # fmt: skip
MAKE = """async ([game, seats]) => {
  const post = (path, body) => fetch(path, {method: 'POST',
    headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
  await post('/api/me', {name: 'Zoé'});
  const settings = {game, seats, pace: 0.3};
  const bots = [null, ...Array(seats - 1).fill('house')];
  const request = `frames-${game}-${Date.now()}`;
  const made = await post('/api/tables', {settings, request, seat: 0, bots});
  return (await made.json()).table.id; }"""
OFFERED = """() => document.querySelectorAll('main [data-action]').length
  || (document.querySelector('.ending') ? -1 : 0)"""
CLICK = """at => { const all = document.querySelectorAll('main [data-action]');
  all[Math.floor(at * all.length)]?.click(); }"""


def play(page: Page, clicks: int) -> int:
    """Click on legal actions repeatedly, and return the number of clicks."""
    rng = random.Random(1)
    for done in range(clicks):
        try:
            waited = page.wait_for_function(OFFERED, timeout=20000, polling=LOOK)
        except TooLate:
            return done
        if waited.json_value() < 0:
            return done
        page.evaluate(CLICK, rng.random())
        page.wait_for_timeout(REST)
    return clicks


def smoothness(events: list[dict[str, Any]]) -> dict[str, float]:
    """Return the rates of shown and dropped frames while something moved."""
    shown, dropped = 0, 0
    for event in events:
        if event["name"] != "PipelineReporter" or event["ph"] != "b":
            continue
        args = event["args"]
        frame = args.get("frame_reporter") or args.get("chrome_frame_reporter") or {}
        moving = frame.get("has_compositor_animation") or frame.get(
            "has_main_animation"
        )
        if moving and str(frame.get("state")).startswith("STATE_PRESENTED"):
            shown += 1
        elif frame.get("state") == "STATE_DROPPED" and frame.get("affects_smoothness"):
            dropped += 1
    due = max(1, shown + dropped)
    return {
        "frames": due,
        "dropped": dropped,
        "a_second": round(RATE * shown / due, 1),
    }


def heavy(events: list[dict[str, Any]]) -> Counter[str]:
    """Return the animations that the compositor could not run alone, by element."""
    found: Counter[str] = Counter()
    names: dict[str, str] = {}
    for event in events:
        if event["name"] != "Animation":
            continue
        about, key = event["args"].get("data", {}), str(event.get("id2"))
        if event["ph"] == "b":
            told = (about.get("nodeName", ""), about.get("displayName", ""))
            names[key] = " ".join(filter(None, told))
        if about.get("compositeFailed"):
            found[names.get(key, key)] += 1
    return found


def measure(
    browser: Browser, server: str, game: str, asked: argparse.Namespace
) -> dict[str, float]:
    """Play one game for a while, and return its frame rates."""
    page = browser.new_context(base_url=server, viewport=SIZE).new_page()
    page.goto("/")
    table = page.evaluate(MAKE, [game, 4])
    page.goto(f"/t/{table}")
    page.locator(".board > *").first.wait_for()
    throttle = page.context.new_cdp_session(page)
    throttle.send("Emulation.setCPUThrottlingRate", {"rate": asked.slow})
    browser.start_tracing(page=page, categories=list(KINDS))
    clicks = play(page, asked.clicks)
    trace = browser.stop_tracing()
    page.context.close()
    if asked.trace:
        asked.trace.mkdir(parents=True, exist_ok=True)
        (asked.trace / f"{game}.json").write_bytes(trace)
    events = json.loads(trace)["traceEvents"]
    for what, count in heavy(events).most_common(5):
        print(f"  {game}: {count} × {what} is drawn by the page", file=sys.stderr)
    return {"clicks": clicks, **smoothness(events)}


def main() -> None:
    """Serve, play, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default=GAMES, help="names with commas")
    parser.add_argument("--clicks", type=int, default=8, help="of each game")
    parser.add_argument("--slow", type=float, default=4, help="times the processor is")
    parser.add_argument("--trace", type=Path, help="a folder for the traces")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None
    )
    told = {}
    with serving(LIMITS) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found)
        for game in asked.games.split(","):
            told[game] = measure(browser, address, game, asked)
            words = (f"{name} {value:<8}" for name, value in told[game].items())
            print(
                f"{game:<10}",
                *words,
                file=sys.stderr if asked.json else sys.stdout,
                flush=True,
            )
        browser.close()
    if asked.json:
        print(json.dumps(told))


if __name__ == "__main__":
    main()
