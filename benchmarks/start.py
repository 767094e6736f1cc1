"""The static edition: what a visitor loads, and the time from "Play now" to the first decision.

    python benchmarks/start.py [--times 20] [--slower 4] [--game osaka]

Serves the edition on loopback to a Chromium. Cold is a browser that has loaded only the front
page, warm one that has played before, after a reload. `--slower 4` stops every process of the
browser for three quarters of each 20 ms, its workers included (the developer tools slow down
only a page's main thread). Medians and ranges in seconds, and gzipped sizes in bytes.
"""

import argparse
import asyncio
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, sync_playwright

from comptoir import games
from comptoir.server.web import static_edition

PERIOD = 0.02  # seconds
PATIENCE = 300_000  # milliseconds
PLAY = """game => new Promise(done => {
  const start = performance.now();
  const look = () => [...document.querySelectorAll('main [data-action], main [data-arms]')]
    .some(e => e.offsetParent && !e.disabled)
    ? done((performance.now() - start) / 1000) : setTimeout(look, 20);
  document.querySelector(`[data-play=${game}]`).click();
  look();
})"""
READY = "() => navigator.serviceWorker.ready.then(() => true)"


def browsers_below(parent: int) -> list[int]:
    """Return the ids of all Chromium's processes below one."""
    path = Path(f"/proc/{parent}/task/{parent}/children")
    try:
        own = [int(one) for one in path.read_text().split()]
    except OSError:  # it has ended
        return []
    found = [pid for child in own for pid in (child, *browsers_below(child))]
    return [pid for pid in found if "chrom" in _name(pid)]


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text()
    except OSError:
        return ""


@contextmanager
def slowed(times: float) -> Iterator[None]:
    """Let this process's browser run for one part in `times` of the time."""
    done = threading.Event()

    def send(number: signal.Signals) -> None:
        for pid in browsers:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                continue

    def pulse() -> None:
        while not done.is_set():
            browsers[:] = browsers_below(os.getpid())
            send(signal.SIGSTOP)
            time.sleep(PERIOD * (1 - 1 / times))
            send(signal.SIGCONT)
            time.sleep(PERIOD / times)

    browsers: list[int] = []
    thread = threading.Thread(target=pulse)
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        done.set()
        if times > 1:
            thread.join()


def begun(page: Page, game: str, times: float) -> float:
    """Return the seconds from the click to the first decision."""
    page.wait_for_selector(f"[data-play={game}]")
    with slowed(times):
        return float(page.evaluate(PLAY, game))


def visit(context: BrowserContext, address: str) -> Page:
    """Open the front page, until it keeps what it loads."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.evaluate(READY)
    page.reload()
    return page


def sizes(folder: Path) -> dict[str, int]:
    """Return the gzipped bytes of the engine and of each game."""
    listed = json.loads((folder / "engine/engine.json").read_text(encoding="utf-8"))
    engine = sum(one["size"] for one in listed["core"].values())
    return {"engine": engine} | {n: one["size"] for n, one in listed["games"].items()}


def main() -> None:
    """Print the sizes, then the times of each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--slower", type=float, default=4)
    parser.add_argument("--game", choices=[*games()], action="append")
    asked = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "edition"
        asyncio.run(static_edition.write(folder))
        print(json.dumps(sizes(folder)), flush=True)
        command = [sys.executable, "-u", "-m", "http.server", "0", "-b", "127.0.0.1"]
        quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
        host = subprocess.Popen([*command, "-d", str(folder)], **quiet)
        stack.callback(host.terminate)
        port = host.stdout.readline().split("port ")[1].split()[0]
        driver = stack.enter_context(sync_playwright())
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"))
        stack.callback(browser.close)
        for game in asked.game or games():
            cold, warm = [], []
            for _ in range(asked.times):
                context = browser.new_context()
                page = visit(context, f"http://localhost:{port}/")
                cold.append(begun(page, game, asked.slower))
                page.goto(f"http://localhost:{port}/")
                page.reload()
                warm.append(begun(page, game, asked.slower))
                context.close()
            for name, spent in (("cold", cold), ("warm", warm)):
                middle = round(statistics.median(spent), 2)
                span = [round(min(spent), 2), round(max(spent), 2)]
                line = {"game": game, "start": name, "seconds": middle, "range": span}
                print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
