"""Play a game by clicks to its end against an installed `comptoir serve`.

python deploy/play_installed.py PATH/TO/comptoir [GAME]
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

# Press one of the answers, as a number between 0 and 1 says; found and pressed at once.
PRESS = """(lot) => {
  if (document.querySelector('.ending')) return 'ended';
  const answers = [...document.querySelectorAll('main [data-action]')].filter(
    (e) => e.offsetParent && !e.disabled);
  answers[Math.floor(lot * answers.length)]?.click();
  return answers.length ? 'pressed' : null;
}"""
MOST = 2000  # clicks
PATIENCE = 120_000  # milliseconds


def main() -> None:
    """Serve, play, and fail if the end is not reached."""
    command, game = sys.argv[1], (sys.argv[2:] or ["osaka"])[0]
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [command, "serve", "--no-browser", "--port", "0", "--log", "error"],
            stdout=subprocess.PIPE, text=True, env=os.environ | {"COMPTOIR_DATA": folder},
        )  # fmt: skip
        try:
            assert process.stdout
            address = re.search(r"http://[\w.:]+", process.stdout.readline())
            assert address
            print(f"{game}: the end after {played(address[0], game)} clicks")
        finally:
            process.terminate()
            process.wait()


def played(address: str, game: str) -> int:
    """Play from the first page to the end; return the number of clicks."""
    browser = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None
    )
    dice = random.Random(1)
    with sync_playwright() as driver:
        page = driver.chromium.launch(executable_path=browser).new_page(
            base_url=address, reduced_motion="reduce"
        )
        page.set_default_timeout(PATIENCE)
        page.goto("/")
        page.locator(f"[data-play={game}]").first.click()
        for clicks in range(MOST):
            done = page.wait_for_function(PRESS, arg=dice.random(), polling=50)
            if done.json_value() == "ended":
                return clicks
        raise AssertionError(f"no end after {MOST} clicks: {page.url}")


if __name__ == "__main__":
    main()
